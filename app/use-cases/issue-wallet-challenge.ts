import { CHALLENGE_MS, type SignInMessage, signInMessage } from "../domain/sign-in-message";
import type { Ports, WalletChallenge } from "../ports";

/** A message for a wallet to sign, good once and for five minutes. The wallet adds its own address. */
export async function issueWalletChallenge(
  input: Pick<WalletChallenge, "purpose" | "uid" | "statement">,
  deps: Pick<Ports, "walletChallenges" | "clock" | "ids" | "settings">,
): Promise<SignInMessage> {
  const issuedAt = deps.clock.now();
  // The message format allows letters and digits alone in a nonce.
  const nonce = deps.ids.uuid().replaceAll("-", "");
  const challenge = { ...input, nonce, issuedAt, expiresAt: issuedAt + CHALLENGE_MS };
  await deps.walletChallenges.insert(challenge);
  return signInMessage(challenge, deps.settings.appOrigin);
}
