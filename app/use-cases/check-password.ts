import { emailKey } from "../domain/email";
import { Problem } from "../domain/problem";
import type { Ports, SlowingPolicy } from "../ports";
import { hashToken } from "./hash-token";
import { slowDown } from "./slow-down";

/** Ten tries are a person who forgot which one it was; then the wait doubles, at most to five minutes. */
const ACCOUNT: SlowingPolicy = {
  free: 10,
  firstMs: 1_000,
  longestMs: 300_000,
  forgetMs: 3_600_000,
};

type Deps = Pick<Ports, "passwords" | "passwordHasher" | "rates" | "clock">;

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
  // The counter's key outlives the try: no address in clear.
  const counter = `password:${await hashToken(email)}`;
  await slowDown(counter, ACCOUNT, deps);
  const credential = await deps.passwords.byEmail(email);
  const right = await deps.passwordHasher.verify(input.password, credential?.hash ?? null);
  if (!credential || !right)
    throw new Problem("invalid_input", { words: "account:wrongCredentials" });
  await deps.rates.clear(counter);
  if (deps.passwordHasher.outdated(credential.hash)) {
    const hash = await deps.passwordHasher.hash(input.password);
    await deps.passwords.replaceHash(credential.uid, hash, deps.clock.now());
  }
  return credential.uid;
}
