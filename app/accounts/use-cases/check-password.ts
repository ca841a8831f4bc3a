import type { Passwords } from "../../../db/accounts/passwords";
import type { BackoffPolicy, Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { throttle } from "../../lib/throttle";
import type { PasswordHasher } from "../ports";
import { emailKey } from "../rules/email";
import { emailCounterKey } from "./email-counter-key";

/**
 * For attempts at the secret of one account. Ten allow for a user who forgot which password it was;
 * then the wait doubles, to five minutes at most, so that a stranger can't lock the owner out.
 */
export const CREDENTIAL_ATTEMPTS: BackoffPolicy = {
  free: 10,
  baseMs: 1_000,
  maxMs: 300_000,
  resetAfterMs: 3_600_000,
};

export interface CheckPasswordDeps {
  passwords: Passwords;
  passwordHasher: PasswordHasher;
  rateLimits: RateLimits;
  clock: Clock;
  settings: Settings;
}

/**
 * Uid of the account with this address and password. Throws `slow_down` before any hashing, else
 * `invalid_input`, with the same text and after the same work for an unknown address and a wrong
 * password. Replaces a hash that was made with weaker parameters.
 */
export async function checkPassword(
  input: { email: string; password: string },
  deps: CheckPasswordDeps,
): Promise<string> {
  const email = emailKey(input.email);
  const counter = await emailCounterKey("password", email, deps);
  await throttle(counter, CREDENTIAL_ATTEMPTS, deps);
  const credential = await deps.passwords.byEmail(email);
  const matches = await deps.passwordHasher.verify(input.password, credential?.hash ?? null);
  if (!credential || !matches)
    throw new Problem("invalid_input", { messageKey: "account:wrongCredentials" });
  await deps.rateLimits.clear(counter);
  if (deps.passwordHasher.outdated(credential.hash)) {
    const hash = await deps.passwordHasher.hash(input.password);
    await deps.passwords.replaceHash(credential.uid, hash, deps.clock.now());
  }
  return credential.uid;
}

/**
 * Checks the password of a signed-in user. Throws `slow_down`, and `invalid_input` for a wrong
 * password or an account without one.
 */
export async function checkOwnPassword(
  input: { uid: string; password: string },
  deps: CheckPasswordDeps,
): Promise<void> {
  const credential = await deps.passwords.byUid(input.uid);
  if (!credential) throw wrongPassword();
  try {
    await checkPassword({ email: credential.email, password: input.password }, deps);
  } catch (error) {
    throw error instanceof Problem && error.code === "invalid_input" ? wrongPassword() : error;
  }
}

function wrongPassword(): Problem {
  return new Problem("invalid_input", { messageKey: "account:wrongPassword", field: "current" });
}
