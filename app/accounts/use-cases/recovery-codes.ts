import type { Passwords } from "../../../db/accounts/passwords";
import type { RecoveryCodes } from "../../../db/accounts/recovery-codes";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { throttle } from "../../lib/throttle";
import { emailKey } from "../rules/email";
import { assertStrongPassword } from "../rules/password-rules";
import {
  RECOVERY_CODE_BYTES,
  RECOVERY_CODE_COUNT,
  readRecoveryCode,
  recoveryCode,
} from "../rules/recovery-code";
import { type CheckPasswordDeps, CREDENTIAL_ATTEMPTS } from "./check-password";
import { emailCounterKey } from "./email-counter-key";
import { hashToken } from "./hash-token";

/** Stands for an account that does not exist: the same reads and writes as for one that does. */
const UNKNOWN_UID = "";

/**
 * Generates new recovery codes and invalidates those before. Only their hashes are stored. Throws
 * `conflict` for an account without a password, since a code sets a new password.
 */
export async function renewRecoveryCodes(
  input: { uid: string },
  deps: { recoveryCodes: RecoveryCodes; passwords: Passwords; ids: Ids; clock: Clock },
): Promise<string[]> {
  if (!(await deps.passwords.byUid(input.uid))) throw new Problem("conflict");
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    recoveryCode(deps.ids.bytes(RECOVERY_CODE_BYTES)),
  );
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(input.uid, code)));
  await deps.recoveryCodes.replace(input.uid, hashes, deps.clock.now());
  return codes;
}

/**
 * Sets a new password by a recovery code, which is used up, and ends every session; returns the
 * uid. Throws `invalid_input` for a weak password before the code is read, and `invalid_input` or
 * `slow_down` with the same text and after the same work for an unknown address and a wrong or used
 * code. A right code is never refused for the wrong ones of others: it has 80 bits, and is checked
 * without hashing a password.
 */
export async function recoverAccount(
  input: { email: string; code: string; password: string },
  deps: CheckPasswordDeps & { recoveryCodes: RecoveryCodes },
): Promise<string> {
  const email = emailKey(input.email);
  // Whose name it would be is not told before the code is right.
  assertStrongPassword(input.password, { email, name: "" });
  const code = readRecoveryCode(input.code);
  const credential = await deps.passwords.byEmail(email);
  const now = deps.clock.now();
  const uid = credential?.uid ?? UNKNOWN_UID;
  const hash = await hashRecoveryCode(uid, code ?? "");
  // The code is used up before anything changes, so that one of two concurrent requests stops here.
  const used = await deps.recoveryCodes.use(uid, hash, now);
  const counter = await emailCounterKey("recover", email, deps);
  if (!credential || !used) {
    await throttle(counter, CREDENTIAL_ATTEMPTS, deps);
    throw new Problem("invalid_input", { messageKey: "page-security:wrongCode" });
  }
  const newHash = await deps.passwordHasher.hash(input.password);
  await deps.passwords.change(credential.uid, newHash, now);
  await deps.rateLimits.clear(counter);
  await deps.rateLimits.clear(await emailCounterKey("password", email, deps));
  return credential.uid;
}

/** The stored hash of a code. It covers the uid, so that one guess can't be tried on all accounts. */
function hashRecoveryCode(uid: string, code: string): Promise<string> {
  return hashToken(`${uid}:${code}`);
}
