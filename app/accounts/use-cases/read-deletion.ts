import type { Endings, ReviewCount } from "../ports";
import type { DeletionFacts } from "../rules/account-lifecycle";

/** What goes, what stays and what stands against it, where a person wants to be removed. */
export async function readDeletion(
  { uid }: { uid: string },
  deps: { endings: Pick<Endings, "deletionFacts">; received: ReviewCount },
): Promise<DeletionFacts> {
  const [facts, toDecide] = await Promise.all([
    deps.endings.deletionFacts(uid),
    deps.received.countToReview(uid),
  ]);
  return { ...facts, toDecide };
}
