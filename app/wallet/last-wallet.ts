// @chunk wallets
const KEY = "lastWallet";

/** Name of the wallet used last in this browser, or null. */
export function lastWalletName(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberWallet(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Storage can be disabled. The user then chooses the wallet again.
  }
}
