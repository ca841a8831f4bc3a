import { z } from "zod";
import { transactionErrorText } from "../error-texts";
import type { WireTransaction } from "../parse-wire";
import type { Outcome, TransactionErrorJson } from "../types";
import type { Methods, RpcContext } from "./context";
import { CODES, invalidParams, RpcError } from "./errors";
import { commitment, optional, positional, readParams, slotNumber } from "./params";
import { assertContextSlot, readTransaction, wireEncoding } from "./wire-params";

/** Submission of transactions. */
export const sendMethods: Methods = { sendTransaction };

const sendConfig = z.object({
  encoding: optional(wireEncoding),
  skipPreflight: optional(z.boolean()),
  preflightCommitment: optional(commitment),
  maxRetries: optional(z.int().nonnegative()),
  minContextSlot: optional(slotNumber),
});

const sendParams = positional(z.string(), optional(sendConfig));

function sendTransaction(params: unknown, context: RpcContext): string {
  const [text, config] = readParams(sendParams, params);
  const wire = readTransaction(text, config?.encoding ?? "base58");
  assertContextSlot(context, config?.minContextSlot);
  const { ledger, forward = (one: WireTransaction) => ledger.submit(one) } = context.chain;
  const [signature = ""] = wire.signatures;
  if (!config?.skipPreflight) {
    const outcome = ledger.simulate(wire, { verify: true, anyBlockhash: false });
    if (outcome.err !== null) throw preflightError(outcome, outcome.err);
  }
  // Without preflight a node forwards any transaction, and a leader drops what can't land.
  if (context.withoutRunning) ledger.includeWithoutRunning(wire);
  else if (!context.swallow) forward(wire);
  return signature;
}

function preflightError(outcome: Outcome, err: TransactionErrorJson): RpcError {
  if (err === "SignatureFailure") {
    return new RpcError(CODES.signatureFailure, "Transaction signature verification failure");
  }
  if (typeof err === "string" && err.includes("AddressLookupTable")) {
    return invalidParams(`invalid transaction: ${transactionErrorText(err)}`);
  }
  const text = `Transaction simulation failed: ${transactionErrorText(err)}`;
  return new RpcError(CODES.preflightFailure, text, {
    accounts: null,
    err,
    innerInstructions: null,
    logs: outcome.logs,
    replacementBlockhash: null,
    returnData: outcome.returnData,
    unitsConsumed: outcome.computeUnits,
  });
}
