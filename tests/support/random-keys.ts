import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";

/** A new address, base58. */
export function newAddress(): string {
  return Keypair.generate().publicKey.toBase58();
}

/** A random signature, base58. */
export function newSignature(): string {
  return bs58.encode(crypto.getRandomValues(new Uint8Array(64)));
}
