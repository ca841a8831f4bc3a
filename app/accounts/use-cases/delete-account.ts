import type { AccountLifecycle } from "../../../db/accounts/account-lifecycle";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OwnedRecords } from "../ports";
import type { DeletionFacts } from "../rules/account-lifecycle";

/** What deleting an account removes, what it keeps, and what prevents it at present. */
export async function readAccountDeletion(
  { uid }: { uid: string },
  deps: {
    accountLifecycle: Pick<AccountLifecycle, "deletionFacts">;
    ownedRecords: Pick<OwnedRecords, "countToReview">;
  },
): Promise<DeletionFacts> {
  const [facts, toDecide] = await Promise.all([
    deps.accountLifecycle.deletionFacts(uid),
    deps.ownedRecords.countToReview(uid),
  ]);
  return { ...facts, toDecide };
}

/**
 * Deletes an account: see the page on accounts that end in `docs/decisions`. Throws `conflict` while
 * the user has a payment open or payments of others to decide on.
 */
export async function deleteAccount(
  { uid }: { uid: string },
  deps: {
    accountLifecycle: Pick<AccountLifecycle, "deletionFacts" | "remove">;
    ownedRecords: OwnedRecords;
    ids: Pick<Ids, "uuid">;
    clock: Clock;
  },
): Promise<void> {
  const { payingNow, toDecide } = await readAccountDeletion({ uid }, deps);
  if (payingNow > 0) throw new Problem("conflict", { messageKey: "page-deletion:refused.paying" });
  if (toDecide > 0) throw new Problem("conflict", { messageKey: "page-deletion:refused.toDecide" });
  if (!(await deps.accountLifecycle.remove(uid, deps.ids.uuid(), deps.clock.now())))
    throw new Problem("conflict");
  await deps.ownedRecords.removeFiles();
}
