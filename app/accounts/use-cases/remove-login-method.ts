import { assertNever } from "../../lib/assert-never";
import { Problem } from "../../lib/problem";
import type { GoogleIdentities, Passwords, Users } from "../ports";
import type { LoginMethod } from "../rules/login-methods";

/** Takes a way in from an account. Throws `conflict` where it is the last one, or not there. */
export async function removeLoginMethod(
  input: { uid: string; method: LoginMethod },
  deps: { users: Users; passwords: Passwords; googleIdentities: GoogleIdentities },
): Promise<void> {
  if (!(await remove(input, deps))) throw new Problem("conflict", { words: "account:lastWayIn" });
}

function remove(
  { uid, method }: Parameters<typeof removeLoginMethod>[0],
  deps: { users: Users; passwords: Passwords; googleIdentities: GoogleIdentities },
): Promise<boolean> {
  switch (method) {
    case "password":
      return deps.passwords.remove(uid);
    case "google":
      return deps.googleIdentities.unlink(uid);
    case "wallet":
      return deps.users.unlinkWallet(uid);
    default:
      return assertNever(method);
  }
}
