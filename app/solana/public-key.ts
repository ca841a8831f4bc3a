import { PublicKey } from "@solana/web3.js";

/** Length of 32 bytes in base58. */
const MIN_ADDRESS_CHARS = 32;
const MAX_ADDRESS_CHARS = 44;

/**
 * True for an address, parsed with Solana's library. For the server; code that the browser loads uses
 * `isAddress`, which gives the same results. Checks the length first: decoding time grows with its
 * square.
 */
export function isPublicKey(text: string): boolean {
  if (text.length < MIN_ADDRESS_CHARS || text.length > MAX_ADDRESS_CHARS) return false;
  try {
    return new PublicKey(text).toBase58() === text;
  } catch {
    return false;
  }
}

/** False where no private key exists for the address, as for those that programs derive. */
export function isOnCurve(address: string): boolean {
  return PublicKey.isOnCurve(new PublicKey(address).toBytes());
}
