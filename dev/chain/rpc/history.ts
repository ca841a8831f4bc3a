import { z } from "zod";
import { encodeTransaction } from "../encode-transaction";
import { blockHeight } from "../slots";
import type { Commitment, LandedEntry } from "../types";
import { contextSlot, type Methods, type RpcContext, withContext } from "./context";
import { CODES, invalidParams, RpcError } from "./errors";
import {
  address,
  optional,
  positional,
  readConfig,
  readParams,
  signature,
  slotNumber,
} from "./params";

/** Largest and default number of signatures in one list. */
const MAX_SIGNATURES = 1_000;
/** Largest number of signatures in one call for statuses. */
const MAX_STATUSES = 256;
/** Slots for which a node knows statuses without searching its history. */
const STATUS_CACHE_SLOTS = 300;

/** Reads of landed transactions. */
export const historyMethods: Methods = {
  getSignaturesForAddress,
  getSignatureStatuses,
  getTransaction,
  getBlock,
};

const listConfig = readConfig.extend({
  before: optional(signature),
  until: optional(signature),
  limit: optional(z.int()),
});

const listParams = positional(address, optional(listConfig));

function getSignaturesForAddress(params: unknown, context: RpcContext) {
  const [key, config] = readParams(listParams, params);
  const limit = config?.limit ?? MAX_SIGNATURES;
  if (limit < 1 || limit > MAX_SIGNATURES) {
    throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
  }
  assertConfirmed(config?.commitment);
  const maxSlot = contextSlot(context, config);
  const { before, until } = config ?? {};
  const found = context.chain.ledger.index.forAddress(key, { maxSlot, limit, before, until });
  return found.map((entry) => ({
    signature: entry.signature,
    slot: entry.slot,
    err: entry.err,
    memo: entry.memo,
    blockTime: entry.blockTime,
    confirmationStatus: statusOf(context, entry),
  }));
}

const statusConfig = z.object({ searchTransactionHistory: optional(z.boolean()) });

const statusParams = positional(z.array(signature), optional(statusConfig));

function getSignatureStatuses(params: unknown, context: RpcContext) {
  const [asked, config] = readParams(statusParams, params);
  if (asked.length > MAX_STATUSES) {
    throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`);
  }
  const { ledger, slots } = context.chain;
  const tip = slots.at("processed", context.lag);
  const oldest = config?.searchTransactionHistory ? 0 : tip - STATUS_CACHE_SLOTS;
  const statuses = asked.map((one) => {
    const entry = ledger.index.get(one);
    if (!entry || entry.slot > tip || entry.slot < oldest) return null;
    const confirmationStatus = statusOf(context, entry);
    return {
      slot: entry.slot,
      confirmations: confirmationStatus === "finalized" ? null : tip - entry.slot,
      err: entry.err,
      status: entry.err === null ? { Ok: null } : { Err: entry.err },
      confirmationStatus,
    };
  });
  return withContext(tip, statuses);
}

const encoding = z.enum(["json", "jsonParsed", "base64", "base58"]);
const transactionConfig = readConfig.extend({
  encoding: optional(encoding),
  maxSupportedTransactionVersion: optional(z.int().nonnegative()),
});
type TransactionConfig = Partial<z.output<typeof transactionConfig>>;
/** Nodes also accept an encoding in place of the config object. */
const encodingOrConfig = optional(z.union([encoding, transactionConfig]));

const transactionParams = positional(signature, encodingOrConfig);

function getTransaction(params: unknown, context: RpcContext) {
  const [asked, second] = readParams(transactionParams, params);
  const config: TransactionConfig =
    typeof second === "string" ? { encoding: second } : (second ?? {});
  assertConfirmed(config.commitment);
  const slot = contextSlot(context, config);
  const entry = context.chain.ledger.index.get(asked);
  if (!entry || entry.slot > slot) return null;
  return shown(context, entry, config);
}

const blockConfig = transactionConfig.extend({
  transactionDetails: optional(z.enum(["full", "accounts", "signatures", "none"])),
  rewards: optional(z.boolean()),
});

const blockParams = positional(slotNumber, optional(z.union([encoding, blockConfig])));

function getBlock(params: unknown, context: RpcContext) {
  const [slot, second] = readParams(blockParams, params);
  const config: Partial<z.output<typeof blockConfig>> =
    typeof second === "string" ? { encoding: second } : (second ?? {});
  assertConfirmed(config.commitment);
  const { ledger } = context.chain;
  if (slot > contextSlot(context, config)) {
    throw new RpcError(-32004, `Block not available for slot ${slot}`);
  }
  const entries = ledger.index.inSlot(slot);
  const details = config.transactionDetails ?? "full";
  return {
    blockhash: ledger.blockhashes.at(slot),
    previousBlockhash: ledger.blockhashes.at(slot - 1),
    parentSlot: slot - 1,
    blockHeight: blockHeight(slot),
    blockTime: entries[0]?.blockTime ?? null,
    rewards: [],
    ...(details === "signatures" && { signatures: entries.map((entry) => entry.signature) }),
    ...((details === "full" || details === "accounts") && {
      transactions: entries.map((entry) => {
        const { slot: _slot, blockTime: _time, ...rest } = shown(context, entry, config);
        return rest;
      }),
    }),
  };
}

function shown(context: RpcContext, entry: LandedEntry, config: TransactionConfig) {
  const record = context.chain.ledger.record(entry);
  const encoded = encodeTransaction(record, config.encoding ?? "json");
  const supported = config.maxSupportedTransactionVersion;
  const { version, ...unversioned } = encoded;
  if (version === "legacy") return supported === undefined ? unversioned : encoded;
  if (supported !== undefined && version <= supported) return encoded;
  throw new RpcError(
    CODES.unsupportedVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

/** The highest commitment that an entry has reached, as this node sees it. */
export function statusOf({ chain, lag }: RpcContext, entry: LandedEntry): Commitment {
  if (entry.slot <= chain.slots.at("finalized", lag)) return "finalized";
  return entry.slot <= chain.slots.at("confirmed", lag) ? "confirmed" : "processed";
}

function assertConfirmed(commitment: Commitment | undefined): void {
  if (commitment !== "processed") return;
  throw invalidParams("Method does not support commitment below `confirmed`");
}
