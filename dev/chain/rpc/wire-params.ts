import bs58 from "bs58";
import { z } from "zod";
import { parseWire, WireError, type WireTransaction } from "../parse-wire";
import { MAX_V1_TRANSACTION_BYTES } from "../wire-v1";
import { contextSlot, type RpcContext } from "./context";
import { invalidParams } from "./errors";

export const wireEncoding = z.enum(["base58", "base64"]);

/** Lengths of a version 1 transaction of maximum size, in characters. */
export const MAX_TEXT_CHARS = { base64: 5464, base58: 5594 } as const;

/**
 * The transaction in a call's text.
 *
 * @throws RpcError -32602
 */
export function readTransaction(text: string, kind: "base58" | "base64"): WireTransaction {
  if (text.length > MAX_TEXT_CHARS[kind]) {
    throw invalidParams(
      `${kind} encoded solana_transaction::versioned::VersionedTransaction too large: ${text.length} bytes (max: encoded/raw ${MAX_TEXT_CHARS[kind]}/${MAX_V1_TRANSACTION_BYTES})`,
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

export function orInvalid<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) throw invalidParams(error.message);
    throw error;
  }
}

/** `minContextSlot` is checked against the newest state, on which a transaction is simulated. */
export function assertContextSlot(context: RpcContext, minContextSlot: number | undefined): void {
  contextSlot(context, { commitment: "processed", minContextSlot });
}
