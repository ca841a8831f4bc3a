import { Problem } from "../domain/problem";
import type { WaysIn } from "../domain/ways-in";
import type { Ports } from "../ports";

/** How a signed-in person can come in. Throws `signed_out` where the account is gone meanwhile. */
export async function readWaysIn(
  input: { uid: string },
  deps: Pick<Ports, "users">,
): Promise<WaysIn> {
  const ways = await deps.users.waysIn(input.uid);
  if (!ways) throw new Problem("signed_out");
  return ways;
}
