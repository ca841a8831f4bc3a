import type { GoogleIdentities } from "../../../db/accounts/google-identities";
import type { Passwords } from "../../../db/accounts/passwords";
import type { Users } from "../../../db/accounts/users";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { emailKey } from "../rules/email";
import type { GoogleIdentity } from "../rules/google-identity";
import { type CheckPasswordDeps, checkPassword } from "./check-password";
import type { AdmittedDevice } from "./device-tokens";

/**
 * The account of a Google identity: the one it is linked to, else a new one. Null where the identity
 * is new and a password account has its address: the user has to choose, since that address was
 * never verified for the password account.
 *
 * `countsAsReauth` says whether the login also counts as a re-authentication. Google may have
 * answered for a browser that was left open, so an account with a password or a wallet is asked for
 * those; an account with Google alone has nothing else to ask for.
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
): Promise<{ uid: string; countsAsReauth: boolean } | null> {
  const known = await deps.googleIdentities.uidOf(identity);
  if (known) {
    await deps.googleIdentities.updateEmail(identity, identity.email);
    const methods = await deps.users.loginMethods(known);
    return { uid: known, countsAsReauth: !methods?.password && !methods?.wallet };
  }
  if (await deps.passwords.byEmail(emailKey(identity.email))) return null;
  return { uid: await openGoogleAccount(identity, deps), countsAsReauth: true };
}

/** Opens a new account for a Google identity and returns its uid, or the uid it is linked to already. */
export async function openGoogleAccount(
  identity: GoogleIdentity,
  deps: { googleIdentities: GoogleIdentities; clock: Clock; ids: Ids },
): Promise<string> {
  const uid = deps.ids.short();
  const user = {
    uid,
    // The name at Google was not chosen for a public page.
    displayName: "",
    email: identity.email,
    wallet: null,
    createdAt: deps.clock.now(),
  };
  if (await deps.googleIdentities.insertWithUser(user, identity)) return uid;
  // A concurrent request opened it.
  const other = await deps.googleIdentities.uidOf(identity);
  if (!other) throw new Problem("conflict");
  return other;
}

/** Links a Google identity to an account. Throws `conflict` where it is linked to another one. */
export async function linkGoogle(
  input: { uid: string; identity: GoogleIdentity },
  deps: { googleIdentities: GoogleIdentities; clock: Clock },
): Promise<void> {
  const { uid, identity } = input;
  if (await deps.googleIdentities.link(uid, identity, deps.clock.now())) return;
  if ((await deps.googleIdentities.uidOf(identity)) === uid) return;
  throw new Problem("conflict", { messageKey: "google:taken" });
}

/**
 * Links a Google identity to the password account with the same address and returns its uid. Throws
 * what `checkPassword` and `linkGoogle` throw.
 */
export async function linkGoogleByPassword(
  input: { identity: GoogleIdentity; password: string; device: AdmittedDevice | null },
  deps: CheckPasswordDeps & { googleIdentities: GoogleIdentities },
): Promise<string> {
  const { identity, password, device } = input;
  const uid = await checkPassword({ email: identity.email, password, device }, deps);
  await linkGoogle({ uid, identity }, deps);
  return uid;
}
