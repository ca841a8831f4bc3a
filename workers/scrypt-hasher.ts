import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordHasher } from "../app/accounts/ports";
import { decodeBase64Url, encodeBase64Url } from "../app/lib/base64";

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's parameters with 16 MiB of memory: about 190 ms of CPU. */
const CURRENT_COST: Cost = { N: 16_384, r: 8, p: 5 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Verified for an unknown email address, so that the response time does not reveal accounts. */
const DUMMY_HASH = `scrypt$${CURRENT_COST.N}$${CURRENT_COST.r}$${CURRENT_COST.p}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** scrypt (RFC 7914), stored as `scrypt$N$r$p$salt$key` with salt and key in base64url. */
export const scryptHasher: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(SALT_BYTES);
    const key = await derive(password, salt, CURRENT_COST);
    const { N, r, p } = CURRENT_COST;
    return ["scrypt", N, r, p, encodeBase64Url(salt), encodeBase64Url(key)].join("$");
  },
  async verify(password, stored) {
    const { cost, salt, key } = parse(stored ?? DUMMY_HASH);
    const same = timingSafeEqual(await derive(password, salt, cost), key);
    return same && stored !== null;
  },
  outdated(stored) {
    const { cost } = parse(stored);
    return cost.N !== CURRENT_COST.N || cost.r !== CURRENT_COST.r || cost.p !== CURRENT_COST.p;
  },
};

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
