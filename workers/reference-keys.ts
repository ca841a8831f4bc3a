import type { ReferenceKeys } from "../app/orders/ports";
import { base58 } from "../app/solana/keys";
import { deriveSealingKey } from "./encryption";

const ED25519 = { name: "Ed25519" } as const;
const IV_BYTES = 12;

/** Ed25519 by the platform's own crypto; secret keys are sealed (AES-GCM) under the session secret. */
export function createReferenceKeys(sessionSecret: string): ReferenceKeys {
  let sealing: Promise<CryptoKey> | undefined;
  const sealingKey = () => {
    sealing ??= deriveSealingKey(sessionSecret, "order reference keys");
    return sealing;
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
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv },
        await sealingKey(),
        secret,
      );
      return {
        address: base58(new Uint8Array(address)),
        sealedSecret: toBase64(Uint8Array.from([...iv, ...new Uint8Array(sealed)])),
      };
    },

    async sign(sealedSecret, message) {
      const bytes = Uint8Array.from(atob(sealedSecret), (char) => char.charCodeAt(0));
      const iv = bytes.slice(0, IV_BYTES);
      const sealed = bytes.slice(IV_BYTES);
      const secret = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv },
        await sealingKey(),
        sealed,
      );
      const key = await crypto.subtle.importKey("pkcs8", secret, ED25519, false, ["sign"]);
      return new Uint8Array(await crypto.subtle.sign(ED25519, key, message as BufferSource));
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
