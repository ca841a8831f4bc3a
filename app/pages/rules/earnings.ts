import { LAMPORTS_PER_SOL } from "../../lib/lamports";
import { type AmountProblem, parseSol } from "../../lib/parse-sol";
import { splitPrice } from "../../products/rules/commission";

/** The form as it was typed. */
export interface EarningsForm {
  /** SOL. */
  price: string;
  sales: string;
  /** Value of one SOL in the visitor's currency; empty for none. */
  rate: string;
}

export interface EarningsErrors {
  price?: AmountProblem | "not_positive";
  sales?: "out_of_range";
  rate?: AmountProblem | "not_positive";
}

/** What one commission leaves of all sales. */
export interface Earnings {
  feeBps: number;
  feeLamports: bigint;
  shareLamports: bigint;
  /** Hundredths of the visitor's currency, rounded half up; null without a rate. */
  sellerCents: bigint | null;
}

export const MAX_SALES = 1_000_000;

/** Reads the form; a price of more than 9 decimals and a fraction of a sale are errors. */
export function parseEarnings(
  form: EarningsForm,
):
  | { ok: true; priceLamports: bigint; sales: bigint; rate: bigint | null }
  | { ok: false; errors: EarningsErrors } {
  const price = parsePositive(form.price);
  const sales = /^\d{1,7}$/.test(form.sales.trim()) ? BigInt(form.sales.trim()) : 0n;
  const rate = form.rate.trim() === "" ? null : parsePositive(form.rate);
  const errors: EarningsErrors = {};
  if (typeof price === "string") errors.price = price;
  if (sales < 1n || sales > BigInt(MAX_SALES)) errors.sales = "out_of_range";
  if (typeof rate === "string") errors.rate = rate;
  if (typeof price === "string" || typeof rate === "string" || errors.sales) {
    return { ok: false, errors };
  }
  return { ok: true, priceLamports: price, sales, rate };
}

/**
 * Commission and share of a number of sales: that of one sale, as it is charged, times the number.
 *
 * @param rate value of one SOL in billionths of a currency, as `parseSol` reads it
 */
export function earningsOf(
  { priceLamports, sales, rate }: { priceLamports: bigint; sales: bigint; rate: bigint | null },
  feeBps: number,
): Earnings {
  const one = splitPrice(priceLamports, feeBps);
  const shareLamports = one.shareLamports * sales;
  return {
    feeBps,
    feeLamports: one.feeLamports * sales,
    shareLamports,
    sellerCents: rate === null ? null : centsOf(shareLamports, rate),
  };
}

/** Billionths of SOL times billionths of a currency, as hundredths of the currency. */
function centsOf(lamports: bigint, rate: bigint): bigint {
  const perCent = (LAMPORTS_PER_SOL * LAMPORTS_PER_SOL) / 100n;
  return (lamports * rate + perCent / 2n) / perCent;
}

function parsePositive(text: string): bigint | AmountProblem | "not_positive" {
  const read = parseSol(text);
  if (!read.ok) return read.problem;
  return read.lamports > 0n ? read.lamports : "not_positive";
}
