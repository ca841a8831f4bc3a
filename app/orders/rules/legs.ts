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

/** What a transfer is built from and judged by. */
export type PaidLeg = Pick<Leg, "role" | "wallet" | "amount">;

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
  priceLamports: bigint;
  feeLamports: bigint;
}): Leg[] {
  const legs: Leg[] = [
    { role: "platform", wallet: sale.platform, amount: `${sale.feeLamports}` },
    {
      role: "seller",
      wallet: sale.recipient,
      amount: `${sale.priceLamports - sale.feeLamports}`,
    },
  ];
  return legs.filter(({ amount }) => amount !== "0");
}

/** Of a refund, which is built and verified as a payment: all of it to the wallet that paid. */
export function legsOfRefund(payer: string, lamports: bigint): PaidLeg[] {
  return [{ role: "seller", wallet: payer, amount: lamports.toString() }];
}
