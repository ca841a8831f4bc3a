// @chunk wallets
import type { Wallet } from "@wallet-standard/base";
import type { Cluster } from "../lib/cluster";
import { DEMO_WALLET_NAME } from "./demo/name";
import { onRegistryChange, registeredWallets } from "./registry";

/** The object that the extension registered; calls need the object itself, not a copy. */
export type FoundWallet = Wallet;

/** True once the demo wallet of this page was requested; it exists on localnet only. */
let demoRequested = false;

/**
 * Calls `onChange` with the Solana wallets of this browser, now and whenever one registers or
 * unregisters. The demo wallet comes last. Returns a function that stops the calls.
 */
export function watchWallets(
  cluster: Cluster,
  onChange: (wallets: FoundWallet[]) => void,
): () => void {
  const notify = () => onChange(sortDemoLast(registeredWallets().filter(isUsable)));
  const unsubscribe = onRegistryChange(notify);
  // The SSR condition keeps the demo wallet out of the server build.
  if (!import.meta.env.SSR && cluster === "localnet" && !demoRequested) {
    demoRequested = true;
    void import("./demo/register").then(({ registerDemoWallet }) => registerDemoWallet());
  }
  notify();
  return unsubscribe;
}

export function isDemo(wallet: { name: string }): boolean {
  return wallet.name === DEMO_WALLET_NAME;
}

function isUsable({ chains, features }: Wallet): boolean {
  const solana = chains.some((chain) => chain.startsWith("solana:"));
  return solana && "standard:connect" in features;
}

function sortDemoLast(wallets: Wallet[]): Wallet[] {
  return [...wallets.filter((one) => !isDemo(one)), ...wallets.filter(isDemo)];
}
