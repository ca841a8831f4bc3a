import type { AccountLifecycle, ReviewCount } from "../ports";
import type { DeletionFacts } from "../rules/account-lifecycle";

/** What goes, what stays and what stands against it, where a person wants to be removed. */
export async function readDeletion(
  { uid }: { uid: string },
  deps: {
    accountLifecycle: Pick<AccountLifecycle, "deletionFacts">;
    incomingPayments: ReviewCount;
  },
): Promise<DeletionFacts> {
  const [facts, toDecide] = await Promise.all([
    deps.accountLifecycle.deletionFacts(uid),
    deps.incomingPayments.countToReview(uid),
  ]);
  return { ...facts, toDecide };
}
