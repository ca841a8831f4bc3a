/** Basis points of a whole. */
export const BPS_PER_WHOLE = 10_000n;

export interface PriceSplit {
  /** Lamports for the seller. */
  shareLamports: bigint;
  /** Lamports for the platform. */
  feeLamports: bigint;
}

/**
 * Splits a price (lamports) by a commission in basis points, rounded half up.
 * The seller's share is the remainder, so that both add up to the price.
 */
export function splitPrice(priceLamports: bigint, feeBps: number): PriceSplit {
  const feeLamports = (priceLamports * BigInt(feeBps) + BPS_PER_WHOLE / 2n) / BPS_PER_WHOLE;
  return { shareLamports: priceLamports - feeLamports, feeLamports };
}

/** The smallest price (lamports) of which the seller's share is at least `shareLamports`. */
export function priceOfShare(shareLamports: bigint, feeBps: number): bigint {
  const shareBps = BPS_PER_WHOLE - BigInt(feeBps);
  let price = (shareLamports * BPS_PER_WHOLE) / shareBps;
  // Rounding of the commission moves it by a lamport at most.
  while (price > 0n && splitPrice(price - 1n, feeBps).shareLamports >= shareLamports) price--;
  while (splitPrice(price, feeBps).shareLamports < shareLamports) price++;
  return price;
}
