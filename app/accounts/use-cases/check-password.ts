import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { throttle } from "../../lib/throttle";
import type { PasswordHasher, Passwords } from "../ports";
import { emailKey } from "../rules/email";
import { CREDENTIAL_ATTEMPTS } from "./credential-attempts";
import { emailCounterKey } from "./email-counter-key";

type Deps = {
  passwords: Passwords;
  passwordHasher: PasswordHasher;
  rateLimits: RateLimits;
  clock: Clock;
  settings: Settings;
};

/**
 * Uid of the account that this address and password open. Throws `slow_down` before any hashing,
 * else `invalid_input` with the same words and after the same work for an unknown address and a
 * wrong password. Replaces a hash that was made with weaker parameters.
 */
export async function checkPassword(
  input: { email: string; password: string },
  deps: Deps,
): Promise<string> {
  const email = emailKey(input.email);
  const counter = await emailCounterKey("password", email, deps);
  await throttle(counter, CREDENTIAL_ATTEMPTS, deps);
  const credential = await deps.passwords.byEmail(email);
  const right = await deps.passwordHasher.verify(input.password, credential?.hash ?? null);
  if (!credential || !right)
    throw new Problem("invalid_input", { words: "account:wrongCredentials" });
  await deps.rateLimits.clear(counter);
  if (deps.passwordHasher.outdated(credential.hash)) {
    const hash = await deps.passwordHasher.hash(input.password);
    await deps.passwords.replaceHash(credential.uid, hash, deps.clock.now());
  }
  return credential.uid;
}
