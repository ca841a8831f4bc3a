import { Problem } from "../../lib/problem";
import type { IssuedDownload, Purchases } from "../../orders/ports";
import { issueDownload } from "./issue-download";

type Deps = Parameters<typeof issueDownload>[1] & {
  purchases: Pick<Purchases, "find" | "markRefresh">;
};

/** A fresh link for the owner of a purchase. Throws `not_found` where there is none. */
export async function refreshDownload(
  { uid, productId }: { uid: string; productId: string },
  deps: Deps,
): Promise<IssuedDownload> {
  if (!(await deps.purchases.find(uid, productId))) throw new Problem("not_found");
  await deps.purchases.markRefresh(uid, productId, deps.clock.now());
  return issueDownload({ uid, productId }, deps);
}
