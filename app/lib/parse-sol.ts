// @chunk none
import { LAMPORTS_PER_SOL, MAX_LAMPORTS, SOL_DECIMALS } from "./lamports";

export type AmountProblem = "not_a_number" | "ambiguous_comma" | "too_many_decimals" | "too_large";

export type ParsedAmount = { ok: true; lamports: bigint } | { ok: false; problem: AmountProblem };

/** "1,000" is a thousand in English and one in French. "0,125" is a decimal in both. */
const AMBIGUOUS_COMMA = /^[1-9]\d{0,2},\d{3}$/;

/**
 * Parses a SOL amount ("0.001", "0,001", "12", ".5") without floating-point arithmetic. The decimal
 * separator is a point or a comma in every language. Rejects a sign, an exponent, a space inside, a
 * second separator and a tenth decimal, and a comma that can be a thousands separator.
 */
export function parseSol(text: string): ParsedAmount {
  const trimmed = text.trim();
  const match = /^(\d*)(?:[.,](\d*))?$/.exec(trimmed);
  const [, whole = "", decimals = ""] = match ?? [];
  if (!match || whole + decimals === "") return { ok: false, problem: "not_a_number" };
  if (AMBIGUOUS_COMMA.test(trimmed)) return { ok: false, problem: "ambiguous_comma" };
  if (decimals.length > SOL_DECIMALS) return { ok: false, problem: "too_many_decimals" };
  if (whole.length > 20) return { ok: false, problem: "too_large" };
  const lamports =
    BigInt(whole || "0") * LAMPORTS_PER_SOL + BigInt(decimals.padEnd(SOL_DECIMALS, "0"));
  if (lamports > MAX_LAMPORTS) return { ok: false, problem: "too_large" };
  return { ok: true, lamports };
}

/**
 * A SOL amount for a text field: with the language's decimal separator and no other. What else was
 * typed stays as it is.
 */
export function typedSol(amount: string, locale: string): string {
  if (locale !== "fr" || !parseSol(amount).ok) return amount;
  const localized = amount.replace(".", ",");
  // "1,125" could be a thousand, which `parseSol` refuses; "1,1250" could not.
  return AMBIGUOUS_COMMA.test(localized) ? `${localized}0` : localized;
}
