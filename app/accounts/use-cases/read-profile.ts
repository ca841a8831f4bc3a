import { Problem } from "../../lib/problem";
import type { GoogleIdentities, RecoveryCodes, UserCounts, Users } from "../ports";
import type { LoginMethods } from "../rules/login-methods";
import type { User } from "../rules/user";

export interface Profile {
  user: User;
  counts: UserCounts;
  methods: LoginMethods;
  /** E-mail addresses of the linked Google accounts, the first linked first. */
  googleEmails: string[];
  /** Recovery codes that were not used. */
  codesLeft: number;
}

/** A person and what their profile shows. Throws `signed_out` where the account is gone meanwhile. */
export async function readProfile(
  input: { uid: string },
  deps: { users: Users; recoveryCodes: RecoveryCodes; googleIdentities: GoogleIdentities },
): Promise<Profile> {
  const [user, counts, methods, codesLeft, linked] = await Promise.all([
    deps.users.byUid(input.uid),
    deps.users.counts(input.uid),
    deps.users.loginMethods(input.uid),
    deps.recoveryCodes.left(input.uid),
    deps.googleIdentities.ofUid(input.uid),
  ]);
  if (!user || !methods) throw new Problem("signed_out");
  return { user, counts, methods, codesLeft, googleEmails: linked.map(({ email }) => email) };
}
