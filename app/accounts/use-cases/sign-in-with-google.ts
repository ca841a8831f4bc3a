import type { Clock, Ids } from "../../lib/ports";
import type { GoogleIdentities, Passwords, Users } from "../ports";
import { emailKey } from "../rules/email";
import type { GoogleIdentity } from "../rules/google-identity";
import { openGoogleAccount } from "./open-google-account";

/**
 * The account that a Google account opens: the one that it is linked to, else a new one. Null where
 * it is new and a password account has its address: its owner has to say, since that address was
 * never proved there.
 *
 * `proven` says whether coming in also shows who is there, as for what needs a fresh proof. Google
 * may have answered for a browser that was left open, so that an account with a password or a
 * wallet is asked for those; one that has Google alone has nothing else to show.
 */
export async function signInWithGoogle(
  identity: GoogleIdentity,
  deps: {
    googleIdentities: GoogleIdentities;
    passwords: Passwords;
    users: Users;
    clock: Clock;
    ids: Ids;
  },
): Promise<{ uid: string; proven: boolean } | null> {
  const known = await deps.googleIdentities.uidOf(identity);
  if (known) {
    await deps.googleIdentities.noteEmail(identity, identity.email);
    const methods = await deps.users.loginMethods(known);
    return { uid: known, proven: !methods?.password && !methods?.wallet };
  }
  if (await deps.passwords.byEmail(emailKey(identity.email))) return null;
  return { uid: await openGoogleAccount(identity, deps), proven: true };
}
