/** Below this balance (lamports) a new account without data can't exist on Solana. */
export const RENT_EXEMPT_MINIMUM_LAMPORTS = 890_880n;

/** What the network takes for each signature (lamports). */
export const SIGNATURE_FEE_LAMPORTS = 5_000n;

/**
 * Compute units asked for. Ours use 600; the rest leaves room for the guard instructions that
 * wallets add without touching the limit.
 */
export const COMPUTE_UNIT_LIMIT = 20_000;

/** Price of a compute unit (micro-lamports): 200 lamports in all, enough to not be last in line. */
export const COMPUTE_UNIT_PRICE_MICRO_LAMPORTS = 10_000n;

/** Priority fee of our transaction (lamports), rounded up as the network does. */
export const PRIORITY_FEE_LAMPORTS =
  (BigInt(COMPUTE_UNIT_LIMIT) * COMPUTE_UNIT_PRICE_MICRO_LAMPORTS + 999_999n) / 1_000_000n;

/** Blocks for which a blockhash is accepted. */
export const BLOCKHASH_VALID_BLOCKS = 150;

/** An order that nobody pays is closed after this time (ms). */
export const ORDER_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A download token may be used to start for this time (ms). */
export const DOWNLOAD_START_WINDOW_MS = 15 * 60 * 1000;

/** A download that has started may continue for this time (ms). */
export const DOWNLOAD_CONTINUE_WINDOW_MS = 24 * 60 * 60 * 1000;

/** Network fees of our transaction (lamports), by how many keys sign it. */
export function networkFee(signatures: number): bigint {
  return SIGNATURE_FEE_LAMPORTS * BigInt(signatures) + PRIORITY_FEE_LAMPORTS;
}

/** True when an account may be left with this balance: nothing at all, or the rent minimum. */
export function canRemain(lamports: bigint): boolean {
  return lamports === 0n || lamports >= RENT_EXEMPT_MINIMUM_LAMPORTS;
}
