import { decodeBase64Url, encodeBase64Url } from "../app/lib/base64";
import type { SessionSecrets } from "../app/lib/session-secrets";
import type { LicenceSealing } from "../app/licences/ports";
import { platformRuntime, type Runtime } from "./isolate";
import { createSealing } from "./sealing";

const KEY_BYTES = 32;
const IV_BYTES = 12;

/**
 * One AES-GCM key for each product, sealed under the session secret: a new secret seals one text a product anew. A
 * stolen secret still opens them, since nobody but this deployment writes where they are kept.
 */
export function createLicenceSealing(
  secrets: SessionSecrets,
  { randomBytes }: Pick<Runtime, "randomBytes"> = platformRuntime,
): LicenceSealing {
  const use = { use: "licence keys", opensStolen: true };
  const sealing = createSealing(use, secrets, { randomBytes });
  return {
    newKey: () => sealing.seal(randomBytes(KEY_BYTES)),

    async open(sealedKey) {
      const raw = await sealing.open(sealedKey);
      const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, [
        "encrypt",
        "decrypt",
      ]);
      return {
        async seal(text) {
          const iv = Uint8Array.from(randomBytes(IV_BYTES));
          const bytes = Uint8Array.from(new TextEncoder().encode(text));
          const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes);
          return encodeBase64Url(Uint8Array.from([...iv, ...new Uint8Array(sealed)]));
        },
        async open(sealed) {
          const bytes = decodeBase64Url(sealed);
          const iv = bytes.slice(0, IV_BYTES);
          const rest = bytes.slice(IV_BYTES);
          const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, rest);
          return new TextDecoder().decode(opened);
        },
      };
    },

    async reseal(sealedKey) {
      if (await sealing.isCurrent(sealedKey)) return sealedKey;
      return sealing.open(sealedKey).then(
        (raw) => sealing.seal(raw),
        () => null,
      );
    },
  };
}
