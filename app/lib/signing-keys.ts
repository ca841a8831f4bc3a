import { decodeBase64, encodeBase64, encodeBase64Url } from "./base64";
import { ED25519_KEY_BYTES, pkcs8OfSeed, publicKeyOf } from "./ed25519";

/** A key of `SIGNING_KEY`: one that can sign, or the public half of one before. */
export type SigningKeySource =
  | { kind: "seed"; seed: Uint8Array }
  | { kind: "public"; publicKey: Uint8Array };

/** A key as `/.well-known/comptoir.json` has it. */
export interface PublishedKey {
  id: string;
  algorithm: "Ed25519";
  /** Base64 of 32 bytes. */
  publicKey: string;
  /** What it signs or signed; a statement under a stolen one is worth nothing, whatever its time. */
  status: "current" | "previous" | "stolen";
  /** ISO 8601, where it was stolen: when that was made known. */
  stolenAt?: string;
}

/** Before a public key, so that a secret in its place is not published. */
const PUBLIC = "public:";
/** Of base64url of the SHA-256 of a public key: 96 bits. */
const ID_LENGTH = 16;

/**
 * The keys of `SIGNING_KEY`, with commas between: the first one signs. Each is a seed of 32 bytes in
 * base64, or `public:` and a public key. Null where one is malformed or stands there twice.
 */
export function parseSigningKeys(text: string): SigningKeySource[] | null {
  const items = text.split(",").map((item) => item.trim());
  if (new Set(items).size !== items.length) return null;
  const keys = items.map((item): SigningKeySource | null => {
    const isPublic = item.startsWith(PUBLIC);
    const bytes = decodeKey(isPublic ? item.slice(PUBLIC.length) : item);
    if (!bytes) return null;
    return isPublic ? { kind: "public", publicKey: bytes } : { kind: "seed", seed: bytes };
  });
  return keys.every((key) => key !== null) ? keys : null;
}

function decodeKey(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const bytes = decodeBase64(`${text.slice(0, 43).replaceAll("-", "+").replaceAll("_", "/")}=`);
  return bytes.length === ED25519_KEY_BYTES ? bytes : null;
}

/**
 * Ids of keys that others may know, and since when that is known: `id@time` with commas between, times
 * in ISO 8601. Null where one is malformed.
 */
export function parseStolenKeys(text: string): Map<string, string> | null {
  const items = text.split(",").map((item) => /^\s*([\w-]{8,16})@(\S+)\s*$/.exec(item));
  const entries = items.map((match) => {
    const [, id = "", time = ""] = match ?? [];
    const at = Date.parse(time);
    return match && !Number.isNaN(at) ? ([id, new Date(at).toISOString()] as const) : null;
  });
  return entries.every((entry) => entry !== null) ? new Map(entries) : null;
}

export async function signingKeyId(publicKey: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(publicKey));
  return encodeBase64Url(new Uint8Array(digest)).slice(0, ID_LENGTH);
}

/** The public halves of all keys, in their order. */
export async function publishedKeys({
  signingKeys,
  stolenKeys,
}: {
  signingKeys: readonly SigningKeySource[];
  stolenKeys: ReadonlyMap<string, string>;
}): Promise<PublishedKey[]> {
  return Promise.all(
    signingKeys.map(async (key, index) => {
      const publicKey =
        key.kind === "seed" ? await publicKeyOf(pkcs8OfSeed(key.seed)) : key.publicKey;
      const id = await signingKeyId(publicKey);
      const stolenAt = stolenKeys.get(id);
      const isCurrent = index === 0 && key.kind === "seed";
      return {
        id,
        algorithm: "Ed25519" as const,
        publicKey: encodeBase64(publicKey),
        status: stolenAt
          ? ("stolen" as const)
          : isCurrent
            ? ("current" as const)
            : ("previous" as const),
        ...(stolenAt && { stolenAt }),
      };
    }),
  );
}
