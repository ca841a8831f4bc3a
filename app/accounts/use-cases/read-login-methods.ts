import { Problem } from "../../lib/problem";
import type { Users } from "../ports";
import type { LoginMethods } from "../rules/login-methods";

/** How a signed-in person can come in. Throws `signed_out` where the account is gone meanwhile. */
export async function readLoginMethods(
  input: { uid: string },
  deps: { users: Users },
): Promise<LoginMethods> {
  const methods = await deps.users.loginMethods(input.uid);
  if (!methods) throw new Problem("signed_out");
  return methods;
}
