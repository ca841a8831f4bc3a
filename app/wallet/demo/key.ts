import bs58 from "bs58";
import nacl from "tweetnacl";
import { decodeBase64, encodeBase64 } from "../../lib/base64";
import { requestTestSol } from "./network";

/** Holds the seed in base64, unencrypted: the key controls test SOL only. */
const STORAGE_KEY = "demoWalletSeed";

export interface DemoKey {
  /** Base58. */
  address: string;
  publicKey: Uint8Array;
  sign(bytes: Uint8Array): Uint8Array;
}

/** The key of this browser, or null before the first use. */
export function storedDemoKey(): DemoKey | null {
  const seed = localStorage.getItem(STORAGE_KEY);
  return seed ? keyOf(decodeBase64(seed)) : null;
}

/** The key of this browser. A new key is created and funded with test SOL. */
export async function demoKey(): Promise<DemoKey> {
  const stored = storedDemoKey();
  if (stored) return stored;
  const seed = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(STORAGE_KEY, encodeBase64(seed));
  const key = keyOf(seed);
  await requestTestSol(key.address);
  return key;
}

function keyOf(seed: Uint8Array): DemoKey {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed);
  return {
    address: bs58.encode(publicKey),
    publicKey,
    sign: (bytes) => nacl.sign.detached(bytes, secretKey),
  };
}
