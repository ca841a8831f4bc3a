import type { GivenKeys, LicencedRight, RightsKey } from "../../../db/licences/given-keys";
import type { Log } from "../../lib/log";
import type { Clock, Ids, Settings } from "../../lib/ports";
import type { LicenceRecord, LicenceRecords, LicenceSealing } from "../ports";
import { GENERATED_KEY_BYTES, generatedKey, keyHash } from "../rules/licence";
import type { ShownKey } from "../rules/shown-key";

export interface GivePorts {
  clock: Clock;
  settings: Pick<Settings, "requireWaiver">;
  ids: Pick<Ids, "bytes">;
  log: Log;
  givenKeys: Pick<
    GivenKeys,
    "ofRights" | "reserve" | "markGiven" | "adopt" | "storeGenerated" | "areRecordsUnread"
  >;
  licenceRecords: Pick<LicenceRecords, "claim">;
  licenceSealing: Pick<LicenceSealing, "open">;
}

export type ShownLicence = LicencedRight & ShownKey;

/** Keys that a view gives for the first time: each takes an object of the file store. */
const MAX_GIVEN_AT_ONCE = 10;
/** Keys that others have by a record which the database lacks: more of them are left to the next view. */
const MAX_TRIES = 5;

/**
 * The keys of rights whose person is asking, one for each whose product gives any. A written key is shown only after
 * an object of the file store says who has it, so that a restored database gives none of them a second time. Where a
 * waiver is required, a key waits for it as the file does.
 */
export async function showKeys(
  rights: readonly LicencedRight[],
  ports: GivePorts,
): Promise<ShownLicence[]> {
  if (rights.length === 0) return [];
  const rows = await ports.givenKeys.ofRights(rights);
  let left = MAX_GIVEN_AT_ONCE;
  const shown: ShownLicence[] = [];
  for (const row of rows) {
    const { orderId, productId } = row;
    if (ports.settings.requireWaiver && row.lacksWaiver) continue;
    const isNew = !row.key?.isGiven;
    if (isNew && (!row.isLive || (row.key === null && row.gets === null))) continue;
    const state = isNew && left-- <= 0 ? PREPARING : await showKey(row, ports);
    shown.push({ orderId, productId, ...state });
  }
  return shown;
}

const PREPARING: ShownKey = { state: "preparing" };

/** What goes wrong outside is logged, and the key is shown by a later view: the page has a file to deliver. */
async function showKey(row: RightsKey, ports: GivePorts): Promise<ShownKey> {
  try {
    return row.key?.isGiven ? await openKey(row, ports) : await giveKey(row, ports);
  } catch (error) {
    ports.log("licence_not_given", { order: row.orderId, error });
    return PREPARING;
  }
}

async function openKey({ sealedKey, key }: RightsKey, ports: GivePorts): Promise<ShownKey> {
  if (!key) return PREPARING;
  const sealing = await ports.licenceSealing.open(sealedKey);
  return { state: "given", key: await sealing.open(key.sealed), isStanding: key.isStanding };
}

async function giveKey(row: RightsKey, ports: GivePorts): Promise<ShownKey> {
  if (await ports.givenKeys.areRecordsUnread()) return PREPARING;
  const generates = row.gets === "generated" && row.key === null;
  return generates ? generateKey(row, ports) : givePoolKey(row, ports);
}

async function givePoolKey({ orderId, productId }: RightsKey, ports: GivePorts): Promise<ShownKey> {
  const { givenKeys, clock } = ports;
  const right = { orderId, productId };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await givenKeys.reserve(right);
    const [row] = await givenKeys.ofRights([right]);
    if (!row?.key) return { state: "missing" };
    if (row.key.isGiven) return openKey(row, ports);
    const { number, hash, sealed } = row.key;
    const record = { ...right, number, hash, sealed, at: clock.now() };
    const standing = await ports.licenceRecords.claim(record);
    if (standing.orderId === orderId && standing.hash === hash) {
      const isGiven = await givenKeys.markGiven({ ...right, number, at: record.at });
      if (!isGiven) return PREPARING;
    } else {
      await givenKeys.adopt(standing);
    }
    const [after] = await givenKeys.ofRights([right]);
    if (after?.key?.isGiven) return openKey(after, ports);
  }
  return PREPARING;
}

/** The record comes first, and names the order: who asks again, or after a restore, gets the same key. */
async function generateKey(
  { orderId, productId, sealedKey }: RightsKey,
  ports: GivePorts,
): Promise<ShownKey> {
  const right = { orderId, productId };
  const key = generatedKey(ports.ids.bytes(GENERATED_KEY_BYTES));
  const sealing = await ports.licenceSealing.open(sealedKey);
  const wanted: LicenceRecord = {
    ...right,
    number: null,
    hash: keyHash(productId, key),
    sealed: await sealing.seal(key),
    at: ports.clock.now(),
  };
  await ports.givenKeys.storeGenerated(await ports.licenceRecords.claim(wanted));
  const [row] = await ports.givenKeys.ofRights([right]);
  return row?.key?.isGiven ? openKey(row, ports) : PREPARING;
}
