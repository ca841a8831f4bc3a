/**
 * Device tokens: a browser that signed in to an account keeps its own tries at the password, so that
 * strangers who use up those of the account don't lock its owner out. After
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.
 */
import type { Passwords } from "../../../db/accounts/passwords";
import { encodeBase64Url, sha256Base64Url } from "../../lib/base64";
import type { Clock, Ids, RateLimits, Settings } from "../../lib/ports";
import { isSameSecret } from "../../lib/same-secret";
import { emailKey } from "../rules/email";
import { keyedHash } from "./keyed-hash";

/** Wrong passwords of one device; then it is treated like a stranger. */
export const DEVICE_TRIES = 10;
/** A device that has used them up gets new ones this long after the first. */
const DEVICE_WINDOW_MS = 24 * 3_600_000;
/** Passwords that all devices of an account may have checked in a minute, right ones included. */
const MAX_CHECKS_PER_MINUTE = 20;
/** Accounts of one browser: a family at a computer. */
const MAX_TOKENS = 3;

/** A device that may try a password. */
export interface AdmittedDevice {
  /** Its counter; cleared by the right password. */
  counter: string;
}

interface Deps {
  passwords: Pick<Passwords, "byEmail" | "byUid">;
  rateLimits: RateLimits;
  settings: Pick<Settings, "sessionSecret">;
  clock: Clock;
}

/**
 * Counts a try of a browser that signed in to the account of `email` before; null for a browser that
 * did not, or has used up its tries. `tokens` are those of its cookie.
 */
export async function admitDevice(
  input: { email: string; tokens: readonly string[] },
  deps: Deps,
): Promise<AdmittedDevice | null> {
  if (input.tokens.length === 0) return null;
  const credential = await deps.passwords.byEmail(emailKey(input.email));
  const id = credential && (await deviceOf(credential, input.tokens, deps));
  if (!credential || !id) return null;
  const now = deps.clock.now();
  const counter = `device:${id}`;
  const { count: tries } = await deps.rateLimits.increment(counter, now, DEVICE_WINDOW_MS);
  if (tries > DEVICE_TRIES) return null;
  const account = `device-checks:${await sha256Base64Url(credential.uid)}`;
  const { count: checks } = await deps.rateLimits.increment(account, now, 60_000);
  return checks <= MAX_CHECKS_PER_MINUTE ? { counter } : null;
}

/**
 * The tokens of a browser after it signed in: a new one for this account, and those of others. A token
 * ends with the password that it was issued for. Null for an account without one.
 */
export async function issueDeviceToken(
  input: { uid: string; tokens: readonly string[] },
  deps: Omit<Deps, "rateLimits" | "clock"> & { ids: Ids },
): Promise<string[] | null> {
  const { uid, tokens } = input;
  const found = await deps.passwords.byUid(uid);
  if (!found) return null;
  const credential = { uid, hash: found.hash };
  const own = await deviceOf(credential, tokens, deps);
  const others = tokens.filter((token) => own === null || idOf(token) !== own);
  const id = deps.ids.short();
  const token = `${id}.${await signatureOf(id, credential, deps)}`;
  return [token, ...others].slice(0, MAX_TOKENS);
}

interface AccountCredential {
  uid: string;
  /** The stored hash of the password, which a new password replaces. */
  hash: string;
}

/** The id of the first token that was issued for this account and password. */
async function deviceOf(
  credential: AccountCredential,
  tokens: readonly string[],
  deps: Pick<Deps, "settings">,
): Promise<string | null> {
  for (const token of tokens.slice(0, MAX_TOKENS)) {
    const id = idOf(token);
    const signature = await signatureOf(id, credential, deps);
    if (await isSameSecret(token.slice(id.length + 1), signature)) return id;
  }
  return null;
}

const idOf = (token: string) => token.slice(0, token.indexOf("."));

async function signatureOf(
  id: string,
  { uid, hash }: AccountCredential,
  { settings }: Pick<Deps, "settings">,
): Promise<string> {
  return encodeBase64Url(await keyedHash(`${id}\n${uid}\n${hash}`, "device tokens", settings));
}
