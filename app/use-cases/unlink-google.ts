import { Problem } from "../domain/problem";
import { canRemove } from "../domain/ways-in";
import type { Ports } from "../ports";
import { readWaysIn } from "./read-ways-in";

/**
 * Takes a Google account off an account. Throws `not_found` where it is not linked here, and
 * `conflict` where it is the last way in.
 */
export async function unlinkGoogle(
  input: { uid: string; subject: string },
  deps: Pick<Ports, "googleIdentities" | "users">,
): Promise<void> {
  const { uid, subject } = input;
  const linked = await deps.googleIdentities.ofUid(uid);
  const found = linked.find((identity) => identity.subject === subject);
  if (!found) throw new Problem("not_found");
  const ways = await readWaysIn({ uid }, deps);
  // Of several Google accounts each may go but the last.
  if (linked.length === 1 && !canRemove("google", ways)) {
    throw new Problem("conflict", { words: "google:lastWayIn" });
  }
  await deps.googleIdentities.unlink(uid, found);
}
