const ALGORITHMS = {
  "AES-GCM": { uses: ["encrypt", "decrypt"], options: {} },
  HMAC: { uses: ["sign"], options: { hash: "SHA-256" } },
} as const;

/**
 * A key of 256 bits for one use (`info`) alone, derived from `SESSION_SECRET` with HKDF-SHA-256 (RFC
 * 5869).
 */
export async function deriveKey(
  sessionSecret: string,
  info: string,
  name: keyof typeof ALGORITHMS,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encode(sessionSecret), "HKDF", false, [
    "deriveKey",
  ]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info: encode(info) };
  const { uses, options } = ALGORITHMS[name];
  return crypto.subtle.deriveKey(hkdf, material, { name, length: 256, ...options }, false, [
    ...uses,
  ]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}
