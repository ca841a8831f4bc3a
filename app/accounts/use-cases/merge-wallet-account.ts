import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { AccountLifecycle, Users, WalletChallenges } from "../ports";
import { type AccountSummary, sameContents } from "../rules/account-lifecycle";
import { readMoves } from "./link-wallet";
import { verifyWallet, type WalletProof } from "./verify-wallet";

type Deps = {
  walletChallenges: WalletChallenges;
  users: Users;
  accountLifecycle: AccountLifecycle;
  clock: Clock;
  settings: Settings;
};

/**
 * Moves everything of the account that a wallet alone opens to the account that asks, and links the
 * wallet there. `shown` is what the person was told. Throws what `verifyWallet` throws, and
 * `conflict` where that account has other ways in, or holds something else by now.
 */
export async function mergeWalletAccount(
  input: { proof: WalletProof; uid: string; shown: AccountSummary },
  deps: Deps,
): Promise<{ wallet: string }> {
  const { uid } = input;
  const wallet = await verifyWallet({ ...input.proof, purpose: "merge", uid }, deps);
  const other = await deps.users.byWallet(wallet);
  // Done by an earlier call.
  if (other?.uid === uid) return { wallet };
  if (!other) throw new Problem("conflict", { words: "wallet:moved" });
  const moves = await readMoves({ from: other.uid, to: uid }, deps);
  if (!sameContents(moves, input.shown)) throw new Problem("conflict", { words: "wallet:moved" });
  const accounts = { from: other.uid, to: uid, wallet };
  if (await deps.accountLifecycle.merge(accounts, deps.clock.now())) return { wallet };
  throw new Problem("conflict", { words: "wallet:moved" });
}
