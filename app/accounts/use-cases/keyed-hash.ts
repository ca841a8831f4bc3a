/**
 * HMAC-SHA-256 of a text under a key that `SESSION_SECRET` gives for this use (`info`) alone: HKDF, RFC
 * 5869.
 */
export async function keyedHash(
  text: string,
  info: string,
  { sessionSecret }: { sessionSecret: string },
): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey("raw", encode(sessionSecret), "HKDF", false, [
    "deriveKey",
  ]);
  const algorithm = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(32),
    info: encode(info),
  };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  const key = await crypto.subtle.deriveKey(algorithm, material, hmac, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(text)));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}
