import { VersionedMessage } from "@solana/web3.js";
import { z } from "zod";
import { transactionErrorText } from "../error-texts";
import { MAX_AIRDROP } from "../faucet";
import { readMessage, WireError, type WireMessage } from "../parse-wire";
import { priorityFee } from "../priority-fee";
import { contextSlot, type RpcContext, withContext } from "./context";
import { CODES, invalidParams, RpcError } from "./errors";
import type { Methods } from "./method";
import { address, optional, positional, readConfig, readParams } from "./params";
import { MAX_TEXT, orInvalid } from "./wire-params";

/** Lamports for each signature. */
const LAMPORTS_PER_SIGNATURE = 5_000;

/** What transactions cost, and money for tests. */
export const feeMethods: Methods = {
  getFeeForMessage,
  getRecentPrioritizationFees,
  requestAirdrop,
};

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
