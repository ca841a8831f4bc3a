export const LEG_ROLES = ["seller", "platform", "author", "affiliate"] as const;
export type LegRole = (typeof LEG_ROLES)[number];

/**
 * One of those who receive a part of a payment. No account: merges and deletions change accounts, and a leg
 * is frozen. The seller's is `orders.owner_uid`.
 */
export interface Leg {
  role: LegRole;
  /** Address that receives it. */
  wallet: string;
  /** Lamports as decimal text, above 0. */
  amount: string;
}

interface HasLegs {
  legs: readonly Pick<Leg, "role" | "amount">[];
}

/** What is paid in all, in lamports. */
export function totalOf({ legs }: HasLegs): bigint {
  return legs.reduce((total, { amount }) => total + BigInt(amount), 0n);
}

/** What those of a role receive, in lamports. */
export function lamportsTo({ legs }: HasLegs, role: LegRole): bigint {
  return totalOf({ legs: legs.filter((leg) => leg.role === role) });
}

/** Of a sale by one seller: the commission first, the seller's share last. A part of 0 has no leg. */
export function legsOfSale(sale: {
  recipient: string;
  platform: string;
  sellerLamports: bigint;
  feeLamports: bigint;
}): Leg[] {
  const legs: Leg[] = [
    { role: "platform", wallet: sale.platform, amount: `${sale.feeLamports}` },
    {
      role: "seller",
      wallet: sale.recipient,
      amount: `${sale.sellerLamports}`,
    },
  ];
  return legs.filter(({ amount }) => amount !== "0");
}
