import type { GoogleIdentities } from "../../../db/accounts/google-identities";
import type { Passwords } from "../../../db/accounts/passwords";
import type { Users } from "../../../db/accounts/users";
import { assertNever } from "../../lib/assert-never";
import { Problem } from "../../lib/problem";
import type { LoginMethod } from "../rules/login-methods";

interface Deps {
  users: Users;
  passwords: Passwords;
  googleIdentities: GoogleIdentities;
}

/** Removes a login method. Throws `conflict` where it is the last one, or the account does not have it. */
export async function removeLoginMethod(
  input: { uid: string; method: LoginMethod },
  deps: Deps,
): Promise<void> {
  if (!(await remove(input, deps)))
    throw new Problem("conflict", { messageKey: "account:lastWayIn" });
}

function remove(
  { uid, method }: Parameters<typeof removeLoginMethod>[0],
  deps: Deps,
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
