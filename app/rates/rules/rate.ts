import type { Currency } from "../../lib/currency";

/** What one SOL is worth. A sign beside a price: no order, ledger or limit reads it. */
export interface Rate {
  /** Millionths of each currency. */
  micros: Record<Currency, bigint>;
  /** When the price feed published it (epoch ms). */
  at: number;
  /** Base58 address of the feed. */
  feed: string;
  /** Day of the table of currencies (YYYY-MM-DD). */
  day: string;
}

/** A rate for amounts that a person types. */
export interface ShownRate extends Pick<Rate, "micros" | "at"> {
  /** That of the page. */
  currency: Currency;
}

/** Why no new rate could be read. */
export type RateFaultReason =
  | "nodes_down"
  | "nodes_disagree"
  | "feed_missing"
  | "feed_owner"
  | "feed_format"
  | "feed_id"
  | "feed_unverified"
  | "feed_price"
  | "feed_unsure"
  | "feed_old"
  | "feed_ahead"
  | "table_down"
  | "table_format"
  | "table_old";

export class RateFault extends Error {
  constructor(readonly reason: RateFaultReason) {
    super(reason);
  }
}

export const MICROS = 1_000_000n;
/** A rate is shown for so long after the feed has published it. */
const MAX_RATE_AGE_MS = 10 * 60_000;
/** Clocks of the feed and of the Worker may differ by so much. */
export const MAX_AHEAD_MS = 60_000;

/** True while a rate may be shown. */
export function isCurrent({ at }: Pick<Rate, "at">, now: number): boolean {
  return now - at <= MAX_RATE_AGE_MS && at - now <= MAX_AHEAD_MS;
}

/** The rate by the price of SOL in dollars and the dollars of a euro, both in millionths. */
export function rateOf(
  price: { microDollars: bigint; at: number },
  table: { microDollarsPerEuro: bigint; day: string },
  feed: string,
): Rate {
  const USD = price.microDollars;
  const EUR = divide(USD * MICROS, table.microDollarsPerEuro);
  return { micros: { EUR, USD }, at: price.at, feed, day: table.day };
}

const LAMPORTS_PER_SOL = 1_000_000_000n;
const MICROS_PER_CENT = 10_000n;

/** What lamports are worth, in cents. */
export function centsOf(lamports: bigint, microsPerSol: bigint): bigint {
  return divide(lamports * microsPerSol, LAMPORTS_PER_SOL * MICROS_PER_CENT);
}

/** The quotient of positive numbers, rounded. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor;
}
