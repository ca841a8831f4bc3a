import type { Users } from "../../../db/accounts/users";
import { Problem } from "../../lib/problem";
import type { LoginMethods } from "../rules/login-methods";

/** The login methods of a signed-in user. Throws `signed_out` where the account is deleted meanwhile. */
export async function readLoginMethods(
  input: { uid: string },
  deps: { users: Users },
): Promise<LoginMethods> {
  const methods = await deps.users.loginMethods(input.uid);
  if (!methods) throw new Problem("signed_out");
  return methods;
}
