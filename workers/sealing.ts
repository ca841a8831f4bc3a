import { decodeBase64Url, encodeBase64Url } from "../app/lib/base64";
import { deriveKey } from "../app/lib/derive-key";
import { getOrMake } from "../app/lib/get-or-make";
import { believedSecrets, type SessionSecrets, secretId } from "../app/lib/session-secrets";
import type { Runtime } from "./isolate";

const IV_BYTES = 12;

/** Bytes that only this deployment can read, as text: the id of the secret, a dot, base64url. */
export interface Sealing {
  seal(bytes: Uint8Array, context?: string): Promise<string>;
  /** Throws for what can't be opened. `context` is that of `seal`. */
  open(sealed: string, context?: string): Promise<Uint8Array<ArrayBuffer>>;
  /** False for what was sealed under another secret than the current one. */
  isCurrent(sealed: string): Promise<boolean>;
}

/**
 * AES-GCM under keys that the session secrets give for this use alone. Values of versions before have no id
 * of a secret: each secret is tried.
 *
 * @param opensStolen true for what nobody can bring to us, so that a secret that others know can't forge it
 */
export function createSealing(
  { use, opensStolen }: { use: string; opensStolen: boolean },
  secrets: SessionSecrets,
  { randomBytes }: Pick<Runtime, "randomBytes">,
): Sealing {
  const ids = new Map<string, Promise<string>>();
  const keys = new Map<string, Promise<CryptoKey>>();
  const idOf = (secret: string) => getOrMake(ids, secret, () => secretId(secret));
  const keyOf = (secret: string) =>
    getOrMake(keys, secret, () => deriveKey(secret, use, "AES-GCM"));
  const { sessionSecret, sessionSecretPrevious } = secrets;
  const all = [sessionSecret, ...(sessionSecretPrevious ? [sessionSecretPrevious] : [])];
  let usable: Promise<string[]> | undefined;

  async function candidates(id: string | null): Promise<string[]> {
    usable ??= opensStolen ? Promise.resolve(all) : believedSecrets(secrets);
    if (id === null) return usable;
    const found: string[] = [];
    for (const secret of await usable) if ((await idOf(secret)) === id) found.push(secret);
    return found;
  }

  return {
    async seal(bytes, context) {
      const iv = randomBytes(IV_BYTES);
      const algorithm = { name: "AES-GCM", iv, ...withContext(context) };
      const encrypted = await crypto.subtle.encrypt(
        algorithm as AesGcmParams,
        await keyOf(sessionSecret),
        Uint8Array.from(bytes),
      );
      const sealed = Uint8Array.from([...iv, ...new Uint8Array(encrypted)]);
      return `${await idOf(sessionSecret)}.${encodeBase64Url(sealed)}`;
    },

    async open(sealed, context) {
      const [id, text] = sealed.includes(".") ? sealed.split(".", 2) : [null, sealed];
      const bytes = decodeBase64Url(text ?? "");
      const iv = bytes.slice(0, IV_BYTES);
      const algorithm = { name: "AES-GCM", iv, ...withContext(context) };
      for (const secret of await candidates(id ?? null)) {
        const opened = await crypto.subtle
          .decrypt(algorithm, await keyOf(secret), bytes.slice(IV_BYTES))
          .catch(() => null);
        if (opened) return new Uint8Array(opened);
      }
      throw new Error("sealed under another secret, or altered");
    },

    isCurrent: async (sealed) => sealed.startsWith(`${await idOf(sessionSecret)}.`),
  };
}

function withContext(context: string | undefined): { additionalData?: Uint8Array<ArrayBuffer> } {
  if (context === undefined) return {};
  return { additionalData: Uint8Array.from(new TextEncoder().encode(context)) };
}
