import type { Currency } from "../../lib/currency";
import { numberFormat } from "../../lib/intl-format";
import type { Locale } from "../../lib/locale";
import { divide } from "./rate";

const CENTS = 100n;

/** Cents as a language writes them. `Intl` reads the text itself, so that no amount is a float. */
export function formatMoney(cents: bigint, currency: Currency, locale: Locale): string {
  const decimals = (cents % CENTS).toString().padStart(2, "0");
  const amount = `${cents / CENTS}.${decimals}` as `${number}`;
  return numberFormat(locale, { style: "currency", currency }).format(amount);
}

/** "12 EUR", "12,40 €", "$12.40", without spaces and in lower case. */
const MONEY =
  /^(?<sign>[€$])?(?<whole>\d{1,9})(?:[.,](?<decimals>\d{1,2}))?(?<name>€|\$|eur|euros?|usd|dollars?)?$/;

/** An amount that was typed with its currency; null for other texts. */
export function parseMoney(text: string): { cents: bigint; currency: Currency } | null {
  const match = MONEY.exec(text.replace(/\s/g, "").toLowerCase());
  const { sign, whole = "", decimals, name } = match?.groups ?? {};
  const unit = sign ?? name;
  if (!unit || (sign && name)) return null;
  const cents = BigInt(whole) * CENTS + BigInt((decimals ?? "").padEnd(2, "0"));
  return { cents, currency: /^(€|e)/.test(unit) ? "EUR" : "USD" };
}

/** A millionth of a SOL: less than a cent at any rate so far. */
const STEP_LAMPORTS = 1_000n;
/** Of a SOL, in millionths of a cent. */
const LAMPORTS_PER_MICRO = 10_000n * 1_000_000_000n;

/** Lamports that are worth so many cents, rounded to a millionth of a SOL. */
export function lamportsOf(cents: bigint, microsPerSol: bigint): bigint {
  return divide(cents * LAMPORTS_PER_MICRO, microsPerSol * STEP_LAMPORTS) * STEP_LAMPORTS;
}
