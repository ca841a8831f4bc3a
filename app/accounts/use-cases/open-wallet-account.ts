import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Users } from "../ports";
import { WALLET_ACCOUNT_NAME, walletUid } from "../rules/wallet-account";

interface Deps {
  clock: Clock;
  users: Pick<Users, "byWallet" | "insert" | "reopen">;
}

/**
 * Uid of the account that a wallet opens: the one it is linked to, else its own, made on the first
 * visit. Throws `conflict` for a wallet that its own account has replaced by another.
 */
export async function openWalletAccount(wallet: string, deps: Deps): Promise<string> {
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
