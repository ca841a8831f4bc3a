import { hashToken } from "../app/accounts/use-cases/hash-token";
import { encodeBase64Url } from "../app/lib/base64";
import type { FirstTokens } from "../app/orders/ports";

const HMAC = { name: "HMAC", hash: "SHA-256", length: 256 } as const;

/** HMAC-SHA-256 of order and settlement, under a key that is derived from the session secret. */
export function createFirstTokens(sessionSecret: string): FirstTokens {
  let derived: Promise<CryptoKey> | undefined;

  async function tokenOf(orderId: string, settledAt: number): Promise<string> {
    derived ??= deriveKey(sessionSecret);
    const input = new TextEncoder().encode(`${orderId} ${settledAt}`);
    return encodeBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await derived, input)));
  }

  return {
    tokenOf,
    hashOf: async (orderId, settledAt) => hashToken(await tokenOf(orderId, settledAt)),
  };
}

/** HKDF (RFC 5869), like the keys for encryption. */
async function deriveKey(sessionSecret: string): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const secret = encoder.encode(sessionSecret);
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const info = encoder.encode("first download tokens");
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info };
  return crypto.subtle.deriveKey(algorithm, material, HMAC, false, ["sign"]);
}
