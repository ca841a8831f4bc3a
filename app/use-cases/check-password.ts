import { emailKey } from "../domain/email";
import { Problem } from "../domain/problem";
import type { Ports } from "../ports";
import { hashToken } from "./hash-token";
import { SECRET_TRIES } from "./secret-tries";
import { slowDown } from "./slow-down";

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
  await slowDown(counter, SECRET_TRIES, deps);
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
