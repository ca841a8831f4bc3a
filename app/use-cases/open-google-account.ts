import { displayName, NAME_MAX } from "../domain/display-name";
import type { GoogleIdentity } from "../domain/google-identity";
import { Problem } from "../domain/problem";
import type { Ports } from "../ports";

/** Opens an account of its own for a Google account; its uid comes back, or that of the one it has. */
export async function openGoogleAccount(
  identity: GoogleIdentity,
  deps: Pick<Ports, "googleIdentities" | "clock" | "ids">,
): Promise<string> {
  const uid = deps.ids.short();
  const user = {
    uid,
    displayName: nameOf(identity),
    email: identity.email,
    wallet: null,
    createdAt: deps.clock.now(),
  };
  if (await deps.googleIdentities.insertWithUser(user, identity)) return uid;
  // Another tab was faster.
  const other = await deps.googleIdentities.uidOf(identity);
  if (!other) throw new Problem("conflict");
  return other;
}

function nameOf({ name, email }: GoogleIdentity): string {
  const [local = ""] = email.split("@");
  return displayName(name.slice(0, NAME_MAX)) ?? displayName(local.slice(0, NAME_MAX)) ?? email;
}
