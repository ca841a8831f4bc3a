import { env, SELF } from "cloudflare:test";
import bs58 from "bs58";
import { hashToken } from "../../app/accounts/use-cases/hash-token";

/** The origin of the Worker under test. */
export const ORIGIN = "http://localhost";

export interface Seller {
  uid: string;
  /** Base58. */
  wallet: string;
  /** `name=value` of the session's cookie. */
  cookie: string;
  /** Calls the app as this person's browser would. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

/** A signed-in person, put straight into the record, who gave a proof `reauthenticatedMsAgo`. Runs inside workerd. */
export async function newSeller(plan = "free", reauthenticatedMsAgo = 0): Promise<Seller> {
  const [uid, token] = [randomText(16), randomText(32)];
  const wallet = bs58.encode(crypto.getRandomValues(new Uint8Array(32)));
  const now = Date.now();
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO users (uid, display_name, wallet, plan, created_at) VALUES (?, 'Seller', ?, ?, ?)",
    ).bind(uid, wallet, plan, now),
    env.DB.prepare(
      `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at, proven_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ).bind(await hashToken(token), uid, now, now, now + 3_600_000, now - reauthenticatedMsAgo),
  ]);
  return {
    uid,
    wallet,
    cookie: `session=${token}`,
    call: (path, init = {}) =>
      SELF.fetch(ORIGIN + path, {
        redirect: "manual",
        ...init,
        headers: {
          Origin: ORIGIN,
          // Remix compares the origin with it; over a socket it is always there.
          Host: "localhost",
          Cookie: `session=${token}; locale=en`,
          ...init.headers,
        },
      }),
  };
}

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
}
