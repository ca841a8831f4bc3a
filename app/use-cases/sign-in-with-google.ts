import { emailKey } from "../domain/email";
import type { GoogleIdentity } from "../domain/google-identity";
import type { Ports } from "../ports";
import { openGoogleAccount } from "./open-google-account";

/**
 * Uid of the account that a Google account opens: the one that it is linked to, else a new one.
 * Null where it is new and a password account has its address: its owner has to say, since that
 * address was never proved there.
 */
export async function signInWithGoogle(
  identity: GoogleIdentity,
  deps: Pick<Ports, "googleIdentities" | "passwords" | "clock" | "ids">,
): Promise<string | null> {
  const known = await deps.googleIdentities.uidOf(identity);
  if (known) {
    await deps.googleIdentities.noteEmail(identity, identity.email);
    return known;
  }
  if (await deps.passwords.byEmail(emailKey(identity.email))) return null;
  return openGoogleAccount(identity, deps);
}
