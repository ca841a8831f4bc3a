import type { GoogleIdentity } from "../domain/google-identity";
import { Problem } from "../domain/problem";
import type { Ports } from "../ports";

/** Lets a Google account open this account. Throws `conflict` where it opens another one. */
export async function linkGoogle(
  input: { uid: string; identity: GoogleIdentity },
  deps: Pick<Ports, "googleIdentities" | "clock">,
): Promise<void> {
  const { uid, identity } = input;
  if (await deps.googleIdentities.link(uid, identity, deps.clock.now())) return;
  if ((await deps.googleIdentities.uidOf(identity)) === uid) return;
  throw new Problem("conflict", { words: "google:taken" });
}
