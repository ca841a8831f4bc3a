import type {
  SolanaSignInFeature,
  SolanaSignMessageFeature,
} from "@solana/wallet-standard-features";
import { apiPaths } from "../../lib/api-paths";
import { type ApiResult, apiPost } from "../../lib/api-post";
import { encodeBase64 } from "../../lib/base64";
import { type SignInMessage, signInText } from "../../solana/sign-in-message";
import { connect } from "../../wallet/connect";
import type { FoundWallet } from "../../wallet/find-wallets";
import { rememberWallet } from "../../wallet/last-wallet";
import { callWallet, type WalletResult } from "../../wallet/outcome";
import type { ChallengePurpose, SignedChallenge } from "../rules/wallet-challenge";

/** Why a challenge failed: in the wallet (`reason`), or on the server, with its message. */
export type ChallengeFailure =
  | { reason: Exclude<WalletResult<never>, { ok: true }>["reason"] }
  | { reason: "refused"; code: string; message: string | null };

export type ChallengeResult<T> = { ok: true; value: T } | { ok: false; failure: ChallengeFailure };

const ENDPOINTS: Record<ChallengePurpose, string> = {
  "sign-in": apiPaths.walletSignIn,
  link: apiPaths.walletLink,
  merge: apiPaths.walletMerge,
  proof: apiPaths.reauthenticate,
};

/**
 * Requests a challenge, has the wallet sign it, and posts it to the endpoint of its purpose together
 * with `rest`. Returns the endpoint's answer.
 */
export async function completeChallenge<T>(
  wallet: FoundWallet,
  purpose: ChallengePurpose,
  rest: object = {},
): Promise<ChallengeResult<T>> {
  const challenge = await apiPost<SignInMessage>(apiPaths.walletChallenge, { purpose });
  if (!challenge.ok) return refused(challenge);
  const signed = await signChallenge(wallet, challenge.value);
  if (!signed.ok) return { ok: false, failure: { reason: signed.reason } };
  const { address, message, signature } = signed.value;
  const answer = await apiPost<T>(ENDPOINTS[purpose], {
    ...rest,
    address,
    message: encodeBase64(message),
    signature: encodeBase64(signature),
  });
  return answer.ok ? answer : refused(answer);
}

function refused({
  code,
  message,
}: Extract<ApiResult<never>, { ok: false }>): ChallengeResult<never> {
  return { ok: false, failure: { reason: "refused", code, message } };
}

type Features = Partial<SolanaSignInFeature & SolanaSignMessageFeature>;

/** Signs by the wallet's sign-in feature where it has one, else as a plain message. */
async function signChallenge(
  wallet: FoundWallet,
  challenge: SignInMessage,
): Promise<WalletResult<SignedChallenge>> {
  const features = wallet.features as Features;
  const signIn = features["solana:signIn"];
  if (signIn) {
    const outcome = await callWallet(async () => {
      const [output] = await signIn.signIn(challenge);
      if (!output) throw new Error("the wallet returned no output");
      const { account, signedMessage, signature } = output;
      return { address: account.address, message: signedMessage, signature };
    });
    if (outcome.ok) rememberWallet(wallet.name);
    return outcome;
  }
  const signMessage = features["solana:signMessage"];
  if (!signMessage) return { ok: false, reason: "unsupported" };
  const connected = await connect(wallet);
  if (!connected.ok) return connected;
  const account = connected.value;
  return callWallet(async () => {
    const message = new TextEncoder().encode(signInText(challenge, account.address));
    const [output] = await signMessage.signMessage({ account, message });
    if (!output) throw new Error("the wallet returned no output");
    const { signedMessage, signature } = output;
    return { address: account.address, message: signedMessage, signature };
  });
}
