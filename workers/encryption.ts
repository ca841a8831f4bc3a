import { decodeBase64Url, encodeBase64Url } from "../app/lib/base64";
import { deriveKey } from "../app/lib/derive-key";
import type { Encryption } from "../app/lib/ports";
import { platformRuntime, type Runtime } from "./isolate";

const IV_BYTES = 12;

/**
 * AES-GCM. The purpose is additional authenticated data. What was encrypted under the previous secret
 * can still be read.
 */
export function createEncryption(
  sessionSecret: string,
  previousSecret: string | null = null,
  { randomBytes }: Pick<Runtime, "randomBytes"> = platformRuntime,
): Encryption {
  const derived = new Map<string, Promise<CryptoKey>>();
  const keyOf = (secret: string) => {
    const key = derived.get(secret) ?? deriveKey(secret, "values that browsers keep", "AES-GCM");
    derived.set(secret, key);
    return key;
  };
  const key = () => keyOf(sessionSecret);
  return {
    async encrypt(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const algorithm = { name: "AES-GCM", iv, additionalData: encode(purpose) };
      const encrypted = await crypto.subtle.encrypt(algorithm, await key(), encode(text));
      return encodeBase64Url(Uint8Array.from([...iv, ...new Uint8Array(encrypted)]));
    },
    async decrypt(encrypted, purpose) {
      try {
        const bytes = decodeBase64Url(encrypted);
        const iv = bytes.slice(0, IV_BYTES);
        const algorithm = { name: "AES-GCM", iv, additionalData: encode(purpose) };
        const decryptUnder = async (secret: string) =>
          crypto.subtle.decrypt(algorithm, await keyOf(secret), bytes.slice(IV_BYTES));
        const text = await decryptUnder(sessionSecret).catch((error) => {
          if (previousSecret === null) throw error;
          return decryptUnder(previousSecret);
        });
        return new TextDecoder().decode(text);
      } catch {
        // Malformed, or encrypted with another key or purpose.
        return null;
      }
    },
  };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}
