/** Name of an account opened by wallet, until its owner changes it. */
export const WALLET_ACCOUNT_NAME = "Utilisateur Phantom";

/** Uid of an account opened by wallet: base64url(SHA-256(address as base58 text)), no padding. */
export async function walletUid(address: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
