import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Passwords, RecoveryCodes } from "../ports";
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, recoveryCode } from "../rules/recovery-code";
import { hashRecoveryCode } from "./hash-recovery-code";

/**
 * New recovery codes in place of those before, which open nothing any more. Only their hashes are
 * stored. Throws `conflict` for an account without a password: a code sets a new one.
 */
export async function renewRecoveryCodes(
  input: { uid: string },
  deps: { recoveryCodes: RecoveryCodes; passwords: Passwords; ids: Ids; clock: Clock },
): Promise<string[]> {
  if (!(await deps.passwords.byUid(input.uid))) throw new Problem("conflict");
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCode(deps.ids.bytes(RECOVERY_CODE_BYTES)),
  );
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(input.uid, code)));
  await deps.recoveryCodes.replace(input.uid, hashes, deps.clock.now());
  return codes;
}
