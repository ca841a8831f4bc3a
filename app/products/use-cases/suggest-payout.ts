import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";

/**
 * The payout wallet to fill in for a new product: that of the seller's last product, or the linked
 * wallet where it was linked since. Empty without either.
 */
export async function suggestPayout(
  { uid }: { uid: string },
  deps: { products: Pick<Products, "lastPayout">; users: Pick<Users, "byUid"> },
): Promise<string> {
  const [last, user] = await Promise.all([deps.products.lastPayout(uid), deps.users.byUid(uid)]);
  const wallet = user?.wallet ?? "";
  if (!last) return wallet;
  const isLinkedSince = wallet !== "" && (user?.walletLinkedAt ?? 0) > last.createdAt;
  return isLinkedSince ? wallet : last.recipient;
}
