import type { GoogleIdentities } from "../../../db/accounts/google-identities";
import type { RecoveryCodes } from "../../../db/accounts/recovery-codes";
import type { CountsOfUsers, Users } from "../../../db/accounts/users";
import { Problem } from "../../lib/problem";
import { chosenName } from "../rules/chosen-name";
import { displayName } from "../rules/display-name";
import type { LoginMethods } from "../rules/login-methods";
import { isReservedName } from "../rules/reserved-name";
import type { SellerKind } from "../rules/seller-status";
import type { User, UserCounts } from "../rules/user";

export interface Profile {
  user: User;
  counts: UserCounts;
  methods: LoginMethods;
  /** E-mail addresses of the linked Google accounts, the first linked first. */
  googleEmails: string[];
  /** Unused recovery codes. */
  codesLeft: number;
  sellerKind: SellerKind | null;
}

/** A user and what their profile shows. Throws `signed_out` where the account is deleted meanwhile. */
export async function readProfile(
  input: { uid: string },
  deps: {
    users: Users;
    userCounts: CountsOfUsers;
    recoveryCodes: RecoveryCodes;
    googleIdentities: GoogleIdentities;
  },
): Promise<Profile> {
  const [user, counts, methods, codesLeft, linked, seller] = await Promise.all([
    deps.users.byUid(input.uid),
    deps.userCounts.of(input.uid),
    deps.users.loginMethods(input.uid),
    deps.recoveryCodes.left(input.uid),
    deps.googleIdentities.ofUid(input.uid),
    deps.users.sellerByUid(input.uid),
  ]);
  if (!user || !methods || !seller) throw new Problem("signed_out");
  const { kind: sellerKind } = seller.status;
  const googleEmails = linked.map(({ email }) => email);
  return { user, counts, methods, codesLeft, googleEmails, sellerKind };
}

/** The public name of an optional field; null for an empty one. Throws the errors of `checkName`. */
export function parsePublicName(typed: FormDataEntryValue | null): string | null {
  if (typeof typed !== "string" || typed.trim() === "") return null;
  return checkName(typed, "publicName");
}

/** The name as it is stored. Throws `invalid_input` for one that is too long or reserved. */
function checkName(typed: string, field: string): string {
  const name = displayName(typed);
  if (!name) throw new Problem("invalid_input", { messageKey: "account:nameInvalid", field });
  if (isReservedName(name))
    throw new Problem("invalid_input", { messageKey: "account:nameReserved", field });
  return name;
}

/** True for a person without a chosen name and without a product on sale. */
export async function asksForPublicName(
  viewer: { uid: string; displayName: string },
  deps: { userCounts: CountsOfUsers },
): Promise<boolean> {
  if (chosenName(viewer.displayName)) return false;
  return (await deps.userCounts.of(viewer.uid)).forSale === 0;
}

/** Saves the name given with the first product; a name chosen before stays, unless it became reserved. */
export async function savePublicName(
  { uid, displayName: stored }: { uid: string; displayName: string },
  name: string | null,
  deps: { users: Pick<Users, "nameOnce"> },
): Promise<void> {
  if (name && !chosenName(stored)) await deps.users.nameOnce(uid, name, stored);
}

/** The name to rename a person to; empty to remove the chosen one. Throws the errors of `checkName`. */
export function parseNewName(typed: string, field = "name"): string {
  return typed.trim() === "" ? "" : checkName(typed, field);
}

/** Throws the errors of `parseNewName`. */
export async function renameUser(
  input: { uid: string; name: string },
  deps: { users: Pick<Users, "rename"> },
): Promise<void> {
  await deps.users.rename(input.uid, parseNewName(input.name));
}
