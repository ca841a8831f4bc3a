import { useState } from "react";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import { PHANTOM_HOST } from "../../wallet/device";
import type { FoundWallet } from "../../wallet/find-wallets";
import type { ChallengePurpose } from "../rules/wallet-challenge";
import { type ChallengeFailure, completeChallenge } from "./sign-challenge";

export interface WalletChallengeState {
  /** Name of the wallet that is signing, or null. */
  busy: string | null;
  /** Translated. */
  error: string | null;
  /** Has the wallet sign and sends `rest` along. Returns the server's error code, or null. */
  sign(wallet: FoundWallet, rest?: object): Promise<string | null>;
  /** Shows that no wallet is installed. */
  reportAbsent(): void;
  clear(): void;
}

/** Has a wallet sign a challenge for `purpose`, and calls `onDone` with the server's answer on success. */
export function useWalletChallenge<T = unknown>(
  purpose: ChallengePurpose,
  onDone: (answer: T) => void,
): WalletChallengeState {
  const { t } = useTranslation("wallet");
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const messageOf = (failure: ChallengeFailure, wallet: string): string => {
    if (failure.reason !== "refused") return t(failure.reason, { wallet });
    return failure.message ?? t("failed", { wallet });
  };
  async function sign(wallet: FoundWallet, rest?: object): Promise<string | null> {
    setBusy(wallet.name);
    setError(null);
    const result = await completeChallenge<T>(wallet, purpose, rest);
    setBusy(null);
    if (result.ok) {
      onDone(result.value);
      return null;
    }
    const { failure } = result;
    const code = failure.reason === "refused" ? failure.code : null;
    const message = messageOf(failure, wallet.name);
    // The caller opens the re-authentication dialog instead.
    if (code !== "proof_needed") setError(message);
    // As specified, a failed connection at sign-in is also a toast.
    if (purpose === "sign-in" && isConnectionFailure(failure)) toast(message);
    return code;
  }
  return {
    busy,
    error: useLatestAnswer(error),
    sign,
    reportAbsent: () => setError(t("absent", { host: PHANTOM_HOST })),
    clear: () => setError(null),
  };
}

/** True where the wallet failed, or the server could not be reached. */
function isConnectionFailure(failure: ChallengeFailure): boolean {
  return failure.reason === "failed" || (failure.reason === "refused" && failure.message === null);
}
