import { splitShares } from "../../products/rules/split";

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

/** Roles of those who share in a sale beside its seller and the platform. */
const SHARE_ROLES: readonly LegRole[] = ["author", "affiliate"];

export function isShare({ role }: Pick<Leg, "role">): boolean {
  return SHARE_ROLES.includes(role);
}

/** What is paid in all, in lamports. */
export function totalOf({ legs }: HasLegs): bigint {
  return legs.reduce((total, { amount }) => total + BigInt(amount), 0n);
}

/** What those of a role receive, in lamports. */
export function lamportsTo({ legs }: HasLegs, role: LegRole): bigint {
  return totalOf({ legs: legs.filter((leg) => leg.role === role) });
}

/** The legs that a wallet pays: its own share is due to nobody. */
export function legsDueFrom<T extends PaidLeg>(
  payer: string | undefined,
  { legs }: { legs: readonly T[] },
): T[] {
  return legs.filter((leg) => !isShare(leg) || leg.wallet !== payer);
}

/**
 * One of those who share in a sale. In basis points: an affiliate of what the commission leaves of its price, an
 * author of what both leave.
 */
export interface Sharer {
  role: Extract<LegRole, "author" | "affiliate">;
  wallet: string;
  bps: number;
}

/** Their parts, an affiliate's first: the rest is the seller's. A part of 0 is none. One affiliate at most. */
export function sharesOfPrice(
  sharers: readonly Sharer[],
  price: { priceLamports: bigint; feeLamports: bigint },
): Leg[] {
  const authors = sharers.filter(({ role }) => role === "author");
  // A wallet has one leg: an author who has led the buyer here has the author's.
  const affiliate = sharers.find(
    ({ role, wallet }) => role === "affiliate" && !authors.some((one) => one.wallet === wallet),
  );
  const { affiliateLamports, authorLamports } = splitShares(price, {
    affiliateBps: affiliate?.bps ?? 0,
    authorBps: authors.map(({ bps }) => bps),
  });
  const ofAuthors = authors.map(({ role, wallet }, index): Leg => {
    return { role, wallet, amount: `${authorLamports[index]}` };
  });
  const ofAffiliate: Leg[] = affiliate
    ? [{ role: "affiliate", wallet: affiliate.wallet, amount: `${affiliateLamports}` }]
    : [];
  return [...ofAffiliate, ...ofAuthors].filter(({ amount }) => amount !== "0");
}

/** What others owe the seller, in lamports by wallet, is taken off their shares. */
export function withoutDebts(
  shares: readonly Leg[],
  debts: ReadonlyMap<string, bigint>,
): { shares: Leg[]; withheld: Leg[] } {
  const withheld = shares.map((share) => {
    const [amount, debt] = [BigInt(share.amount), debts.get(share.wallet) ?? 0n];
    return { ...share, amount: `${debt < amount ? debt : amount}` };
  });
  const left = shares.map((share, index) => ({
    ...share,
    amount: `${BigInt(share.amount) - BigInt(withheld[index]?.amount ?? 0)}`,
  }));
  const isSome = ({ amount }: Leg) => amount !== "0";
  return { shares: left.filter(isSome), withheld: withheld.filter(isSome) };
}

/** Of a sale: the commission first, what is left for the seller last. A part of 0 has no leg. */
export function legsOfSale(sale: {
  recipient: string;
  platform: string;
  priceLamports: bigint;
  feeLamports: bigint;
  shares?: readonly Leg[];
}): Leg[] {
  const { recipient, platform, priceLamports, feeLamports, shares = [] } = sale;
  const shared = totalOf({ legs: shares });
  const legs: Leg[] = [
    { role: "platform", wallet: platform, amount: `${feeLamports}` },
    ...shares,
    { role: "seller", wallet: recipient, amount: `${priceLamports - feeLamports - shared}` },
  ];
  return legs.filter(({ amount }) => amount !== "0");
}

/** Of a transaction to those who share in a sale: the last one stands where a sale has its seller. */
export function legsOfSharing(shares: readonly Leg[]): { legs: PaidLeg[]; recipient: string } {
  const last = shares.at(-1);
  if (!last) throw new Error("nobody shares");
  return { legs: [...shares.slice(0, -1), { ...last, role: "seller" }], recipient: last.wallet };
}

/** Of a refund, which is built and verified as a payment: all of it to the wallet that paid. */
export function legsOfRefund(payer: string, lamports: bigint): PaidLeg[] {
  return [{ role: "seller", wallet: payer, amount: lamports.toString() }];
}
