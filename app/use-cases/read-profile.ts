import { Problem } from "../domain/problem";
import type { User } from "../domain/user";
import type { WaysIn } from "../domain/ways-in";
import type { Ports, UserCounts } from "../ports";

export interface Profile {
  user: User;
  counts: UserCounts;
  ways: WaysIn;
  /** Recovery codes that were not used. */
  codesLeft: number;
}

/** A person and what their profile shows. Throws `signed_out` where the account is gone meanwhile. */
export async function readProfile(
  input: { uid: string },
  deps: Pick<Ports, "users" | "recoveryCodes">,
): Promise<Profile> {
  const [user, counts, ways, codesLeft] = await Promise.all([
    deps.users.byUid(input.uid),
    deps.users.counts(input.uid),
    deps.users.waysIn(input.uid),
    deps.recoveryCodes.left(input.uid),
  ]);
  if (!user || !ways) throw new Problem("signed_out");
  return { user, counts, ways, codesLeft };
}
