import type { RefusalKey } from "../../lib/problem";
import { parsePrice } from "./price";

/** Whether buyers choose what to pay, the price or more. */
export interface ChosenPrice {
  isPriceChosen: boolean;
  /** What the page suggests, the price or more; null for no suggestion. */
  suggestedLamports: bigint | null;
}

const FIXED: ChosenPrice = { isPriceChosen: false, suggestedLamports: null };

interface ChosenColumns {
  isPriceChosen: boolean | number;
  priceLamports: bigint | number;
}

/** Of a product with a price: an older version that makes one free does not know of chosen prices. */
export function hasChosenPrice(row: ChosenColumns): boolean {
  return Boolean(row.isPriceChosen) && BigInt(row.priceLamports) > 0n;
}

/** As `hasChosenPrice`, with the suggestion: an older version may have set a price above it. */
export function chosenPriceIn(
  row: ChosenColumns & { suggestedLamports: bigint | number | null },
): ChosenPrice {
  if (!hasChosenPrice(row)) return FIXED;
  const suggested = row.suggestedLamports === null ? null : BigInt(row.suggestedLamports);
  const isCurrent = suggested !== null && suggested >= BigInt(row.priceLamports);
  return { isPriceChosen: true, suggestedLamports: isCurrent ? suggested : null };
}

interface TypedChoice {
  free: string;
  isPriceChosen: string;
  /** SOL as decimal text. */
  suggested: string;
}

/**
 * The choice of a form with this price. A free product has none, and without one the suggestion is not read. An
 * empty one is no suggestion; another has to be a price and at least the least that may be paid.
 */
export function chosenPrice(
  { free, isPriceChosen, suggested }: TypedChoice,
  priceLamports: bigint,
): ({ ok: true } & ChosenPrice) | { ok: false; problem: RefusalKey } {
  if (free !== "" || isPriceChosen === "") return { ok: true, ...FIXED };
  if (suggested.trim() === "") return { ok: true, isPriceChosen: true, suggestedLamports: null };
  const parsed = parsePrice(suggested);
  if (!parsed.ok) return parsed;
  if (parsed.lamports < priceLamports) return { ok: false, problem: "suggestion_below_price" };
  return { ok: true, isPriceChosen: true, suggestedLamports: parsed.lamports };
}
