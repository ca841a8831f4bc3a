import { encodeBase64Url } from "./base64";
import { deriveKey } from "./derive-key";

/** `SESSION_SECRET`, the one before, and which others may know. */
export interface SessionSecrets {
  sessionSecret: string;
  sessionSecretPrevious?: string | null;
  /** Ids of keys and secrets that others may know. */
  stolenKeys?: ReadonlyMap<string, string>;
}

/** Of base64url: 48 bits tell the few secrets of a deployment apart. */
const ID_LENGTH = 8;

/** What names a secret in each value that is sealed under it. Derived, so that it tells nothing of the secret. */
export async function secretId(secret: string): Promise<string> {
  const key = await deriveKey(secret, "id of the secret", "HMAC");
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode("id"));
  return encodeBase64Url(new Uint8Array(mac)).slice(0, ID_LENGTH);
}

/**
 * The secrets whose seals and signatures of browsers are believed, the current one first. One that others
 * may know is not among them: they could have made what is signed with it.
 */
export async function believedSecrets(secrets: SessionSecrets): Promise<string[]> {
  const { sessionSecret, sessionSecretPrevious: previous, stolenKeys } = secrets;
  if (!previous) return [sessionSecret];
  const isStolen = stolenKeys?.has(await secretId(previous)) ?? false;
  return isStolen ? [sessionSecret] : [sessionSecret, previous];
}
