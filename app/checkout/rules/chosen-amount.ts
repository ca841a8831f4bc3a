import { formatSol } from "../../lib/lamports";
import { parseSol } from "../../lib/parse-sol";
import type { MessageKey } from "../../lib/problem";

/** Why an amount can't be paid, as a text with its values. */
export interface RefusedAmount {
  /** What was typed. */
  text: string;
  messageKey: MessageKey;
  params?: Record<string, string>;
}

/**
 * What a buyer types as the price of a product that leaves it to the buyer: SOL as decimal text, at least the seller's
 * price (lamports). Null where nothing is typed.
 */
export function readAmount(
  text: string | null | undefined,
  leastLamports: bigint,
): { lamports: bigint } | { problem: RefusedAmount } | null {
  if (!text?.trim()) return null;
  const amount = parseSol(text);
  if (!amount.ok) return { problem: { text, messageKey: `price_${amount.problem}` } };
  if (amount.lamports >= leastLamports) return { lamports: amount.lamports };
  const params = { amount: formatSol(leastLamports) };
  return { problem: { text, messageKey: "amount_below_minimum", params } };
}
