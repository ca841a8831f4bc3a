import type { Clock, Ids, Settings } from "../../lib/ports";
import { CHALLENGE_MS, type SignInMessage, signInMessage } from "../../solana/sign-in-message";
import type { WalletChallenge, WalletChallenges } from "../ports";

/** A message for a wallet to sign, good once and for five minutes. The wallet adds its own address. */
export async function issueWalletChallenge(
  input: Pick<WalletChallenge, "purpose" | "uid" | "statement">,
  deps: { walletChallenges: WalletChallenges; clock: Clock; ids: Ids; settings: Settings },
): Promise<SignInMessage> {
  const issuedAt = deps.clock.now();
  // The message format allows letters and digits alone in a nonce.
  const nonce = deps.ids.uuid().replaceAll("-", "");
  const challenge = { ...input, nonce, issuedAt, expiresAt: issuedAt + CHALLENGE_MS };
  await deps.walletChallenges.insert(challenge);
  return signInMessage(challenge, deps.settings.appOrigin);
}
