import { VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import { z } from "zod";
import { MAX_BLOCKHASH_AGE } from "../blockhashes";
import { encodeAccount } from "../encode-account";
import { transactionErrorText } from "../error-texts";
import { MAX_AIRDROP } from "../faucet";
import {
  MAX_TRANSACTION_BYTES,
  parseWire,
  readMessage,
  WireError,
  type WireTransaction,
} from "../parse-wire";
import { priorityFee } from "../priority-fee";
import { blockHeight } from "../slots";
import type { Outcome, TransactionErrorJson } from "../types";
import { contextSlot, type RpcContext, withContext } from "./context";
import { CODES, invalidParams, RpcError } from "./errors";
import type { Methods } from "./methods";
import {
  address,
  commitment,
  optional,
  positional,
  readConfig,
  readParams,
  slotNumber,
} from "./params";

/** Longest texts of a transaction of full size, in characters. */
const MAX_TEXT = { base64: 1644, base58: 1683 } as const;
/** Lamports for each signature. */
const LAMPORTS_PER_SIGNATURE = 5_000;

/** What changes the chain, or tries what would. */
export const sendMethods: Methods = {
  sendTransaction,
  simulateTransaction,
  requestAirdrop,
  getFeeForMessage,
  getRecentPrioritizationFees,
};

const encoding = z.enum(["base58", "base64"]);
const sendConfig = z.object({
  encoding: optional(encoding),
  skipPreflight: optional(z.boolean()),
  preflightCommitment: optional(commitment),
  maxRetries: optional(z.int().nonnegative()),
  minContextSlot: optional(slotNumber),
});

function sendTransaction(params: unknown, context: RpcContext): string {
  const [text, config] = readParams(positional(z.string(), optional(sendConfig)), params);
  const wire = readTransaction(text, config?.encoding ?? "base58");
  requireSlot(context, config?.minContextSlot);
  const { ledger } = context.chain;
  const [signature = ""] = wire.signatures;
  if (!config?.skipPreflight) {
    const outcome = ledger.simulate(wire, { verify: true, anyBlockhash: false });
    if (outcome.err !== null) throw preflightError(outcome, outcome.err);
  }
  // Without preflight a node passes on what it is given, and a leader drops what can't land.
  if (!context.swallow) ledger.submit(wire);
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
    loadedAccountsDataSize: 0,
    logs: outcome.logs,
    replacementBlockhash: null,
    returnData: outcome.returnData,
    unitsConsumed: outcome.computeUnits,
  });
}

const simulateConfig = readConfig.extend({
  encoding: optional(encoding),
  sigVerify: optional(z.boolean()),
  replaceRecentBlockhash: optional(z.boolean()),
  innerInstructions: optional(z.boolean()),
  accounts: optional(
    z.object({
      addresses: z.array(address),
      encoding: optional(z.enum(["base64", "base64+zstd", "jsonParsed"])),
    }),
  ),
});

function simulateTransaction(params: unknown, context: RpcContext) {
  const [text, config] = readParams(positional(z.string(), optional(simulateConfig)), params);
  const wire = readTransaction(text, config?.encoding ?? "base58");
  const verify = config?.sigVerify ?? false;
  const anyBlockhash = config?.replaceRecentBlockhash ?? false;
  if (verify && anyBlockhash) {
    throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
  }
  const wanted = config?.accounts?.addresses;
  if (wanted && wanted.length > wire.staticKeys.length + 256) {
    throw invalidParams("Too many accounts provided; max 256");
  }
  requireSlot(context, config?.minContextSlot);
  const { ledger, slots } = context.chain;
  const outcome = ledger.simulate(wire, { verify, anyBlockhash });
  const shown = wanted?.map((key) => {
    if (outcome.err !== null) return null;
    const account = outcome.accounts.get(key) ?? ledger.vm.read(key);
    return account && encodeAccount(account, config?.accounts?.encoding ?? "base64");
  });
  return withContext(slots.tip, {
    accounts: shown ?? null,
    err: outcome.err,
    innerInstructions: config?.innerInstructions ? outcome.innerInstructions : null,
    loadedAccountsDataSize: 0,
    logs: outcome.logs,
    replacementBlockhash: anyBlockhash
      ? {
          blockhash: ledger.blockhashes.at(slots.tip),
          lastValidBlockHeight: blockHeight(slots.tip) + MAX_BLOCKHASH_AGE,
        }
      : null,
    returnData: outcome.returnData,
    unitsConsumed: outcome.computeUnits,
  });
}

function requestAirdrop(params: unknown, context: RpcContext): string {
  const schema = positional(address, z.int().positive(), optional(z.unknown()));
  const [key, lamports] = readParams(schema, params);
  if (lamports > MAX_AIRDROP) {
    throw invalidParams(`Invalid request: at most ${MAX_AIRDROP} lamports an airdrop`);
  }
  const { ledger, faucet, slots } = context.chain;
  const given = faucet.give(key, lamports, ledger.blockhashes.at(slots.tip));
  if ("refused" in given) {
    throw new RpcError(CODES.internal, `airdrop failed: ${transactionErrorText(given.refused)}`);
  }
  const { err, signature } = given.landed;
  if (err !== null) {
    throw new RpcError(CODES.internal, `airdrop failed: ${transactionErrorText(err)}`);
  }
  return signature;
}

function getFeeForMessage(params: unknown, context: RpcContext) {
  const [text, config] = readParams(
    positional(z.string().max(MAX_TEXT.base64), optional(readConfig)),
    params,
  );
  const slot = contextSlot(context, config);
  const { ledger, slots } = context.chain;
  const message = decodeMessage(Buffer.from(text, "base64"));
  const alive = ledger.blockhashes.isValidAt(message.blockhash, slots.tip);
  if (!alive) return withContext(slot, null);
  return withContext(
    slot,
    message.header.numRequiredSignatures * LAMPORTS_PER_SIGNATURE + priorityFee(message),
  );
}

function getRecentPrioritizationFees(params: unknown, context: RpcContext) {
  readParams(positional(optional(z.array(address).max(128))), params);
  const tip = context.chain.slots.tip;
  return Array.from({ length: 20 }, (_, at) => ({ slot: tip - 19 + at, prioritizationFee: 0 }));
}

/** A node answers for `minContextSlot` with the state it would try the transaction on: the newest. */
function requireSlot(context: RpcContext, minContextSlot: number | undefined): void {
  contextSlot(context, { commitment: "processed", minContextSlot });
}

function readTransaction(text: string, kind: "base58" | "base64"): WireTransaction {
  if (text.length > MAX_TEXT[kind]) {
    throw invalidParams(
      `${kind} encoded solana_transaction::versioned::VersionedTransaction too large: ${text.length} bytes (max: encoded/raw ${MAX_TEXT[kind]}/${MAX_TRANSACTION_BYTES})`,
    );
  }
  const raw = kind === "base64" ? decodeBase64(text) : bs58.decodeUnsafe(text);
  if (!raw) throw invalidParams(`invalid ${kind} encoding: InvalidCharacter`);
  return orInvalid(() => parseWire(raw));
}

function decodeBase64(text: string): Uint8Array | undefined {
  const raw = Buffer.from(text, "base64");
  return raw.toString("base64") === text ? raw : undefined;
}

function decodeMessage(bytes: Uint8Array) {
  return orInvalid(() => {
    let message: VersionedMessage;
    try {
      message = VersionedMessage.deserialize(bytes);
    } catch {
      throw new WireError(
        "failed to deserialize solana_message::versions::VersionedMessage: invalid bytes",
      );
    }
    return readMessage(message);
  });
}

function orInvalid<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) throw invalidParams(error.message);
    throw error;
  }
}
