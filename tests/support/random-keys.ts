import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";

/** An address that nobody has used, base58. */
export function newAddress(): string {
  return Keypair.generate().publicKey.toBase58();
}

/** A signature that no transaction has. */
export function newSignature(): string {
  return bs58.encode(crypto.getRandomValues(new Uint8Array(64)));
}
