import { deriveKey } from "../../lib/derive-key";

/** HMAC-SHA-256 of a text under a key that `SESSION_SECRET` gives for this use (`info`) alone. */
export async function keyedHash(
  text: string,
  info: string,
  { sessionSecret }: { sessionSecret: string },
): Promise<Uint8Array> {
  const key = await deriveKey(sessionSecret, info, "HMAC");
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}
