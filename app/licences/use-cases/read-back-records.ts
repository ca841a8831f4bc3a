import type { GivenKeys } from "../../../db/licences/given-keys";
import type { Clock } from "../../lib/ports";
import type { LicenceRecords } from "../ports";
import { STATEMENT_DAYS } from "../rules/licence";
import { UNREAD_RECORDS } from "../rules/unread-records";

/** Records of a run: each takes a read of the file store and a batch of the database. */
const RECORDS_OF_RUN = 100;

interface Ports {
  clock: Clock;
  sweepProgress: {
    read(name: string): Promise<string | null>;
    write(name: string, cursor: string, at: number): Promise<void>;
  };
  givenKeys: Pick<GivenKeys, "adopt" | "lacksSettings" | "restoreSettings" | "endUnread">;
  licenceRecords: Pick<LicenceRecords, "list" | "readKey">;
}

/**
 * After a restore: writes who has which licence key, of records that the database lacks, some a run. No key is given
 * until all are read. Does nothing at other times.
 */
export async function readBackLicences(ports: Ports): Promise<void> {
  const { sweepProgress, givenKeys, licenceRecords, clock } = ports;
  const cursor = await sweepProgress.read(UNREAD_RECORDS);
  if (cursor === null) return;
  const { records, last, isLast } = await licenceRecords.list(cursor || null, RECORDS_OF_RUN);
  for (const record of records) {
    await restoreSettings(record.productId, ports);
    await givenKeys.adopt(record);
  }
  if (isLast) await givenKeys.endUnread(UNREAD_RECORDS, cursor);
  else await sweepProgress.write(UNREAD_RECORDS, last ?? "", clock.now());
}

/** A product whose settings are newer than the copy has them again, without which its keys can't be opened. */
async function restoreSettings(
  productId: string,
  { givenKeys, licenceRecords, clock }: Ports,
): Promise<void> {
  if (!(await givenKeys.lacksSettings(productId))) return;
  const sealedKey = await licenceRecords.readKey(productId);
  if (sealedKey === null) return;
  const at = clock.now();
  await givenKeys.restoreSettings(productId, { sealedKey, statementDays: STATEMENT_DAYS, at });
}
