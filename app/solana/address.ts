import bs58 from "bs58";

export const ADDRESS_BYTES = 32;
/** An Ed25519 signature. A transaction is identified by its first one. */
export const SIGNATURE_BYTES = 64;

/** True for base58 text of 32 bytes. Checks the length first: decoding time grows with its square. */
export function isAddress(text: string): boolean {
  return text.length >= 32 && text.length <= 44 && hasBytes(text, ADDRESS_BYTES);
}

/** True for base58 text of 64 bytes. */
export function isSignature(text: string): boolean {
  return text.length >= 64 && text.length <= 88 && hasBytes(text, SIGNATURE_BYTES);
}

function hasBytes(text: string, bytes: number): boolean {
  return bs58.decodeUnsafe(text)?.length === bytes;
}
