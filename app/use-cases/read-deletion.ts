import type { DeletionFacts } from "../domain/account-endings";
import type { Ports } from "../ports";
import type { Received } from "../ports/refunds";

/** What goes, what stays and what stands against it, where a person wants to be removed. */
export async function readDeletion(
  { uid }: { uid: string },
  deps: Pick<Ports, "endings"> & { received: Pick<Received, "countToReview"> },
): Promise<DeletionFacts> {
  const [facts, toDecide] = await Promise.all([
    deps.endings.deletionFacts(uid),
    deps.received.countToReview(uid),
  ]);
  return { ...facts, toDecide };
}
