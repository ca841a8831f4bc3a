import bs58 from "bs58";
import { decodeBase64, encodeBase64 } from "../app/lib/base64";
import type { ReferenceKeys } from "../app/orders/ports";
import { deriveEncryptionKey } from "./encryption";

const ED25519 = { name: "Ed25519" } as const;
const IV_BYTES = 12;

/** Ed25519 keys of WebCrypto. Secret keys are encrypted with AES-GCM under the session secret. */
export function createReferenceKeys(sessionSecret: string): ReferenceKeys {
  let encryption: Promise<CryptoKey> | undefined;
  const encryptionKey = () => {
    encryption ??= deriveEncryptionKey(sessionSecret, "order reference keys");
    return encryption;
  };

  return {
    async generate() {
      const pair = (await crypto.subtle.generateKey(ED25519, true, [
        "sign",
        "verify",
      ])) as CryptoKeyPair;
      const address = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
      const secret = (await crypto.subtle.exportKey("pkcs8", pair.privateKey)) as ArrayBuffer;
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const encrypted = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv },
        await encryptionKey(),
        secret,
      );
      return {
        address: bs58.encode(new Uint8Array(address)),
        encryptedSecret: encodeBase64(Uint8Array.from([...iv, ...new Uint8Array(encrypted)])),
      };
    },

    async sign(encryptedSecret, message) {
      const bytes = decodeBase64(encryptedSecret);
      const iv = bytes.slice(0, IV_BYTES);
      const encrypted = bytes.slice(IV_BYTES);
      const secret = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv },
        await encryptionKey(),
        encrypted,
      );
      const key = await crypto.subtle.importKey("pkcs8", secret, ED25519, false, ["sign"]);
      return new Uint8Array(await crypto.subtle.sign(ED25519, key, message as BufferSource));
    },
  };
}
