/**
 * What became of a transaction that a block holds. `not_run`: it stands in the block without effect
 * (SIMD-0290), and may run in a later one while its blockhash is valid.
 */
export type TransactionOutcome = "succeeded" | "failed" | "not_run";

/** Errors that only the check of the fee payer gives, before anything is run. */
const FEE_PAYER_ERRORS = new Set([
  "AccountNotFound",
  "InsufficientFundsForFee",
  "InvalidAccountForFee",
]);

/**
 * The outcome by what nodes show. SIMD-0290 does not say how they show a transaction that was not run:
 * this follows Agave, where its error is that of the check of the fee payer and its fee is 0. A
 * transaction that was run pays its fee, also where it fails. Without the fee, which lists and statuses
 * leave out, the error decides.
 *
 * @param err of a node's `meta` or status
 * @param fee lamports; undefined where the node does not show it
 */
export function outcomeOf(err: unknown, fee?: number | null): TransactionOutcome {
  if (err === null) return "succeeded";
  if (fee !== undefined && fee !== null) return fee === 0 ? "not_run" : "failed";
  return typeof err === "string" && FEE_PAYER_ERRORS.has(err) ? "not_run" : "failed";
}
