import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { GoogleIdentities } from "../ports";
import type { GoogleIdentity } from "../rules/google-identity";

/** Lets a Google account open this account. Throws `conflict` where it opens another one. */
export async function linkGoogle(
  input: { uid: string; identity: GoogleIdentity },
  deps: { googleIdentities: GoogleIdentities; clock: Clock },
): Promise<void> {
  const { uid, identity } = input;
  if (await deps.googleIdentities.link(uid, identity, deps.clock.now())) return;
  if ((await deps.googleIdentities.uidOf(identity)) === uid) return;
  throw new Problem("conflict", { words: "google:taken" });
}
