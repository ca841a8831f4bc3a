import { type VersionedMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { decodeBase64 } from "../lib/base64";
import { sameBytes } from "../lib/same-bytes";
import { SIGNATURE_BYTES } from "./address";
import { verifySignatureFast } from "./verify-signature";

/** Largest legacy or version 0 transaction. */
const MAX_V0_BYTES = 1232;
/** Largest version 1 transaction. */
const MAX_V1_BYTES = 4096;

export interface WireTransaction {
  version: "legacy" | 0 | 1;
  message: VersionedMessage;
  /** The bytes that are signed, unchanged. */
  messageBytes: Uint8Array;
  /** Addresses of the required signers in the order of their signatures; the fee payer first. */
  signers: string[];
  /** Base58, one for each required signer; null where it is missing. */
  signatures: (string | null)[];
  /** Byte offset of the first signature. */
  signaturesOffset: number;
}

/**
 * The wire bytes of an unsigned transaction. Missing signatures are 64 zero bytes, which wallets
 * replace.
 */
export function encodeUnsigned(message: VersionedMessage): Uint8Array {
  return new VersionedTransaction(message).serialize();
}

/**
 * A copy of the wire bytes with the signature of one signer set. Throws `RangeError` where the bytes
 * are not a transaction or do not require that signer.
 */
export function addSignature(bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const wire = decodeTransaction(bytes);
  const slot = wire?.signers.indexOf(signer) ?? -1;
  if (!wire || slot < 0 || signature.length !== SIGNATURE_BYTES) {
    throw new RangeError("the transaction does not require this signature");
  }
  const signed = Uint8Array.from(bytes);
  signed.set(signature, wire.signaturesOffset + slot * SIGNATURE_BYTES);
  return signed;
}

/**
 * Decodes a wire transaction (legacy, version 0 or 1); null where it is malformed, has trailing bytes,
 * or encodes a length in more bytes than needed. Signatures are not verified.
 */
export function decodeTransaction(bytes: Uint8Array): WireTransaction | null {
  const transaction = deserialize(bytes);
  if (!transaction) return null;
  const { message, version } = transaction;
  const { numRequiredSignatures: required } = message.header;
  const keys = message.staticAccountKeys;
  if (required === 0 || keys.length < required) return null;
  const signaturesLength = required * SIGNATURE_BYTES;
  // Version 1 ends with the signatures. The others begin with their count, which is one byte because
  // fewer than 128 fit.
  const signaturesOffset = version === 1 ? bytes.length - signaturesLength : 1;
  const messageBytes =
    version === 1
      ? bytes.slice(0, signaturesOffset)
      : bytes.slice(signaturesOffset + signaturesLength);
  return {
    version,
    message,
    messageBytes,
    signers: keys.slice(0, required).map((key) => key.toBase58()),
    signatures: transaction.signatures.map((signature) =>
      signature.some((byte) => byte !== 0) ? bs58.encode(signature) : null,
    ),
    signaturesOffset,
  };
}

/** The same for base64 text; null also where it is malformed. */
export function decodeWireText(text: string): { bytes: Uint8Array; wire: WireTransaction } | null {
  try {
    const bytes = decodeBase64(text);
    const wire = decodeTransaction(bytes);
    return wire && { bytes, wire };
  } catch {
    return null;
  }
}

/** True where every signature is there and valid, except for that of `absent`, which must be missing. */
export async function hasValidSignatures(
  { signers, signatures, messageBytes: message }: WireTransaction,
  absent: string | null = null,
): Promise<boolean> {
  const checks = signers.map(async (signer, index) => {
    const signature = signatures[index];
    if (signer === absent || !signature) return signer === absent && !signature;
    const publicKey = bs58.decode(signer);
    return verifySignatureFast({ message, signature: bs58.decode(signature), publicKey });
  });
  return (await Promise.all(checks)).every(Boolean);
}

function deserialize(bytes: Uint8Array): VersionedTransaction | null {
  if (bytes.length > MAX_V1_BYTES) return null;
  try {
    const transaction = VersionedTransaction.deserialize(bytes);
    // The library can't serialize version 1; its decoder rejects trailing bytes itself.
    if (transaction.version === 1) return transaction;
    if (bytes.length > MAX_V0_BYTES) return null;
    return sameBytes(transaction.serialize(), bytes) ? transaction : null;
  } catch {
    // The library throws various errors for malformed bytes.
    return null;
  }
}
