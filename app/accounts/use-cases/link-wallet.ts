import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { AccountLifecycle, Users, WalletChallenges } from "../ports";
import type { AccountSummary } from "../rules/account-lifecycle";
import { verifyWallet, type WalletProof } from "./verify-wallet";

export interface LinkedWallet {
  /** Base58. */
  wallet: string;
  /** What an account that this wallet opens would bring along; null where the wallet is linked now. */
  moves: AccountSummary | null;
}

type Deps = {
  walletChallenges: WalletChallenges;
  users: Users;
  accountLifecycle: AccountLifecycle;
  clock: Clock;
  settings: Settings;
};

/**
 * Links a wallet to an account, in place of the one it had. Where the wallet alone opens another
 * account, nothing is linked yet: what would move comes back, to be confirmed. Throws what
 * `verifyWallet` throws, and `conflict` where that account has other ways in.
 */
export async function linkWallet(
  input: WalletProof & { uid: string },
  deps: Deps,
): Promise<LinkedWallet> {
  const { uid } = input;
  const wallet = await verifyWallet({ ...input, purpose: "link" }, deps);
  if (await deps.users.linkWallet(uid, wallet, deps.clock.now())) return { wallet, moves: null };
  const other = await deps.users.byWallet(wallet);
  if (!other) throw new Problem("conflict");
  const moves = await readMoves({ from: other.uid, to: uid }, deps);
  return { wallet, moves };
}

/** What would move. Throws `conflict` where it can't. */
export async function readMoves(
  { from, to }: { from: string; to: string },
  deps: { accountLifecycle: AccountLifecycle },
): Promise<AccountSummary> {
  const verdict = await deps.accountLifecycle.canMerge(from, to);
  if (verdict === "possible") return deps.accountLifecycle.summary(from);
  throw new Problem("conflict", { words: verdict === "person" ? "wallet:taken" : "wallet:paying" });
}
