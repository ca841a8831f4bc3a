import { Problem } from "../../lib/problem";
import type { Users } from "../ports";
import type { WaysIn } from "../rules/login-methods";

/** How a signed-in person can come in. Throws `signed_out` where the account is gone meanwhile. */
export async function readWaysIn(input: { uid: string }, deps: { users: Users }): Promise<WaysIn> {
  const ways = await deps.users.waysIn(input.uid);
  if (!ways) throw new Problem("signed_out");
  return ways;
}
