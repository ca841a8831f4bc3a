import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PHANTOM_HOST } from "../../wallet/device";
import type { FoundWallet } from "../../wallet/find-wallets";
import { type ProofFailure, proveWallet } from "./prove-wallet";

type Purpose = Parameters<typeof proveWallet>[1];

export interface WalletProofState {
  /** Name of the wallet that is being asked, or null. */
  busy: string | null;
  /** What went wrong, in the person's language. */
  error: string | null;
  /** Asks the wallet, and sends `rest` along; the code of the server's refusal comes back where there was one. */
  prove(wallet: FoundWallet, rest?: object): Promise<string | null>;
  /** Says that there is no wallet. */
  sayAbsent(): void;
  clear(): void;
}

/** Has a wallet sign for `purpose`, and calls `onDone` with the answer when the server has accepted it. */
export function useWalletProof<T = unknown>(
  purpose: Purpose,
  onDone: (answer: T) => void,
): WalletProofState {
  const { t } = useTranslation("wallet");
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const words = (failure: ProofFailure, wallet: string): string => {
    if (failure.reason !== "refused") return t(failure.reason, { wallet });
    return failure.message ?? t("failed", { wallet });
  };
  async function prove(wallet: FoundWallet, rest?: object): Promise<string | null> {
    setBusy(wallet.name);
    setError(null);
    const result = await proveWallet<T>(wallet, purpose, rest);
    setBusy(null);
    if (result.ok) {
      onDone(result.value);
      return null;
    }
    const { failure } = result;
    const code = failure.reason === "refused" ? failure.code : null;
    if (code !== "proof_needed") setError(words(failure, wallet.name));
    return code;
  }
  return {
    busy,
    error,
    prove,
    sayAbsent: () => setError(t("absent", { host: PHANTOM_HOST })),
    clear: () => setError(null),
  };
}
