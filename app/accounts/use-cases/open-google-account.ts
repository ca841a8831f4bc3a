import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { GoogleIdentities } from "../ports";
import { displayName, NAME_MAX } from "../rules/display-name";
import type { GoogleIdentity } from "../rules/google-identity";

/** Opens an account of its own for a Google account; its uid comes back, or that of the one it has. */
export async function openGoogleAccount(
  identity: GoogleIdentity,
  deps: { googleIdentities: GoogleIdentities; clock: Clock; ids: Ids },
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
