import { ADDRESS_BYTES, SIGNATURE_BYTES } from "./address";
import { compactU16 } from "./compact-u16";
import { base58 } from "./keys";
import type { CompiledMessage } from "./message";

/**
 * A transaction as wallets take it: signature slots in the order of the signers, then the message.
 * A slot without a signature is 64 zero bytes, which tells the wallet that it is still to be signed.
 */
export function encodeTransaction(
  message: CompiledMessage,
  signatures: ReadonlyMap<string, Uint8Array> = new Map(),
): Uint8Array {
  const slots = message.signers.flatMap((signer) => [
    ...(signatures.get(signer) ?? new Uint8Array(SIGNATURE_BYTES)),
  ]);
  return Uint8Array.from([...compactU16(message.signers.length), ...slots, ...message.bytes]);
}

export interface WireTransaction {
  /** One for each required signer; null where the slot is empty. Base58. */
  signatures: (string | null)[];
  /** The bytes that are signed. */
  message: Uint8Array;
  signers: string[];
  version: "legacy" | number;
}

/** Largest transaction that the network takes, in bytes. */
export const MAX_TRANSACTION_BYTES = 1232;

/**
 * Reads signatures and signers of a wire transaction (legacy or versioned), or null if malformed.
 * Nothing is verified: signatures prove themselves against `message` elsewhere.
 */
export function decodeTransaction(bytes: Uint8Array): WireTransaction | null {
  if (bytes.length > MAX_TRANSACTION_BYTES) return null;
  const count = readCompactU16(bytes, 0);
  if (!count) return null;
  const messageStart = count.end + count.value * SIGNATURE_BYTES;
  const message = bytes.slice(messageStart);
  const first = message[0];
  if (first === undefined) return null;

  const version = first & 0x80 ? first & 0x7f : "legacy";
  const header = version === "legacy" ? 0 : 1;
  const required = message[header];
  const keys = readCompactU16(message, header + 3);
  if (required !== count.value || !keys || keys.value < count.value) return null;
  if (keys.end + keys.value * ADDRESS_BYTES + ADDRESS_BYTES > message.length) return null;

  const part = (source: Uint8Array, start: number, index: number, size: number) =>
    source.slice(start + index * size, start + (index + 1) * size);
  const range = Array.from({ length: count.value }, (_, index) => index);
  return {
    version,
    message,
    signers: range.map((index) => base58(part(message, keys.end, index, ADDRESS_BYTES))),
    signatures: range
      .map((index) => part(bytes, count.end, index, SIGNATURE_BYTES))
      .map((signature) => (signature.some((byte) => byte !== 0) ? base58(signature) : null)),
  };
}

function readCompactU16(bytes: Uint8Array, start: number): { value: number; end: number } | null {
  let value = 0;
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index];
    if (byte === undefined) return null;
    value |= (byte & 0x7f) << (7 * index);
    if (!(byte & 0x80)) return { value, end: start + index + 1 };
  }
  return null;
}
