import { parseSol } from "../../lib/parse-sol";
import type { Terms } from "./terms";

/** 0.01 SOL: where `MIN_RATED_SOL` is not set. */
export const DEFAULT_MIN_RATED_LAMPORTS = 10_000_000n;

/**
 * The least amount (lamports) of a sale that counts for the badge of best sellers and for the stars of its review: half of
 * what the seller asks, and not less than `minimum`. The commission of a sale to oneself is what a star costs.
 */
export function rankedFrom({ list }: Pick<Terms, "list">, minimum: bigint): bigint {
  const half = (BigInt(list.amount) + 1n) / 2n;
  return half > minimum ? half : minimum;
}

/** `MIN_RATED_SOL` in lamports; null for what is no amount in SOL. */
export function parseMinRated(text: string): bigint | null {
  const amount = parseSol(text);
  return amount.ok ? amount.lamports : null;
}
