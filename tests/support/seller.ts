import { env, SELF } from "cloudflare:test";
import { insertPerson } from "./factories/person";
import { newAddress } from "./random-keys";

/** The origin of the Worker under test. */
export const ORIGIN = "http://localhost";

export interface Seller {
  uid: string;
  /** Base58. */
  wallet: string;
  /** `name=value` of the session's cookie. */
  cookie: string;
  /** Sends a request with the session's cookie and the app's origin. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

/** Inserts an account with a session, re-authenticated `reauthenticatedMsAgo`. Inside workerd. */
export async function newSeller(plan = "free", reauthenticatedMsAgo = 0): Promise<Seller> {
  const wallet = newAddress();
  const traits = { name: "Seller", wallet, plan, reauthenticatedMsAgo };
  const { uid, token } = await insertPerson(env.DB, traits);
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
          // Remix compares it with the origin; SELF.fetch does not set it.
          Host: "localhost",
          Cookie: `session=${token}; locale=en`,
          ...init.headers,
        },
      }),
  };
}
