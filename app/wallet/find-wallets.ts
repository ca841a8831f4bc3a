import { getWallets } from "@wallet-standard/app";
import type { Wallet } from "@wallet-standard/base";
import type { Cluster } from "../lib/cluster";
import { DEMO_WALLET_NAME } from "./demo/name";
import { legacyPhantom } from "./legacy-phantom";

/** Kept until the wallet is asked: the object belongs to the extension and is never copied. */
export type FoundWallet = Wallet;

/** The demo wallet registers once a page, and only where money is play money. */
let demoAsked = false;
/** One wrapper a page: it remembers its account. */
let oldPhantom: Wallet | null = null;

/**
 * Calls `onChange` with the Solana wallets of this browser, now and whenever one registers or goes.
 * The demo wallet comes last. Returns the function that stops it.
 */
export function watchWallets(
  cluster: Cluster,
  onChange: (wallets: FoundWallet[]) => void,
): () => void {
  const { get, on } = getWallets();
  const tell = () => onChange(order(withOldPhantom(get().filter(isUsable))));
  const stops = [on("register", tell), on("unregister", tell)];
  // The server never gets here: said so, its build leaves the wallet out.
  if (!import.meta.env.SSR && cluster === "localnet" && !demoAsked) {
    demoAsked = true;
    void import("./demo/register").then(({ registerDemoWallet }) => registerDemoWallet());
  }
  tell();
  return () => {
    for (const stop of stops) stop();
  };
}

export function isDemo(wallet: { name: string }): boolean {
  return wallet.name === DEMO_WALLET_NAME;
}

function isUsable({ chains, features }: Wallet): boolean {
  const solana = chains.some((chain) => chain.startsWith("solana:"));
  return solana && "standard:connect" in features;
}

function withOldPhantom(wallets: Wallet[]): Wallet[] {
  if (wallets.some(({ name }) => name === "Phantom")) return wallets;
  oldPhantom ??= legacyPhantom();
  return oldPhantom ? [...wallets, oldPhantom] : wallets;
}

function order(wallets: Wallet[]): Wallet[] {
  return [...wallets.filter((one) => !isDemo(one)), ...wallets.filter(isDemo)];
}
