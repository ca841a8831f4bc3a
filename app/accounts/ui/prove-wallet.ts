import { type ApiResult, apiPost } from "../../lib/api-post";
import { encodeBase64 } from "../../lib/base64";
import type { SignInMessage } from "../../solana/sign-in-message";
import type { FoundWallet } from "../../wallet/find-wallets";
import type { WalletResult } from "../../wallet/outcome";
import { signChallenge } from "./sign-challenge";

/** Why it came to nothing: the wallet's side (`reason`) or the server's, with its words. */
export type ProofFailure =
  | { reason: Exclude<WalletResult<never>, { ok: true }>["reason"] }
  | { reason: "refused"; code: string; message: string | null };

export type ProofResult<T> = { ok: true; value: T } | { ok: false; failure: ProofFailure };

const PATHS = {
  "sign-in": "/api/wallet/sign-in",
  link: "/api/wallet/link",
  merge: "/api/wallet/merge",
  proof: "/api/proof",
} as const;

/**
 * Asks the server for a message, has the wallet sign it, hands it back with what else there is to
 * say: to come in, link, merge or prove.
 */
export async function proveWallet<T>(
  wallet: FoundWallet,
  purpose: keyof typeof PATHS,
  rest: object = {},
): Promise<ProofResult<T>> {
  const challenge = await apiPost<SignInMessage>("/api/wallet/challenge", { purpose });
  if (!challenge.ok) return refused(challenge);
  const signed = await signChallenge(wallet, challenge.value);
  if (!signed.ok) return { ok: false, failure: { reason: signed.reason } };
  const { address, message, signature } = signed.value;
  const answer = await apiPost<T>(PATHS[purpose], {
    ...rest,
    address,
    message: encodeBase64(message),
    signature: encodeBase64(signature),
  });
  return answer.ok ? answer : refused(answer);
}

function refused({ code, message }: Extract<ApiResult<never>, { ok: false }>): ProofResult<never> {
  return { ok: false, failure: { reason: "refused", code, message } };
}
