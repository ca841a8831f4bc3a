import type { Users } from "../../../db/accounts/users";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { WALLET_ACCOUNT_NAME, walletUid } from "../rules/wallet-account";
import type { SignedChallenge } from "../rules/wallet-challenge";
import { type VerifyChallengeDeps, verifyWalletChallenge } from "./wallet-challenge";

/**
 * Uid of the account of the wallet that signed. Throws what `verifyWalletChallenge` and
 * `openWalletAccount` throw.
 */
export async function signInWithWallet(
  signed: SignedChallenge,
  deps: VerifyChallengeDeps & { users: Users },
): Promise<string> {
  const wallet = await verifyWalletChallenge({ ...signed, purpose: "sign-in", uid: null }, deps);
  return openWalletAccount(wallet, deps);
}

/**
 * Uid of a wallet's account: the one it is linked to, else its own, created on first use. Throws
 * `conflict` for a wallet that its own account has replaced by another.
 */
export async function openWalletAccount(
  wallet: string,
  deps: { clock: Clock; users: Pick<Users, "byWallet" | "insert" | "reopen"> },
): Promise<string> {
  const known = await deps.users.byWallet(wallet);
  if (known) return known.uid;
  const uid = await walletUid(wallet);
  const createdAt = deps.clock.now();
  const user = { uid, displayName: WALLET_ACCOUNT_NAME, email: "", wallet, createdAt };
  if (await deps.users.insert(user)) return uid;
  // This wallet's account was merged or deleted: reopen it empty.
  if (await deps.users.reopen(user)) return uid;
  // A concurrent request opened it, or this wallet's account now has another wallet.
  const other = await deps.users.byWallet(wallet);
  if (!other) throw new Problem("conflict", { messageKey: "wallet:replaced" });
  return other.uid;
}
