import bs58 from "bs58";

/** Bytes of a Solana address. */
export const ADDRESS_BYTES = 32;
/** Bytes of an Ed25519 signature, which names a transaction. */
export const SIGNATURE_BYTES = 64;

/** True for base58 text of exactly 32 bytes. Cheap on hostile input: the length is looked at first. */
export function isAddress(text: string): boolean {
  return text.length >= 32 && text.length <= 44 && hasBytes(text, ADDRESS_BYTES);
}

/** True for base58 text of exactly 64 bytes. */
export function isSignature(text: string): boolean {
  return text.length >= 64 && text.length <= 88 && hasBytes(text, SIGNATURE_BYTES);
}

/** First 6 and last 6 characters with '...' between when longer than 12. */
export function shortAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}...${address.slice(-6)}` : address;
}

function hasBytes(text: string, bytes: number): boolean {
  return bs58.decodeUnsafe(text)?.length === bytes;
}
