import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PasswordHasher, Passwords } from "../ports";
import { assertStrongPassword } from "../rules/password-rules";
import { checkOwnPassword } from "./check-own-password";

/**
 * Puts a new password in place of the current one, which must be given, and ends every session of
 * the person. Throws what `checkOwnPassword` throws, and `invalid_input` for a weak new password.
 */
export async function changePassword(
  input: { uid: string; current: string; password: string },
  deps: {
    passwords: Passwords;
    passwordHasher: PasswordHasher;
    rateLimits: RateLimits;
    clock: Clock;
    settings: Settings;
  },
): Promise<void> {
  const credential = await deps.passwords.byUid(input.uid);
  if (!credential) throw new Problem("conflict");
  assertStrongPassword(input.password, credential.email);
  await checkOwnPassword({ uid: input.uid, password: input.current }, deps);
  const hash = await deps.passwordHasher.hash(input.password);
  await deps.passwords.change(input.uid, hash, deps.clock.now());
}
