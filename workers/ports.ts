import type { Clock, Ids, Ports, Settings } from "../app/ports";
import { openDb } from "../db/client";
import { passwordsIn } from "../db/passwords";
import { productsIn } from "../db/products";
import { protectedFilesIn } from "../db/protected-files";
import { rateCountersIn } from "../db/rates";
import { sessionsIn } from "../db/sessions";
import { usersIn } from "../db/users";
import { walletChallengesIn } from "../db/wallet-challenges";
import type { Env } from "./env";
import { r2FileStore } from "./r2-file-store";
import { scryptHasher } from "./scrypt-hasher";

const clock: Clock = { now: () => Date.now() };

const ids: Ids = {
  uuid: () => crypto.randomUUID(),
  short: () => base64url(crypto.getRandomValues(new Uint8Array(16))),
  token: () => base64url(crypto.getRandomValues(new Uint8Array(32))),
};

/** The one place where ports get their real parts. */
export function createPorts(env: Env, settings: Settings): Ports {
  const db = openDb(env.DB);
  return {
    settings,
    clock,
    ids,
    users: usersIn(db),
    sessions: sessionsIn(db),
    passwords: passwordsIn(db),
    passwordHasher: scryptHasher,
    walletChallenges: walletChallengesIn(db),
    rates: rateCountersIn(db),
    products: productsIn(db),
    protectedFiles: protectedFilesIn(db),
    files: r2FileStore(env.FILES),
  };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
