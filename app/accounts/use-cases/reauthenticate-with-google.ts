import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { GoogleIdentities, GoogleKey, Sessions } from "../ports";
import { hashToken } from "./hash-token";

/** How far Google's clock may be from ours, in ms. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Notes in a session that Google has just asked its person who they are. `authenticatedAt` (epoch
 * ms) is when Google did; null where it does not say, which `mustSay` refuses. Throws `other_wallet`'s
 * like for a Google account that is not linked here, and `invalid_input` for an old sign-in.
 */
export async function reauthenticateWithGoogle(
  input: {
    uid: string;
    token: string;
    identity: GoogleKey;
    askedAt: number;
    authenticatedAt: number | null;
    mustSay: boolean;
  },
  deps: { googleIdentities: GoogleIdentities; sessions: Sessions; clock: Clock },
): Promise<void> {
  const { uid, token, identity, askedAt, authenticatedAt, mustSay } = input;
  if ((await deps.googleIdentities.uidOf(identity)) !== uid) {
    throw new Problem("conflict", { words: "google:notLinked" });
  }
  const fresh =
    authenticatedAt === null ? !mustSay : authenticatedAt >= askedAt - CLOCK_TOLERANCE_MS;
  if (!fresh) throw new Problem("invalid_input", { words: "google:notFresh" });
  await deps.sessions.markReauthenticated(await hashToken(token), deps.clock.now());
}
