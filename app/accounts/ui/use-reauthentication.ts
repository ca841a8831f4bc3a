import { useEffect, useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import { apiPost } from "../../lib/api-post";
import type { Cluster } from "../../lib/cluster";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import type { FoundWallet } from "../../wallet/find-wallets";
import { useWallets } from "../../wallet/use-wallets";
import { onReauth } from "./reauth-channel";
import { useWalletChallenge } from "./use-wallet-challenge";

/**
 * Asks a signed-in user to re-authenticate, and calls `onSuccess` when the server has accepted it.
 * `ask` opens the dialog, and so does each new value of `refusal` but null; spread `dialog` over
 * `ReauthenticationDialog`.
 */
export function useReauthentication(
  cluster: Cluster,
  onSuccess: () => void,
  refusal: object | null = null,
) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrongPassword, setWrongPassword] = useState<string | null>(null);
  const wallets = useWallets(cluster);
  const done = () => {
    setOpen(false);
    onSuccess();
  };
  const byWallet = useWalletChallenge("proof", done);
  // Google runs in a window of its own, which broadcasts its success.
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => (open ? onReauth(() => latest.current()) : undefined), [open]);

  async function reauthenticateWithPassword(password: string) {
    setBusy(true);
    setWrongPassword(null);
    const answer = await apiPost(apiPaths.reauthenticate, { password });
    setBusy(false);
    if (answer.ok) return done();
    setWrongPassword(answer.message);
  }
  function ask() {
    setWrongPassword(null);
    byWallet.clear();
    setOpen(true);
  }
  const opens = useRef(ask);
  opens.current = ask;
  useEffect(() => {
    if (refusal) opens.current();
  }, [refusal]);
  const refusedPassword = useLatestAnswer(wrongPassword);
  const dialog = {
    open,
    wallets,
    busy: busy ? "password" : byWallet.busy,
    error: byWallet.error ?? refusedPassword,
    onPassword: reauthenticateWithPassword,
    onWallet: (wallet: FoundWallet) => void byWallet.sign(wallet),
    onNoWallet: byWallet.reportAbsent,
    onClose: () => setOpen(false),
  };
  return { ask, dialog };
}
