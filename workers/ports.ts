import type { Clock, Ids, Ports, Settings } from "../app/ports";
import type { Env } from "./env";

const clock: Clock = { now: () => Date.now() };

const ids: Ids = {
  uuid: () => crypto.randomUUID(),
  short: () => base64url(crypto.getRandomValues(new Uint8Array(16))),
  token: () => base64url(crypto.getRandomValues(new Uint8Array(32))),
};

/** The one place where ports get their real parts. */
export function createPorts(_env: Env, settings: Settings): Ports {
  return { settings, clock, ids };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
