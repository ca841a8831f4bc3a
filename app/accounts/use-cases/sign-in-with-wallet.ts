import type { Clock, Settings } from "../../lib/ports";
import type { Users, WalletChallenges } from "../ports";
import { openWalletAccount } from "./open-wallet-account";
import { verifyWallet, type WalletProof } from "./verify-wallet";

/**
 * Uid of the account that a wallet opens. Throws what `verifyWallet` and `openWalletAccount` throw.
 */
export async function signInWithWallet(
  proof: WalletProof,
  deps: { walletChallenges: WalletChallenges; users: Users; clock: Clock; settings: Settings },
): Promise<string> {
  const wallet = await verifyWallet({ ...proof, purpose: "sign-in", uid: null }, deps);
  return openWalletAccount(wallet, deps);
}
