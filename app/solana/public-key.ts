import { PublicKey } from "@solana/web3.js";

/** Characters of the base58 text of 32 bytes. */
const MIN_ADDRESS_CHARS = 32;
const MAX_ADDRESS_CHARS = 44;

/**
 * True for an address as Solana's library reads it. For the server; what the browser loads too asks
 * `isAddress`, which answers the same. Decoding takes square time, so the length is looked at first.
 */
export function isPublicKey(text: string): boolean {
  if (text.length < MIN_ADDRESS_CHARS || text.length > MAX_ADDRESS_CHARS) return false;
  try {
    return new PublicKey(text).toBase58() === text;
  } catch {
    return false;
  }
}
