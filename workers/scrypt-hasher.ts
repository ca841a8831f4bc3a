import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordHasher } from "../app/accounts/ports";
import { decodeBase64Url, encodeBase64Url } from "../app/lib/base64";

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** With the other parameters OWASP's choice for 16 MiB of memory: about 190 ms of CPU. */
export const DEFAULT_SCRYPT_N = 16_384;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** scrypt (RFC 7914), stored as `scrypt$N$r$p$salt$key` with salt and key in base64url. */
export function createScryptHasher(N = DEFAULT_SCRYPT_N): PasswordHasher {
  const current: Cost = { N, r: 8, p: 5 };
  const { r, p } = current;
  // Verified for an unknown email address, so that the response time does not reveal accounts.
  const dummyHash = `scrypt$${N}$${r}$${p}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(password, salt, current);
      return ["scrypt", N, r, p, encodeBase64Url(salt), encodeBase64Url(key)].join("$");
    },
    async verify(password, stored) {
      const { cost, salt, key } = parse(stored ?? dummyHash);
      const same = timingSafeEqual(await derive(password, salt, cost), key);
      return same && stored !== null;
    },
    outdated(stored) {
      const { cost } = parse(stored);
      return cost.N !== N || cost.r !== r || cost.p !== p;
    },
  };
}

function parse(stored: string): { cost: Cost; salt: Uint8Array; key: Uint8Array } {
  const [name, N, r, p, salt, key] = stored.split("$");
  if (name !== "scrypt" || !salt || !key) throw new Error("unknown password hash");
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: decodeBase64Url(salt),
    key: decodeBase64Url(key),
  };
}

/** Normalises the password first: keyboards encode the same character in different Unicode forms. */
function derive(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  const { N, r, p } = cost;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { N, r, p }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
