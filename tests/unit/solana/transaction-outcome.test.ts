import { expect, test } from "vitest";
import { outcomeOf } from "../../../app/solana/transaction-outcome";

test.each([
  ["succeeded", null, 5_000],
  ["succeeded", null, undefined],
  ["failed", { InstructionError: [0, { Custom: 1 }] }, 5_000],
  ["failed", { InsufficientFundsForRent: { account_index: 0 } }, 5_000],
  ["failed", { InstructionError: [0, { Custom: 1 }] }, undefined],
  ["not_run", { InsufficientFundsForRent: { account_index: 0 } }, 0],
  ["not_run", "InsufficientFundsForFee", 0],
  ["not_run", "AccountNotFound", undefined],
  ["failed", "ProgramAccountNotFound", undefined],
] as const)("%s: error %o, fee %o", (outcome, err, fee) => {
  expect(outcomeOf(err, fee)).toBe(outcome);
});
