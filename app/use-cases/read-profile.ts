import { Problem } from "../domain/problem";
import type { User } from "../domain/user";
import type { Ports, UserCounts } from "../ports";

/** A person and what their profile counts. Throws `signed_out` where the account is gone meanwhile. */
export async function readProfile(
  input: { uid: string },
  deps: Pick<Ports, "users">,
): Promise<{ user: User; counts: UserCounts }> {
  const [user, counts] = await Promise.all([
    deps.users.byUid(input.uid),
    deps.users.counts(input.uid),
  ]);
  if (!user) throw new Problem("signed_out");
  return { user, counts };
}
