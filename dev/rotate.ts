/**
 * `npm run rotate [-- --stolen] [--remote]`: encrypts what is stored again under a new session secret. The
 * secrets that a data folder made for itself it renews first; those that are given, the operator has
 * changed before. With `--stolen` the former ones vouch for nothing from now on.
 */
import { parseArgs } from "node:util";
import { type SessionSecrets, secretId } from "../app/lib/session-secrets";
import { parseSigningKeys, parseStolenKeys, publishedKeys } from "../app/lib/signing-keys";
import { resealProductKeys } from "../db/licences/reseal";
import { REMOVE_LINKS, resealStoredKeys } from "../db/orders/reseal";
import { createLicenceSealing } from "../workers/licence-sealing";
import { resealLicenceKeys } from "../workers/r2-licence-records";
import { resealOrderRecords } from "../workers/r2-order-records";
import { createReferenceKeys } from "../workers/reference-keys";
import { remoteDatabase, withParameters } from "./backup/database";
import { runCommand, StartFailure } from "./run/failure";
import {
  localPreviousSecret,
  localSecret,
  localSigningKey,
  renewLocalSecret,
  renewLocalSigningKey,
  stolenKeysOf,
  stolenKeysText,
  writeStolenKeys,
} from "./run/local-secrets";
import { readStartSettings, type StartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

/** What is worked on: the database of a data folder with its bucket, or the deployed database. */
interface Storage {
  db: Pick<D1Database, "prepare" | "batch">;
  /** Null for the deployed one, which wrangler can't list. */
  bucket: R2Bucket | null;
}

interface Rotation {
  settings: StartSettings;
  /** What the data folder has made and this run renews. */
  made: { session: boolean; signing: boolean };
  isStolen: boolean;
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      remote: { type: "boolean", default: false },
      stolen: { type: "boolean", default: false },
    },
  });
  const settings = readStartSettings(process.env);
  const isLocal = !values.remote && settings.cluster === "localnet";
  const session = isLocal && settings.sessionSecret === null;
  // Beside a secret that is given, a run that is repeated makes no new key.
  const renewsKey = session || values.stolen;
  const made = { session, signing: isLocal && renewsKey && !settings.passedOn.SIGNING_KEY };
  if (!session) assertGiven(settings);
  const rotation = { settings, made, isStolen: values.stolen };
  if (values.remote) {
    return rotate(rotation, { db: withParameters(remoteDatabase()), bucket: null });
  }
  await withExistingDatabase(settings.dataDir, async (db, bindings) => {
    const bucket = (await bindings.getR2Bucket("FILES")) as unknown as R2Bucket;
    await rotate(rotation, { db, bucket });
  });
});

function assertGiven({ sessionSecret, passedOn }: StartSettings): void {
  const previous = passedOn.SESSION_SECRET_PREVIOUS;
  if (sessionSecret && previous && previous !== sessionSecret) return;
  throw new StartFailure(
    "Set SESSION_SECRET to a new secret and SESSION_SECRET_PREVIOUS to the one before, as the app has them.",
  );
}

async function rotate(rotation: Rotation, storage: Storage): Promise<void> {
  const { settings, made, isStolen } = rotation;
  const { dataDir } = settings;
  if (made.session) {
    // What an earlier run left under the secret before that one, which the next line forgets.
    await reseal(secretsOf(rotation), storage);
    renewLocalSecret(dataDir);
  }
  if (made.signing) await renewLocalSigningKey(dataDir);
  const renewed = [made.session && "session secret", made.signing && "signing key"].filter(Boolean);
  if (renewed.length > 0) console.log(`Made a new ${renewed.join(" and a new ")} in ${dataDir}.`);

  const { keys, unreadable, records, licences } = await reseal(secretsOf(rotation), storage);
  console.log(`Encrypted anew: ${keys} keys of orders and refunds, ${records} records of orders.`);
  if (licences > 0) console.log(`Encrypted anew: ${licences} keys of licences.`);
  if (unreadable > 0) console.log(`${unreadable} keys can't be read under any of these secrets.`);
  if (isStolen) await declareStolen(rotation, storage);
}

function secretsOf({ settings, made }: Rotation): SessionSecrets {
  const { dataDir, sessionSecret, passedOn } = settings;
  if (made.session) {
    return {
      sessionSecret: localSecret(dataDir, "session"),
      sessionSecretPrevious: localPreviousSecret(dataDir),
    };
  }
  const previous = passedOn.SESSION_SECRET_PREVIOUS ?? null;
  return { sessionSecret: sessionSecret ?? "", sessionSecretPrevious: previous };
}

async function reseal(secrets: SessionSecrets, { db, bucket }: Storage) {
  const referenceKeys = createReferenceKeys(secrets);
  const currentId = await secretId(secrets.sessionSecret);
  const { resealed, unreadable } = await resealStoredKeys(db, referenceKeys, currentId);
  const records = bucket ? await resealOrderRecords(bucket, referenceKeys) : 0;
  const sealing = createLicenceSealing(secrets);
  const ofProducts = await resealProductKeys(db, sealing);
  const inBucket = bucket ? await resealLicenceKeys(bucket, sealing) : 0;
  return {
    keys: resealed,
    unreadable: unreadable + ofProducts.unreadable,
    records,
    licences: ofProducts.resealed + inBucket,
  };
}

/** Names the former secret and keys as stolen, and removes links that the former secret gives. */
async function declareStolen(rotation: Rotation, { db, bucket }: Storage): Promise<void> {
  const { settings, made } = rotation;
  const { dataDir, passedOn } = settings;
  const at = new Date().toISOString();
  const known = parseStolenKeys(stolenKeysOf(dataDir, passedOn.STOLEN_KEYS) ?? "") ?? new Map();
  const signing = made.signing ? localSigningKey(dataDir) : (passedOn.SIGNING_KEY ?? "");
  const signingKeys = parseSigningKeys(signing) ?? [];
  const [, ...formerKeys] = await publishedKeys({ signingKeys, stolenKeys: new Map() });
  const { sessionSecretPrevious: former } = secretsOf(rotation);
  const ids = [...(former ? [await secretId(former)] : []), ...formerKeys.map(({ id }) => id)];
  const stolen = new Map([...ids.map((id) => [id, at] as const), ...known]);

  await db.batch([db.prepare(REMOVE_LINKS)]);
  console.log("Removed the links to files; buyers get new ones by their buttons.");
  console.log(`Stolen from now on: ${ids.join(", ")}.`);
  if (bucket) writeStolenKeys(dataDir, stolen);
  if (bucket && made.session && made.signing) return;
  console.log("Where the app takes its settings from, set what makes them known:");
  console.log(`STOLEN_KEYS=${stolenKeysText(stolen)}`);
}
