import type { AccountLifecycle } from "../../../db/accounts/account-lifecycle";
import type { Users } from "../../../db/accounts/users";
import { Problem } from "../../lib/problem";
import { type AccountSummary, sameContents } from "../rules/account-lifecycle";
import type { SignedChallenge } from "../rules/wallet-challenge";
import { type PlanDeps, readPlanOfWallet } from "./read-plan";
import { type VerifyChallengeDeps, verifyWalletChallenge } from "./wallet-challenge";

export interface LinkedWallet {
  /** Base58. */
  wallet: string;
  /** What a merge with the wallet's own account would move; null where the wallet is linked now. */
  moves: AccountSummary | null;
}

interface Deps extends VerifyChallengeDeps {
  log: PlanDeps["log"];
  users: Users;
  accountLifecycle: AccountLifecycle;
  premiumToken: PlanDeps["premiumToken"];
}

/**
 * Links a wallet to an account and replaces the one it had. Where the wallet alone opens another
 * account, nothing is linked yet: what would move is returned, to be confirmed. Throws what
 * `verifyWalletChallenge` throws, and `conflict` where that account has other login methods.
 */
export async function linkWallet(
  input: SignedChallenge & { uid: string },
  deps: Deps,
): Promise<LinkedWallet> {
  const { uid } = input;
  const wallet = await verifyWalletChallenge({ ...input, purpose: "link" }, deps);
  if (await deps.users.linkWallet(uid, wallet, deps.clock.now())) {
    await readPlanOfWallet({ uid }, deps);
    return { wallet, moves: null };
  }
  const other = await deps.users.byWallet(wallet);
  if (!other) throw new Problem("conflict");
  const moves = await readMoves({ from: other.uid, to: uid }, deps);
  return { wallet, moves };
}

/**
 * Moves everything of the account that a wallet alone opens to the signed-in account, and links the
 * wallet there. `shown` is what the user confirmed. Throws what `verifyWalletChallenge` throws, and
 * `conflict` where that account has other login methods, or its contents have changed since.
 */
export async function mergeWalletAccount(
  input: { signed: SignedChallenge; uid: string; shown: AccountSummary },
  deps: Deps,
): Promise<{ wallet: string }> {
  const { uid } = input;
  const wallet = await verifyWalletChallenge({ ...input.signed, purpose: "merge", uid }, deps);
  const other = await deps.users.byWallet(wallet);
  // An earlier call did it.
  if (other?.uid === uid) return { wallet };
  if (!other) throw new Problem("conflict", { messageKey: "wallet:moved" });
  const moves = await readMoves({ from: other.uid, to: uid }, deps);
  if (!sameContents(moves, input.shown))
    throw new Problem("conflict", { messageKey: "wallet:moved" });
  const accounts = { from: other.uid, to: uid, wallet };
  const isMerged = await deps.accountLifecycle.merge(accounts, deps.clock.now());
  if (!isMerged) throw new Problem("conflict", { messageKey: "wallet:moved" });
  await readPlanOfWallet({ uid }, deps);
  return { wallet };
}

/** What a merge would move. Throws `conflict` where the accounts can't be merged. */
async function readMoves(
  { from, to }: { from: string; to: string },
  deps: { accountLifecycle: AccountLifecycle },
): Promise<AccountSummary> {
  const verdict = await deps.accountLifecycle.canMerge(from, to);
  if (verdict === "possible") return deps.accountLifecycle.summary(from);
  const messageKey = verdict === "other-login" ? "wallet:taken" : "wallet:paying";
  throw new Problem("conflict", { messageKey });
}
