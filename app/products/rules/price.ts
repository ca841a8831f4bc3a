import { formatPrice } from "../../lib/lamports";
import { parseSol } from "../../lib/parse-sol";
import type { RefusalKey } from "../../lib/problem";

export type ParsedPrice =
  | { ok: true; lamports: bigint }
  | { ok: false; problem: RefusalKey; isUnfinished: boolean };

/** The beginning of ".5". */
const SEPARATOR = /^[.,]$/;

/**
 * The price of a product: a SOL amount above 0. `isUnfinished` where more digits can make a price of
 * the text, so that it is not refused while they are typed.
 */
export function parsePrice(text: string): ParsedPrice {
  const amount = parseSol(text);
  if (amount.ok && amount.lamports > 0n) return amount;
  if (amount.ok) return { ok: false, problem: "price_zero", isUnfinished: true };
  const { problem } = amount;
  const isUnfinished = problem === "ambiguous_comma" || SEPARATOR.test(text.trim());
  return { ok: false, problem: `price_${problem}`, isUnfinished };
}

interface TypedPrice {
  price: string;
  free: string;
  isPriceChosen: string;
}

/** The price of a form as `formatPrice` writes it; null where what was typed is none. */
export function typedPrice({ price, free, isPriceChosen }: TypedPrice): string | null {
  const parsed = parsePrice(price);
  const isFree = free !== "";
  if (!isFree && !parsed.ok) return null;
  const priceLamports = parsed.ok ? parsed.lamports : 0n;
  return formatPrice({ isFree, isPriceChosen: isPriceChosen !== "", priceLamports });
}
