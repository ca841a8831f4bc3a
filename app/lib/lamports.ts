// @chunk data
import { numberFormat } from "./intl-format";

export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** Largest number of decimals of a SOL amount. */
export const SOL_DECIMALS = 9;

/** Largest amount that D1 returns exactly: an INTEGER reaches the Worker as a JavaScript number. */
export const MAX_LAMPORTS = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A SOL amount (decimal text with a point) as a language writes it: "0.25" is "0,25" in French.
 * `Intl` reads the text itself, so that all 9 decimals stay exact. It drops a plus, which `formatChange` writes.
 */
export function localizeSol(amount: string, locale: string): string {
  const format = numberFormat(locale, { maximumFractionDigits: SOL_DECIMALS });
  return (amount.startsWith("+") ? "+" : "") + format.format(amount as `${number}`);
}

/** In place of an amount: nothing is paid. */
export const FREE = "free";

/** After an amount: the buyer chooses to pay it or more. */
export const AT_LEAST = "+";

interface Priced {
  isFree: boolean;
  isPriceChosen: boolean;
  priceLamports: bigint;
}

/** The price of a product as SOL decimal text, with `AT_LEAST` where the buyer chooses it; or `FREE`. */
export function formatPrice({ isFree, isPriceChosen, priceLamports }: Priced): string {
  if (isFree) return FREE;
  return formatSol(priceLamports) + (isPriceChosen ? AT_LEAST : "");
}

/** The decimal text of a price, and whether it is the least that a buyer may choose. */
export function readPrice(price: string): { amount: string; isLeast: boolean } {
  const isLeast = price.endsWith(AT_LEAST);
  return { amount: isLeast ? price.slice(0, -AT_LEAST.length) : price, isLeast };
}

/** What is added to a price, with its sign. */
export function formatChange(lamports: bigint): string {
  return `${lamports < 0n ? "" : "+"}${formatSol(lamports)}`;
}

/** Lamports as SOL decimal text with a point and without trailing zeros. */
export function formatSol(lamports: bigint): string {
  const sign = lamports < 0n ? "-" : "";
  const magnitude = lamports < 0n ? -lamports : lamports;
  const decimals = (magnitude % LAMPORTS_PER_SOL).toString().padStart(SOL_DECIMALS, "0");
  const significant = decimals.replace(/0+$/, "");
  return `${sign}${magnitude / LAMPORTS_PER_SOL}${significant && `.${significant}`}`;
}
