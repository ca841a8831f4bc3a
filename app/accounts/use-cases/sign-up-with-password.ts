import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PasswordHasher, Passwords } from "../ports";
import { emailKey } from "../rules/email";
import { assertStrongPassword } from "../rules/password-rules";

const NAME_CHARS = 40;

/** Opens an account; its uid comes back. Throws `invalid_input` (password) or `conflict` (address taken). */
export async function signUpWithPassword(
  input: { email: string; password: string },
  deps: { passwords: Passwords; passwordHasher: PasswordHasher; clock: Clock; ids: Ids },
): Promise<string> {
  const email = emailKey(input.email);
  assertStrongPassword(input.password, email);
  const uid = deps.ids.short();
  const user = {
    uid,
    displayName: email.split("@")[0]?.slice(0, NAME_CHARS) || email,
    email: input.email.trim(),
    wallet: null,
    createdAt: deps.clock.now(),
  };
  const hash = await deps.passwordHasher.hash(input.password);
  if (await deps.passwords.insertWithUser(user, { email, hash })) return uid;
  throw new Problem("conflict", { words: "account:emailTaken", field: "email" });
}
