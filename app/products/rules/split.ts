import { BPS_PER_WHOLE, splitPrice } from "./commission";

/** What the seller of a shared product keeps at least, in basis points of the price. */
const SELLERS_LEAST_BPS = 500n;

/** Parts of a price in lamports. What they leave of it, with all that rounding leaves, is the seller's. */
export interface Split {
  affiliateLamports: bigint;
  /** In the order of the authors. */
  authorLamports: bigint[];
}

/**
 * The parts of those who share in a price: an affiliate's is of what the commission leaves, the authors' are of what
 * both leave. Each is rounded down.
 */
export function splitShares(
  { priceLamports, feeLamports }: { priceLamports: bigint; feeLamports: bigint },
  { affiliateBps, authorBps }: { affiliateBps: number; authorBps: readonly number[] },
): Split {
  const left = priceLamports - feeLamports;
  const affiliateLamports = partOf(left, affiliateBps);
  const rest = left - affiliateLamports;
  return { affiliateLamports, authorLamports: authorBps.map((bps) => partOf(rest, bps)) };
}

function partOf(lamports: bigint, bps: number): bigint {
  return (lamports * BigInt(bps)) / BPS_PER_WHOLE;
}

/** What the seller gets of a price where all who share get their parts, in lamports. */
export function sellersLeast(
  priceLamports: bigint,
  feeBps: number,
  affiliateBps: number,
  authorBps: readonly number[],
): bigint {
  const { feeLamports, shareLamports } = splitPrice(priceLamports, feeBps);
  const split = splitShares({ priceLamports, feeLamports }, { affiliateBps, authorBps });
  const shared = split.authorLamports.reduce((sum, part) => sum + part, split.affiliateLamports);
  return shareLamports - shared;
}

/**
 * True where it is enough of the price: a twentieth, and the rent minimum (lamports), so that each leg of the
 * seller can be received by an empty account.
 */
export function isEnoughForSeller(
  sellersLamports: bigint,
  { priceLamports, rentMinimum }: { priceLamports: bigint; rentMinimum: bigint },
): boolean {
  const part = sellersLamports * BPS_PER_WHOLE >= priceLamports * SELLERS_LEAST_BPS;
  return part && sellersLamports >= rentMinimum;
}
