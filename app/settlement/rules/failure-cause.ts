import type { RawTransaction } from "../../solana/raw-transaction";

type Message = RawTransaction["transaction"]["message"];

/** Errors of a transaction as a whole that an account which signed it can cause: the fee payer. */
const FEE_PAYER_ERRORS = ["InsufficientFundsForFee", "AccountNotFound", "InvalidAccountForFee"];

/**
 * True where a failed payment failed by an account that signed it: by its balance, or by an instruction
 * in which it stands. Errors are those of the network (`TransactionError`). The reference is no
 * account of the buyer.
 */
export function isFaultOfSigner(error: unknown, message: Message, reference: string): boolean {
  if (typeof error === "string") return FEE_PAYER_ERRORS.includes(error);
  if (typeof error !== "object" || error === null) return false;
  const { InstructionError: failed, InsufficientFundsForRent: rent } = error as {
    InstructionError?: unknown;
    InsufficientFundsForRent?: { account_index?: unknown };
  };
  const isSigner = (index: unknown) =>
    typeof index === "number" &&
    index < message.header.numRequiredSignatures &&
    message.accountKeys[index] !== reference;
  if (rent) return isSigner(rent.account_index);
  const instruction = Array.isArray(failed) ? message.instructions[Number(failed[0])] : undefined;
  return instruction?.accounts.some(isSigner) ?? false;
}
