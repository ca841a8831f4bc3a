const BPS_PER_WHOLE = 10_000n;

export interface PriceSplit {
  /** Lamports for the seller. */
  sellerLamports: bigint;
  /** Lamports for the platform. */
  feeLamports: bigint;
}

/**
 * Splits a price (lamports) by a commission in basis points, rounded half up.
 * The seller's share is the remainder, so that both add up to the price.
 */
export function splitPrice(priceLamports: bigint, feeBps: number): PriceSplit {
  const feeLamports = (priceLamports * BigInt(feeBps) + BPS_PER_WHOLE / 2n) / BPS_PER_WHOLE;
  return { sellerLamports: priceLamports - feeLamports, feeLamports };
}
