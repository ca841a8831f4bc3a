import type { GoogleIdentities } from "../../../db/accounts/google-identities";
import type { Sessions } from "../../../db/accounts/sessions";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { GoogleKey } from "../rules/google-identity";
import type { SignedChallenge } from "../rules/wallet-challenge";
import { type CheckPasswordDeps, checkOwnPassword } from "./check-password";
import { hashToken } from "./hash-token";
import { type VerifyChallengeDeps, verifyWalletChallenge } from "./wallet-challenge";

/** How far the provider's clock may be behind ours. */
const CLOCK_TOLERANCE_MS = 60_000;

export type Credential = { password: string } | SignedChallenge;

type Deps = CheckPasswordDeps & VerifyChallengeDeps & { sessions: Sessions };

/**
 * Re-authenticates a session by the account's password or a signature of its linked wallet. Throws
 * what `checkOwnPassword` and `verifyWalletChallenge` throw, and `other_wallet`.
 */
export async function reauthenticate(
  input: { credential: Credential; uid: string; wallet: string | null; token: string },
  deps: Deps,
): Promise<void> {
  const { credential, uid, wallet, token } = input;
  if ("password" in credential) {
    await checkOwnPassword({ uid, password: credential.password, token }, deps);
  } else {
    const address = await verifyWalletChallenge({ ...credential, purpose: "proof", uid }, deps);
    if (address !== wallet) throw new Problem("other_wallet", { messageKey: "wallet:notLinked" });
  }
  await deps.sessions.markReauthenticated(await hashToken(token), deps.clock.now());
}

/**
 * Re-authenticates a session by a new login at Google. `authenticatedAt` (epoch ms) is when that
 * took place; null where the provider does not say, which is an error if `requiresAuthTime`. Throws
 * `conflict` for a Google account that is not linked here, and `invalid_input` for a login before
 * `askedAt` (epoch ms).
 */
export async function reauthenticateWithGoogle(
  input: {
    uid: string;
    token: string;
    identity: GoogleKey;
    askedAt: number;
    authenticatedAt: number | null;
    requiresAuthTime: boolean;
  },
  deps: { googleIdentities: GoogleIdentities; sessions: Sessions; clock: Clock },
): Promise<void> {
  const { uid, token, identity, askedAt, authenticatedAt, requiresAuthTime } = input;
  if ((await deps.googleIdentities.uidOf(identity)) !== uid) {
    throw new Problem("conflict", { messageKey: "google:notLinked" });
  }
  const isRecent =
    authenticatedAt === null ? !requiresAuthTime : authenticatedAt >= askedAt - CLOCK_TOLERANCE_MS;
  if (!isRecent) throw new Problem("invalid_input", { messageKey: "google:notFresh" });
  await deps.sessions.markReauthenticated(await hashToken(token), deps.clock.now());
}
