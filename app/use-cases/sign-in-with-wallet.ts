import type { Ports } from "../ports";
import { openWalletAccount } from "./open-wallet-account";
import { verifyWallet, type WalletProof } from "./verify-wallet";

/**
 * Uid of the account that a wallet opens. Throws what `verifyWallet` and `openWalletAccount` throw.
 */
export async function signInWithWallet(
  proof: WalletProof,
  deps: Pick<Ports, "walletChallenges" | "users" | "clock" | "settings">,
): Promise<string> {
  const wallet = await verifyWallet({ ...proof, purpose: "sign-in", uid: null }, deps);
  return openWalletAccount(wallet, deps);
}
