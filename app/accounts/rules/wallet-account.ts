import { sha256Base64Url } from "../../lib/base64";

/** Initial display name of an account opened by wallet. */
export const WALLET_ACCOUNT_NAME = "Utilisateur Phantom";

/** Uid of an account opened by wallet: base64url(SHA-256(address as base58 text)), no padding. */
export function walletUid(address: string): Promise<string> {
  return sha256Base64Url(address);
}
