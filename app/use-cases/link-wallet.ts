import { Problem } from "../domain/problem";
import type { Ports } from "../ports";
import { verifyWallet, type WalletProof } from "./verify-wallet";

/**
 * Links a wallet to an account, in place of the one it had. Throws what `verifyWallet` throws, and
 * `conflict` where the wallet opens another account.
 */
export async function linkWallet(
  input: WalletProof & { uid: string },
  deps: Pick<Ports, "walletChallenges" | "users" | "clock" | "settings">,
): Promise<string> {
  const wallet = await verifyWallet({ ...input, purpose: "link" }, deps);
  if (await deps.users.linkWallet(input.uid, wallet, deps.clock.now())) return wallet;
  throw new Problem("conflict", { words: "wallet:taken" });
}
