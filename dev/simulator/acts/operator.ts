import { type SessionSecrets, secretId } from "../../../app/lib/session-secrets";
import { resealProductKeys } from "../../../db/licences/reseal";
import { REMOVE_LINKS, resealStoredKeys } from "../../../db/orders/reseal";
import { createLicenceSealing } from "../../../workers/licence-sealing";
import { resealLicenceKeys } from "../../../workers/r2-licence-records";
import { resealOrderRecords } from "../../../workers/r2-order-records";
import { createReferenceKeys } from "../../../workers/reference-keys";
import {
  ADDRESS_COLUMNS,
  MARK_LICENCE_RECORDS,
  SHORT_LIVED_TABLES,
} from "../../backup/short-lived";
import { signInAll, tellCodes, tellProducts } from "../setup";
import type { FaultAct, StepContext } from "../steps";
import type { World } from "../world";

interface DatabaseCopy {
  bytes: Uint8Array;
  /** Virtual time, epoch ms. */
  at: number;
}

/** The last copy of each run. */
const copies = new WeakMap<World, DatabaseCopy>();

/** Makes the copy that the operator restores next. */
export function copyDatabase({ world }: Pick<StepContext, "world">): void {
  copies.set(world, { bytes: world.database.copy(), at: world.scheduler.now });
  world.trace.add("operator", "copies the database");
}

/**
 * Puts an older copy in the database's place, as D1's Time Travel does while the app goes on, and then
 * what `npm run after-restore` does. People sign in again.
 */
export function restoreCopy({ world, random }: StepContext): boolean {
  const { database, scheduler, story, trace, faults } = world;
  const copy = copies.get(world);
  if (!copy) {
    trace.add("operator", "has no copy to restore");
    return false;
  }
  trace.add("operator", `restores the copy of ${scheduler.now - copy.at} ms ago`);
  database.restore(copy.bytes);
  for (const table of SHORT_LIVED_TABLES) database.write(`DELETE FROM ${table}`);
  for (const [table, columns] of Object.entries(ADDRESS_COLUMNS)) {
    for (const column of columns) database.write(`UPDATE ${table} SET ${column} = NULL`);
  }
  database.write(MARK_LICENCE_RECORDS);
  story.tell({ kind: "restored", copiedAt: copy.at });
  // Its keys are sealed under a secret that may be gone.
  const isRotated = ({ kind, at }: { kind: string; at: number }) =>
    kind === "secret-rotated" && at >= copy.at;
  if (story.events.some(isRotated)) story.tell({ kind: "secret-changed", previousKept: false });
  signInAll(world);
  tellProducts(world);
  tellCodes(world);
  if (random.chance(0.5)) faults.restartAll();
  return true;
}

function secretChange(keepPrevious: boolean): FaultAct {
  return {
    weight: 1.5,
    run({ world }) {
      const former = keepPrevious ? "keeps the one before" : "drops the one before";
      world.trace.add("operator", `changes the session secret and ${former}`);
      world.story.tell({ kind: "secret-changed", previousKept: keepPrevious });
      world.faults.changeSecret(keepPrevious);
    },
  };
}

/** Between two runs of `npm run rotate`: what was on its way to a store when the secret changed has arrived. */
const ROTATION_PAUSE_MS = 120_000;
/** Runs after which the operator gives up while a store refuses. */
const MAX_ROTATIONS = 30;

/**
 * A new secret, and `npm run rotate` under open orders until nothing is left to do. Then the former one is
 * dropped; a stolen one stays, as one that opens keys of orders alone.
 */
function secretRotation(isStolen: boolean): FaultAct {
  return {
    weight: 1.5,
    run({ world, random }) {
      world.trace.add(
        "operator",
        `rotates the session secret${isStolen ? ", which was stolen" : ""}`,
      );
      world.story.tell({ kind: "secret-rotated" });
      world.faults.changeSecret(true);
      const secrets = world.faults.secrets();
      const randomBytes = (count: number) => random.bytes(count);
      world.start("operator", async () => {
        const former = await secretId(secrets.sessionSecretPrevious ?? "");
        const at = new Date(world.scheduler.now).toISOString();
        if (isStolen) world.faults.setStolenKeys(`${former}@${at}`);
        const isDone = await rotate(world, { secrets, randomBytes, isStolen });
        const isLast = world.faults.secrets().sessionSecret === secrets.sessionSecret;
        if (!isDone || !isLast || isStolen) return;
        world.trace.add("operator", "drops the secret before the rotation");
        world.faults.dropFormerSecret();
      });
    },
  };
}

interface Rotation {
  secrets: SessionSecrets;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  isStolen: boolean;
}

/** Runs the parts of `npm run rotate` until one run finds nothing; false where that did not come. */
async function rotate(
  world: World,
  { secrets, randomBytes, isStolen }: Rotation,
): Promise<boolean> {
  const { database, bucket, scheduler, trace } = world;
  const life = { name: "npm run rotate", isOver: false };
  const db = database.bindingFor(life);
  const referenceKeys = createReferenceKeys(secrets, { randomBytes });
  const licenceSealing = createLicenceSealing(secrets, { randomBytes });
  const currentId = await secretId(secrets.sessionSecret);
  for (let run = 1; run <= MAX_ROTATIONS; run++) {
    try {
      const { resealed } = await resealStoredKeys(db, referenceKeys, currentId);
      const records = await resealOrderRecords(bucket.bindingFor(life), referenceKeys);
      const products = await resealProductKeys(db, licenceSealing);
      const copies = await resealLicenceKeys(bucket.bindingFor(life), licenceSealing);
      if (isStolen) await db.batch([db.prepare(REMOVE_LINKS)]);
      trace.add("operator", `seals ${resealed} keys and ${records} records anew`);
      const licences = products.resealed + copies;
      if (licences > 0) trace.add("operator", `seals ${licences} keys of products anew`);
      if (run > 1 && resealed + records + licences === 0) return true;
    } catch (error) {
      trace.add("operator", `rotation failed: ${error instanceof Error ? error.message : error}`);
    }
    await scheduler.sleep(ROTATION_PAUSE_MS);
  }
  return false;
}

/** What the operator does to a running deployment. */
export const operatorActs = {
  "operator copies the database": { weight: 4, run: copyDatabase },
  "operator restores a copy": { weight: 1.5, run: restoreCopy },
  "operator changes the secret": secretChange(true),
  "operator rotates the secret": secretRotation(false),
  "operator rotates a stolen secret": secretRotation(true),
  "operator changes the secret and drops the one before": secretChange(false),
} satisfies Record<string, FaultAct>;
