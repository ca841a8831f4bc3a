import { SHORT_LIVED_TABLES } from "../../backup/short-lived";
import { signInAll, tellProducts } from "../setup";
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
function restoreCopy({ world, random }: StepContext): boolean {
  const { database, scheduler, story, trace, faults } = world;
  const copy = copies.get(world);
  if (!copy) {
    trace.add("operator", "has no copy to restore");
    return false;
  }
  trace.add("operator", `restores the copy of ${scheduler.now - copy.at} ms ago`);
  database.restore(copy.bytes);
  for (const table of SHORT_LIVED_TABLES) database.write(`DELETE FROM ${table}`);
  story.tell({ kind: "restored", copiedAt: copy.at });
  signInAll(world);
  tellProducts(world);
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

/** What the operator does to a running deployment. */
export const operatorActs = {
  "operator copies the database": { weight: 4, run: copyDatabase },
  "operator restores a copy": { weight: 1.5, run: restoreCopy },
  "operator changes the secret": secretChange(true),
  "operator changes the secret and drops the one before": secretChange(false),
} satisfies Record<string, FaultAct>;
