import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { throttle } from "../../lib/throttle";
import type { PasswordHasher, Passwords, RecoveryCodes } from "../ports";
import { emailKey } from "../rules/email";
import { assertStrongPassword } from "../rules/password-rules";
import { readRecoveryCode } from "../rules/recovery-code";
import { CREDENTIAL_ATTEMPTS } from "./credential-attempts";
import { emailCounterKey } from "./email-counter-key";
import { hashRecoveryCode } from "./hash-recovery-code";

/** Stands for the account that nobody has: the same reads and writes as for a real one. */
const NOBODY = "";

type Deps = {
  passwords: Passwords;
  recoveryCodes: RecoveryCodes;
  passwordHasher: PasswordHasher;
  rateLimits: RateLimits;
  clock: Clock;
  settings: Settings;
};

/**
 * Sets a new password by a recovery code, which is used up, and ends every session; the account's
 * uid comes back. Throws `slow_down` before any other work, `invalid_input` for a weak password
 * before the code is looked at, and `invalid_input` with the same words and after the same work for
 * an unknown address and a wrong or used code.
 */
export async function recoverAccount(
  input: { email: string; code: string; password: string },
  deps: Deps,
): Promise<string> {
  const email = emailKey(input.email);
  const counter = await emailCounterKey("recover", email, deps);
  await throttle(counter, CREDENTIAL_ATTEMPTS, deps);
  assertStrongPassword(input.password, email);
  const code = readRecoveryCode(input.code);
  const credential = await deps.passwords.byEmail(email);
  const now = deps.clock.now();
  const hash = await hashRecoveryCode(credential?.uid ?? NOBODY, code ?? "");
  // Used up before anything changes: of two requests with one code, one gets no further than this.
  const used = await deps.recoveryCodes.use(credential?.uid ?? NOBODY, hash, now);
  if (!credential || !used)
    throw new Problem("invalid_input", { words: "page-security:wrongCode" });
  const newHash = await deps.passwordHasher.hash(input.password);
  await deps.passwords.change(credential.uid, newHash, now);
  await deps.rateLimits.clear(counter);
  await deps.rateLimits.clear(await emailCounterKey("password", email, deps));
  return credential.uid;
}
