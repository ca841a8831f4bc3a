/** Smallest units in one SOL. */
export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** Digits after the point that a SOL amount can have. */
export const SOL_DECIMALS = 9;

/** Largest amount that survives D1's INTEGER, which reaches the Worker as a JavaScript number. */
export const MAX_LAMPORTS = BigInt(Number.MAX_SAFE_INTEGER);

export type AmountProblem = "not_a_number" | "too_many_decimals" | "too_large";

export type ParsedAmount = { ok: true; lamports: bigint } | { ok: false; problem: AmountProblem };

/**
 * Reads a SOL amount from its decimal text ("0.001", "12", ".5"), never through a float.
 * A sign, an exponent, a comma or a tenth decimal is a problem, not a guess.
 */
export function parseSol(text: string): ParsedAmount {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text.trim());
  const [, whole = "", decimals = ""] = match ?? [];
  if (!match || whole + decimals === "") return { ok: false, problem: "not_a_number" };
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
