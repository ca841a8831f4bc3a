import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PasswordHasher, Passwords } from "../ports";
import { emailKey } from "../rules/email";
import { assertStrongPassword } from "../rules/password-rules";

/**
 * Gives an account that opens by wallet or Google a password as well, and ends its sessions. Throws
 * `invalid_input` for a weak one, `conflict` where the address is taken or a password is there.
 */
export async function setPassword(
  input: { uid: string; email: string; password: string },
  deps: { passwords: Passwords; passwordHasher: PasswordHasher; clock: Clock },
): Promise<void> {
  const email = emailKey(input.email);
  assertStrongPassword(input.password, email);
  if (await deps.passwords.byUid(input.uid)) throw new Problem("conflict");
  const hash = await deps.passwordHasher.hash(input.password);
  const credential = { email, hash, shown: input.email.trim() };
  if (await deps.passwords.add(input.uid, credential, deps.clock.now())) return;
  throw new Problem("conflict", { words: "account:emailTaken", field: "email" });
}
