import bs58 from "bs58";
import { decodeBase64, encodeBase64 } from "../app/lib/base64";
import { deriveKey } from "../app/lib/derive-key";
import { ED25519_KEY_BYTES, pkcs8OfSeed, publicKeyOf } from "../app/lib/ed25519";
import type { ReferenceKeys } from "../app/orders/ports";
import { platformRuntime, type Runtime } from "./isolate";

const ED25519 = { name: "Ed25519" } as const;
const IV_BYTES = 12;

/**
 * Ed25519 keys of WebCrypto. Secret keys are encrypted with AES-GCM under the session secret; those
 * under the previous one can still be read.
 */
export function createReferenceKeys(
  sessionSecret: string,
  previousSecret: string | null = null,
  { randomBytes }: Pick<Runtime, "randomBytes"> = platformRuntime,
): ReferenceKeys {
  const derived = new Map<string, Promise<CryptoKey>>();
  const encryptionKey = (secret = sessionSecret) => {
    const key = derived.get(secret) ?? deriveKey(secret, "order reference keys", "AES-GCM");
    derived.set(secret, key);
    return key;
  };

  /** Throws where it was encrypted under another secret. */
  async function decrypt(encryptedSecret: string): Promise<CryptoKey> {
    const bytes = decodeBase64(encryptedSecret);
    const algorithm = { name: "AES-GCM", iv: bytes.slice(0, IV_BYTES) };
    const encrypted = bytes.slice(IV_BYTES);
    const decryptUnder = async (secret: string) =>
      crypto.subtle.decrypt(algorithm, await encryptionKey(secret), encrypted);
    const secret = await decryptUnder(sessionSecret).catch((error) => {
      if (previousSecret === null) throw error;
      return decryptUnder(previousSecret);
    });
    return crypto.subtle.importKey("pkcs8", secret, ED25519, false, ["sign"]);
  }

  return {
    async generate() {
      const secret = pkcs8OfSeed(randomBytes(ED25519_KEY_BYTES));
      const iv = randomBytes(IV_BYTES);
      const encrypted = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv },
        await encryptionKey(),
        secret,
      );
      return {
        address: bs58.encode(await publicKeyOf(secret)),
        encryptedSecret: encodeBase64(Uint8Array.from([...iv, ...new Uint8Array(encrypted)])),
      };
    },

    async canSign(encryptedSecret) {
      return decrypt(encryptedSecret).then(
        () => true,
        () => false,
      );
    },

    async sign(encryptedSecret, message) {
      const key = await decrypt(encryptedSecret);
      return new Uint8Array(await crypto.subtle.sign(ED25519, key, message as BufferSource));
    },
  };
}
