import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PasswordHasher, Passwords } from "../ports";
import { checkPassword } from "./check-password";

/**
 * Lets a signed-in person through who knows their account's password. Throws `slow_down`, and
 * `invalid_input` for a wrong one or an account without.
 */
export async function checkOwnPassword(
  input: { uid: string; password: string },
  deps: {
    passwords: Passwords;
    passwordHasher: PasswordHasher;
    rateLimits: RateLimits;
    clock: Clock;
    settings: Settings;
  },
): Promise<void> {
  const credential = await deps.passwords.byUid(input.uid);
  if (!credential) throw wrong();
  try {
    await checkPassword({ email: credential.email, password: input.password }, deps);
  } catch (error) {
    throw error instanceof Problem && error.code === "invalid_input" ? wrong() : error;
  }
}

function wrong(): Problem {
  return new Problem("invalid_input", { words: "account:wrongPassword", field: "current" });
}
