import { type VersionedMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { sameBytes } from "../lib/same-bytes";
import { SIGNATURE_BYTES } from "./address";

/** Largest legacy or version 0 transaction that the network takes, in bytes. */
const MAX_BYTES = 1232;
/** Largest version 1 transaction, in bytes. */
const MAX_V1_BYTES = 4096;

export interface WireTransaction {
  version: "legacy" | 0 | 1;
  message: VersionedMessage;
  /** The bytes that are signed, as they came. */
  messageBytes: Uint8Array;
  /** Addresses that must sign, in the order of their signatures; the fee payer first. */
  signers: string[];
  /** One for each required signer; null where the slot is empty. Base58. */
  signatures: (string | null)[];
  /** Where the first signature begins, in bytes. */
  signaturesAt: number;
}

/**
 * A transaction as wallets take it. A slot without a signature is 64 zero bytes, which tells the
 * wallet that it is still to be signed.
 */
export function encodeUnsigned(message: VersionedMessage): Uint8Array {
  return new VersionedTransaction(message).serialize();
}

/**
 * A copy of the wire bytes with this signature in its signer's slot; nothing else of them changes.
 * Throws where the bytes are no transaction, or ask no signature of that signer.
 */
export function addSignature(bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const wire = decodeTransaction(bytes);
  const slot = wire?.signers.indexOf(signer) ?? -1;
  if (!wire || slot < 0 || signature.length !== SIGNATURE_BYTES) {
    throw new RangeError("Not a signature that this transaction asks for");
  }
  const signed = Uint8Array.from(bytes);
  signed.set(signature, wire.signaturesAt + slot * SIGNATURE_BYTES);
  return signed;
}

/**
 * Reads a wire transaction (legacy, version 0 or 1), or null if malformed. Bytes left over and
 * lengths not written in their shortest form are refused. Nothing is verified: signatures prove
 * themselves against `messageBytes` elsewhere.
 */
export function decodeTransaction(bytes: Uint8Array): WireTransaction | null {
  const transaction = deserialize(bytes);
  if (!transaction) return null;
  const { message, version } = transaction;
  const { numRequiredSignatures: required } = message.header;
  const keys = message.staticAccountKeys;
  if (required === 0 || keys.length < required) return null;
  const signaturesLength = required * SIGNATURE_BYTES;
  // Version 1 has its signatures last. In the others they follow their count, which is one byte:
  // fewer than 128 fit.
  const signaturesAt = version === 1 ? bytes.length - signaturesLength : 1;
  const messageBytes =
    version === 1 ? bytes.slice(0, signaturesAt) : bytes.slice(signaturesAt + signaturesLength);
  return {
    version,
    message,
    messageBytes,
    signers: keys.slice(0, required).map((key) => key.toBase58()),
    signatures: transaction.signatures.map((signature) =>
      signature.some((byte) => byte !== 0) ? bs58.encode(signature) : null,
    ),
    signaturesAt,
  };
}

function deserialize(bytes: Uint8Array): VersionedTransaction | null {
  if (bytes.length > MAX_V1_BYTES) return null;
  try {
    const transaction = VersionedTransaction.deserialize(bytes);
    // Version 1 can't be written; its reader refuses what is left over by itself.
    if (transaction.version === 1) return transaction;
    if (bytes.length > MAX_BYTES) return null;
    return sameBytes(transaction.serialize(), bytes) ? transaction : null;
  } catch {
    // The library throws errors of many kinds for malformed bytes.
    return null;
  }
}
