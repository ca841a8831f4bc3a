// @chunk wallets
import type { Wallet } from "@wallet-standard/base";

const registered = new Set<Wallet>();
const listeners = new Set<() => void>();
/** What the Wallet Standard gives a wallet to register itself. */
const API = Object.freeze({ register });
let hasStarted = false;

/** The wallets that are registered in this page, in the order of registering. */
export function registeredWallets(): Wallet[] {
  start();
  return [...registered];
}

/** Calls `listener` whenever wallets register or unregister. Returns a function that stops the calls. */
export function onRegistryChange(listener: () => void): () => void {
  start();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The app's side of the Wallet Standard: wallets that load later tell it of themselves, and those that
 * are waiting register when they hear of the app.
 */
function start(): void {
  if (hasStarted) return;
  hasStarted = true;
  window.addEventListener("wallet-standard:register-wallet", (event) => {
    (event as CustomEvent<(api: typeof API) => void>).detail(API);
  });
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: API }));
}

/**
 * Wallets that are registered already are passed over. Returns a function that unregisters the others.
 */
function register(...wallets: Wallet[]): () => void {
  const added = wallets.filter((wallet) => !registered.has(wallet));
  if (added.length === 0) return () => {};
  for (const wallet of added) registered.add(wallet);
  notify();
  return () => {
    for (const wallet of added) registered.delete(wallet);
    notify();
  };
}

/** A listener that throws is no error of the wallet, which would stop registering. */
function notify(): void {
  for (const listener of listeners) {
    try {
      listener();
    } catch (error) {
      console.error(error);
    }
  }
}
