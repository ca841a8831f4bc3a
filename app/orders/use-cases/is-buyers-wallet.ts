import type { Users } from "../../../db/accounts/users";
import type { Order } from "../rules/order";

/** True for a wallet that is linked to the account of the order's buyer. */
export async function isBuyersWallet(
  { buyerUid }: Pick<Order, "buyerUid">,
  wallet: string,
  { users }: { users: Pick<Users, "byWallet"> },
): Promise<boolean> {
  return buyerUid !== null && (await users.byWallet(wallet))?.uid === buyerUid;
}
