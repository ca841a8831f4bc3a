import { Problem } from "../domain/problem";
import { WALLET_ACCOUNT_NAME, walletUid } from "../domain/wallet-account";
import type { Ports } from "../ports";
import { verifyWallet, type WalletProof } from "./verify-wallet";

/**
 * Uid of the account that a wallet opens: the one it is linked to, else its own, made on the first
 * visit. Throws what `verifyWallet` throws, and `conflict` for a wallet that its own account has
 * replaced by another.
 */
export async function signInWithWallet(
  proof: WalletProof,
  deps: Pick<Ports, "walletChallenges" | "users" | "clock" | "settings">,
): Promise<string> {
  const wallet = await verifyWallet({ ...proof, purpose: "sign-in", uid: null }, deps);
  const known = await deps.users.byWallet(wallet);
  if (known) return known.uid;
  const uid = await walletUid(wallet);
  const createdAt = deps.clock.now();
  const user = { uid, displayName: WALLET_ACCOUNT_NAME, email: "", wallet, createdAt };
  if (await deps.users.insert(user)) return uid;
  // The account of this wallet ended: what it had moved or was given up, so this is a new one.
  if (await deps.users.reopen(user)) return uid;
  // Another tab was faster, or the account of this wallet moved on to another one.
  const other = await deps.users.byWallet(wallet);
  if (!other) throw new Problem("conflict", { words: "wallet:replaced" });
  return other.uid;
}
