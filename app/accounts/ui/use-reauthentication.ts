import { useEffect, useRef, useState } from "react";
import { apiPost } from "../../lib/api-post";
import type { Cluster } from "../../lib/cluster";
import { type FoundWallet, isDemo } from "../../wallet/find-wallets";
import { useWallets } from "../../wallet/use-wallets";
import { onReauth } from "./reauth-channel";
import { useWalletProof } from "./use-wallet-proof";

/**
 * Asks a signed-in person to show again who they are, and calls `onProven` when the server has
 * accepted it. `ask` opens the dialog; spread `dialog` over `ReauthenticationDialog`.
 */
export function useReauthentication(cluster: Cluster, onProven: () => void) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wallets = useWallets(cluster);
  const done = () => {
    setOpen(false);
    onProven();
  };
  const byWallet = useWalletProof("proof", done);
  // Google asks in a window of its own, which says when it is done.
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => (open ? onReauth(() => latest.current()) : undefined), [open]);

  async function reauthenticateWithPassword(password: string) {
    setBusy(true);
    const answer = await apiPost("/api/proof", { password });
    setBusy(false);
    if (answer.ok) return done();
    setRefusal(answer.message);
  }
  function ask() {
    setRefusal(null);
    byWallet.clear();
    setOpen(true);
  }
  const dialog = {
    open,
    wallets,
    isDemo,
    busy: busy ? "password" : byWallet.busy,
    error: byWallet.error ?? refusal,
    onPassword: reauthenticateWithPassword,
    onWallet: (wallet: FoundWallet) => void byWallet.prove(wallet),
    onAbsent: byWallet.sayAbsent,
    onClose: () => setOpen(false),
  };
  return { ask, dialog };
}
