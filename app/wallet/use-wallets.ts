// @chunk wallets
import { useEffect, useState } from "react";
import type { Cluster } from "../lib/cluster";
import { type FoundWallet, isDemo, watchWallets } from "./find-wallets";
import { lastWalletName } from "./last-wallet";

/**
 * The wallets of this browser: the last used one first, the demo wallet last. One that registers
 * late stands after those that are shown already. Null until detection has run, and on the server;
 * on localnet until the demo wallet is there, which always comes.
 */
export function useWallets(cluster: Cluster): FoundWallet[] | null {
  const [wallets, setWallets] = useState<FoundWallet[] | null>(null);
  useEffect(() => {
    return watchWallets(cluster, (found) => {
      if (cluster === "localnet" && found.length === 0) return;
      setWallets((shown) => {
        const before = shown?.filter((one) => found.includes(one) && !isDemo(one)) ?? [];
        const last = lastWalletName();
        const first = before[0] ? before : found.filter((one) => one.name === last && !isDemo(one));
        return [...first, ...found.filter((one) => !first.includes(one))];
      });
    });
  }, [cluster]);
  return wallets;
}
