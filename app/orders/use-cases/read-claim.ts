import type { IncomingPayments } from "../ports";

export interface Claim {
  /** Title of the product that can be claimed; null where nothing can. */
  name: string | null;
  /** True where this wallet paid, but the order needs no claim any more. */
  gone: boolean;
}

/** What the account whose linked wallet paid an order can claim of it. */
export async function readClaim(
  { orderId, wallet }: { orderId: string; wallet: string | null },
  deps: { incomingPayments: Pick<IncomingPayments, "find"> },
): Promise<Claim> {
  const paid = wallet === null ? null : await deps.incomingPayments.find(orderId, wallet);
  if (!paid?.isPrimary) return { name: null, gone: false };
  const isClaimable = paid.status === "paid_by_other";
  return { name: isClaimable ? paid.title : null, gone: !isClaimable };
}
