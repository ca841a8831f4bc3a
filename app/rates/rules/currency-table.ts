import { MICROS, RateFault } from "./rate";

/** The table comes out on working days: Easter is four days without one. */
const MAX_TABLE_AGE_MS = 6 * 24 * 60 * 60_000;
/** Between 0.2 and 5 dollars; it was never outside of 0.8 and 1.7. */
const PLAUSIBLE = { min: 200_000n, max: 5_000_000n };

const DAY = /<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>/g;
const DOLLAR =
  /<Cube\s+currency=(["'])USD\1\s+rate=(["'])(?<whole>\d{1,4})(?:\.(?<decimals>\d{1,6}))?\2\s*\/>/g;

export interface CurrencyTable {
  /** Millionths of a dollar that one euro is worth. */
  microDollarsPerEuro: bigint;
  /** YYYY-MM-DD. */
  day: string;
}

/**
 * Reads the ECB's daily table (`eurofxref-daily.xml`): its only day, and its only rate of the dollar.
 * Throws `RateFault`.
 */
export function parseCurrencyTable(xml: string, now: number): CurrencyTable {
  const [days, dollars] = [[...xml.matchAll(DAY)], [...xml.matchAll(DOLLAR)]];
  const day = days[0]?.[2] ?? "";
  const start = Date.parse(`${day}T00:00:00Z`);
  if (days.length !== 1 || dollars.length !== 1 || Number.isNaN(start)) {
    throw new RateFault("table_format");
  }
  const { whole = "", decimals = "" } = dollars[0]?.groups ?? {};
  const microDollarsPerEuro = BigInt(whole) * MICROS + BigInt((decimals ?? "").padEnd(6, "0"));
  const { min, max } = PLAUSIBLE;
  const isPlausible = microDollarsPerEuro >= min && microDollarsPerEuro <= max;
  if (!isPlausible || start > now) throw new RateFault("table_format");
  if (now - start > MAX_TABLE_AGE_MS) throw new RateFault("table_old");
  return { microDollarsPerEuro, day };
}
