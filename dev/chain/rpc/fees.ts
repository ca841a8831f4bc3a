import { VersionedMessage } from "@solana/web3.js";
import { z } from "zod";
import { transactionErrorText } from "../error-texts";
import { MAX_AIRDROP_LAMPORTS } from "../faucet";
import { COMPUTE_BUDGET_PROGRAM } from "../parse-instruction";
import { readMessage, WireError, type WireMessage } from "../parse-wire";
import { contextSlot, type Methods, type RpcContext, withContext } from "./context";
import { CODES, invalidParams, RpcError } from "./errors";
import { address, optional, positional, readConfig, readParams } from "./params";
import { MAX_TEXT_CHARS, orInvalid } from "./wire-params";

/** Lamports for each signature. */
const LAMPORTS_PER_SIGNATURE = 5_000;
const SET_UNIT_LIMIT_TAG = 2;
const SET_UNIT_PRICE_TAG = 3;
/** Compute units that an instruction may use where the message sets no limit. */
const DEFAULT_COMPUTE_UNITS = 200_000;
const MAX_COMPUTE_UNITS = 1_400_000;
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;

/** Fees, and the faucet. */
export const feeMethods: Methods = {
  getFeeForMessage,
  getRecentPrioritizationFees,
  requestAirdrop,
};

const messageParams = positional(z.string().max(MAX_TEXT_CHARS.base64), optional(readConfig));

function getFeeForMessage(params: unknown, context: RpcContext) {
  const [text, config] = readParams(messageParams, params);
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

/** Lamports that a message offers on top of its signatures' fee: price times limit, rounded up. */
function priorityFee(message: WireMessage): number {
  if (message.config) return message.config.priorityFee ?? 0;
  let units: number | undefined;
  let price = 0n;
  let others = 0;
  for (const { programIndex, data } of message.instructions) {
    const bytes = Buffer.from(data);
    if (message.staticKeys[programIndex] !== COMPUTE_BUDGET_PROGRAM) others += 1;
    else if (bytes[0] === SET_UNIT_LIMIT_TAG && bytes.length >= 5) units = bytes.readUInt32LE(1);
    else if (bytes[0] === SET_UNIT_PRICE_TAG && bytes.length >= 9) price = bytes.readBigUInt64LE(1);
  }
  const limit = BigInt(Math.min(units ?? others * DEFAULT_COMPUTE_UNITS, MAX_COMPUTE_UNITS));
  return Number((price * limit + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT);
}

const feesParams = positional(optional(z.array(address).max(128)));

function getRecentPrioritizationFees(params: unknown, context: RpcContext) {
  readParams(feesParams, params);
  const tip = context.chain.slots.tip;
  return Array.from({ length: 20 }, (_, at) => ({ slot: tip - 19 + at, prioritizationFee: 0 }));
}

function requestAirdrop(params: unknown, context: RpcContext): string {
  const schema = positional(address, z.int().positive(), optional(z.unknown()));
  const [key, lamports] = readParams(schema, params);
  if (lamports > MAX_AIRDROP_LAMPORTS) {
    throw invalidParams(`Invalid request: at most ${MAX_AIRDROP_LAMPORTS} lamports an airdrop`);
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

function decodeMessage(bytes: Uint8Array): WireMessage {
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
