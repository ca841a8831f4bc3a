import { decodeBase64, decodeBase64Url } from "./base64";

const ED25519 = { name: "Ed25519" } as const;
/** Bytes of a seed, and of a public key (RFC 8032). */
export const ED25519_KEY_BYTES = 32;
/** What stands before the seed in PKCS #8 (RFC 8410, section 7). */
const PKCS8_START = decodeBase64("MC4CAQAwBQYDK2VwBCIEIA==");

/** The secret key of a seed as PKCS #8, which WebCrypto imports. */
export function pkcs8OfSeed(seed: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...PKCS8_START, ...seed]);
}

/** The public key that belongs to a secret key. */
export async function publicKeyOf(pkcs8: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, ED25519, true, ["sign"]);
  // WebCrypto gives the public half of a private key in this format alone.
  const { x } = (await crypto.subtle.exportKey("jwk", key)) as { x: string };
  return decodeBase64Url(x);
}
