import type { Passwords } from "../../../db/accounts/passwords";
import type { Users } from "../../../db/accounts/users";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PasswordHasher } from "../ports";
import { emailKey } from "../rules/email";
import { assertStrongPassword } from "../rules/password-rules";
import { type CheckPasswordDeps, checkOwnPassword } from "./check-password";

/**
 * Opens an account with a password and returns its uid. Throws `invalid_input` for a weak password,
 * `conflict` for an address that is taken.
 */
export async function signUpWithPassword(
  input: { email: string; password: string },
  deps: { passwords: Passwords; passwordHasher: PasswordHasher; clock: Clock; ids: Ids },
): Promise<string> {
  const email = emailKey(input.email);
  assertStrongPassword(input.password, { email, name: "" });
  const uid = deps.ids.short();
  const user = {
    uid,
    displayName: "",
    email: input.email.trim(),
    wallet: null,
    createdAt: deps.clock.now(),
  };
  const hash = await deps.passwordHasher.hash(input.password);
  if (await deps.passwords.insertWithUser(user, { email, hash })) return uid;
  throw new Problem("conflict", { messageKey: "account:emailTaken", field: "email" });
}

/**
 * Adds a password to an account that opens by wallet or Google, and ends its sessions. Throws
 * `invalid_input` for a weak one, `conflict` where the address is taken or the account has one.
 */
export async function setPassword(
  input: { uid: string; email: string; password: string },
  deps: {
    passwords: Passwords;
    users: Pick<Users, "byUid">;
    passwordHasher: PasswordHasher;
    clock: Clock;
  },
): Promise<void> {
  const email = emailKey(input.email);
  const name = (await deps.users.byUid(input.uid))?.displayName ?? "";
  assertStrongPassword(input.password, { email, name });
  if (await deps.passwords.byUid(input.uid)) throw new Problem("conflict");
  const hash = await deps.passwordHasher.hash(input.password);
  const credential = { email, hash, displayEmail: input.email.trim() };
  if (await deps.passwords.add(input.uid, credential, deps.clock.now())) return;
  throw new Problem("conflict", { messageKey: "account:emailTaken", field: "email" });
}

/**
 * Replaces the password, given the current one, and ends every session of the user. Throws what
 * `checkOwnPassword` throws, and `invalid_input` for a weak new password.
 */
export async function changePassword(
  input: { uid: string; token: string; current: string; password: string },
  deps: CheckPasswordDeps & { users: Pick<Users, "byUid"> },
): Promise<void> {
  const [credential, user] = await Promise.all([
    deps.passwords.byUid(input.uid),
    deps.users.byUid(input.uid),
  ]);
  if (!credential) throw new Problem("conflict");
  assertStrongPassword(input.password, { email: credential.email, name: user?.displayName ?? "" });
  const { uid, token, current } = input;
  await checkOwnPassword({ uid, password: current, token }, deps);
  const hash = await deps.passwordHasher.hash(input.password);
  await deps.passwords.change(uid, hash, deps.clock.now());
}
