/** Network fee for each signature. */
export const SIGNATURE_FEE_LAMPORTS = 5_000n;

/**
 * Requested compute units. A payment uses 600; the rest is for instructions that wallets add without
 * raising the limit.
 */
export const COMPUTE_UNIT_LIMIT = 20_000;

/** Price of a compute unit: 200 lamports in total, so that payments rank above those without a price. */
export const COMPUTE_UNIT_PRICE_MICRO_LAMPORTS = 10_000n;

/** Priority fee of a payment, rounded up as the network does. */
export const PRIORITY_FEE_LAMPORTS =
  (BigInt(COMPUTE_UNIT_LIMIT) * COMPUTE_UNIT_PRICE_MICRO_LAMPORTS + 999_999n) / 1_000_000n;

/** Network fees (lamports) of a payment with this number of signatures. */
export function networkFee(signatures: number): bigint {
  return SIGNATURE_FEE_LAMPORTS * BigInt(signatures) + PRIORITY_FEE_LAMPORTS;
}
