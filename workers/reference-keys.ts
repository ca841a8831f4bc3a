import bs58 from "bs58";
import { ED25519_KEY_BYTES, pkcs8OfSeed, publicKeyOf } from "../app/lib/ed25519";
import type { SessionSecrets } from "../app/lib/session-secrets";
import type { ReferenceKeys } from "../app/orders/ports";
import { platformRuntime, type Runtime } from "./isolate";
import { createSealing } from "./sealing";

const ED25519 = { name: "Ed25519" } as const;

/**
 * Ed25519 keys of WebCrypto. Secret keys are encrypted under the session secret; those under the previous
 * one can still be read, also where it was stolen: nobody but this deployment writes where they are kept,
 * and without them open orders of limited products would end.
 */
export function createReferenceKeys(
  secrets: SessionSecrets,
  runtime: Pick<Runtime, "randomBytes"> = platformRuntime,
): ReferenceKeys {
  const use = { use: "order reference keys", opensStolen: true };
  const sealing = createSealing(use, secrets, runtime);
  const open = async (encryptedSecret: string) => {
    const secret = await sealing.open(encryptedSecret);
    return crypto.subtle.importKey("pkcs8", secret, ED25519, false, ["sign"]);
  };
  return {
    async generate() {
      const secret = pkcs8OfSeed(runtime.randomBytes(ED25519_KEY_BYTES));
      return {
        address: bs58.encode(await publicKeyOf(secret)),
        encryptedSecret: await sealing.seal(secret),
      };
    },

    async canSign(encryptedSecret) {
      return open(encryptedSecret).then(
        () => true,
        () => false,
      );
    },

    async sign(encryptedSecret, message) {
      const key = await open(encryptedSecret);
      return new Uint8Array(await crypto.subtle.sign(ED25519, key, message as BufferSource));
    },

    async reseal(encryptedSecret) {
      if (await sealing.isCurrent(encryptedSecret)) return encryptedSecret;
      return sealing.open(encryptedSecret).then(
        (secret) => sealing.seal(secret),
        () => null,
      );
    },
  };
}
