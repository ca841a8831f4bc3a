/** Smallest units in one SOL. */
export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** Digits after the point that a SOL amount can have. */
export const SOL_DECIMALS = 9;

/** Largest amount that survives D1's INTEGER, which reaches the Worker as a JavaScript number. */
export const MAX_LAMPORTS = BigInt(Number.MAX_SAFE_INTEGER);

export type AmountProblem = "not_a_number" | "ambiguous_comma" | "too_many_decimals" | "too_large";

export type ParsedAmount = { ok: true; lamports: bigint } | { ok: false; problem: AmountProblem };

/** "1,000": a thousand to an English reader, one to a French reader. "0,125" is only a decimal. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2},\d{3}$/;

/**
 * Reads a SOL amount from its decimal text ("0.001", "0,001", "12", ".5"), never through a float.
 * The decimal separator is a point or a comma, whatever the language. A sign, an exponent, a blank
 * inside, a second separator or a tenth decimal is a problem; so is a comma before exactly three
 * digits, where it can be a thousands separator.
 */
export function parseSol(text: string): ParsedAmount {
  const typed = text.trim();
  const match = /^(\d*)(?:[.,](\d*))?$/.exec(typed);
  const [, whole = "", decimals = ""] = match ?? [];
  if (!match || whole + decimals === "") return { ok: false, problem: "not_a_number" };
  if (MAYBE_THOUSANDS.test(typed)) return { ok: false, problem: "ambiguous_comma" };
  if (decimals.length > SOL_DECIMALS) return { ok: false, problem: "too_many_decimals" };
  if (whole.length > 20) return { ok: false, problem: "too_large" };
  const lamports =
    BigInt(whole || "0") * LAMPORTS_PER_SOL + BigInt(decimals.padEnd(SOL_DECIMALS, "0"));
  if (lamports > MAX_LAMPORTS) return { ok: false, problem: "too_large" };
  return { ok: true, lamports };
}

/** Lamports as SOL decimal text with a point and no more decimals than the amount has. */
export function formatSol(lamports: bigint): string {
  const sign = lamports < 0n ? "-" : "";
  const size = lamports < 0n ? -lamports : lamports;
  const decimals = (size % LAMPORTS_PER_SOL).toString().padStart(SOL_DECIMALS, "0");
  const shown = decimals.replace(/0+$/, "");
  return `${sign}${size / LAMPORTS_PER_SOL}${shown && `.${shown}`}`;
}
