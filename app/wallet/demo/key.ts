import bs58 from "bs58";
import nacl from "tweetnacl";
import { decodeBase64, encodeBase64 } from "../../lib/base64";
import { getTestSol } from "./network";

/** The seed of the key, base64. Play money alone: a real wallet would never keep it like this. */
const STORAGE_KEY = "demoWalletSeed";

export interface DemoKey {
  /** Base58. */
  address: string;
  publicKey: Uint8Array;
  sign(bytes: Uint8Array): Uint8Array;
}

/** The key of this browser, or null where none was made yet. */
export function storedDemoKey(): DemoKey | null {
  const seed = localStorage.getItem(STORAGE_KEY);
  return seed ? keyOf(decodeBase64(seed)) : null;
}

/** The key of this browser; a new one starts with test SOL. */
export async function demoKey(): Promise<DemoKey> {
  const stored = storedDemoKey();
  if (stored) return stored;
  const seed = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(STORAGE_KEY, encodeBase64(seed));
  const key = keyOf(seed);
  await getTestSol(key.address);
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
