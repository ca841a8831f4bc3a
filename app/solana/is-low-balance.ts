/** Errors of the network where an account has too few lamports. */
const LOW_BALANCE_ERRORS = [
  "InsufficientFundsForFee",
  "InsufficientFundsForRent",
  "AccountNotFound",
];
/** SystemError::ResultWithNegativeLamports. */
const NEGATIVE_LAMPORTS = 1;

/** True for an error of a simulation where an account has too few lamports. */
export function isLowBalance(error: unknown): boolean {
  if (typeof error === "string") return LOW_BALANCE_ERRORS.includes(error);
  if (typeof error !== "object" || error === null) return false;
  if ("InsufficientFundsForRent" in error) return true;
  const { InstructionError } = error as { InstructionError?: unknown };
  const custom = Array.isArray(InstructionError) ? InstructionError[1] : null;
  return typeof custom === "object" && custom?.Custom === NEGATIVE_LAMPORTS;
}
