import type { Settings } from "../../lib/ports";

/**
 * Key of a rate counter for an e-mail address: `name` and the HMAC-SHA-256 of the address. Without
 * the session secret, an address can't be tested against the stored keys.
 */
export async function emailCounterKey(
  name: string,
  email: string,
  { settings }: { settings: Pick<Settings, "sessionSecret"> },
): Promise<string> {
  const key = await deriveKey(settings.sessionSecret);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(email)));
  return `${name}:${[...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A key for this use alone: HKDF, RFC 5869. */
async function deriveKey(sessionSecret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encode(sessionSecret), "HKDF", false, [
    "deriveKey",
  ]);
  const algorithm = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(32),
    info: encode("rate counters of e-mail addresses"),
  };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  return crypto.subtle.deriveKey(algorithm, material, hmac, false, ["sign"]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}
