import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { WALLET_ACCOUNT_NAME } from "../../app/accounts/rules/wallet-account";
import type { Db } from "../client";
import { sessions, users } from "../schema/index";
import { REOPENED_ACCOUNT } from "./users";

/** A wallet with the uid of its own account. */
export interface WalletOwner {
  /** Base58. */
  wallet: string;
  walletUid: string;
}

/** SQL expression: the account that the wallet is linked to, else the wallet's own uid. */
export function accountOfWallet({ wallet, walletUid }: WalletOwner): SQL {
  return sql`coalesce((SELECT u.uid FROM users u WHERE u.wallet = ${wallet}
    AND u.deleted_at IS NULL), ${walletUid})`;
}

/**
 * Opens the wallet's own account while `condition` holds and the wallet is linked to none. One that
 * was deleted or merged is reopened empty. Running it again changes nothing.
 */
export function openWalletAccountStatements(
  db: Db,
  { wallet, walletUid }: WalletOwner,
  at: number,
  condition: SQL,
) {
  const isNeeded = sql`${condition}
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.wallet = ${wallet})`;
  const closed = and(eq(users.uid, walletUid), isNotNull(users.deletedAt), isNeeded);
  const account = { wallet, displayName: WALLET_ACCOUNT_NAME, createdAt: at, walletLinkedAt: at };
  return [
    // Closing removed all sessions except one that was opened concurrently.
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.uid, walletUid),
          sql`EXISTS (SELECT 1 FROM users c WHERE c.uid = ${walletUid} AND c.deleted_at IS NOT NULL)`,
          isNeeded,
        ),
      ),
    db
      .update(users)
      .set({ ...REOPENED_ACCOUNT, ...account })
      .where(closed),
    db
      .insert(users)
      .select(
        sql`SELECT ${walletUid}, ${WALLET_ACCOUNT_NAME}, '', ${wallet}, 'client', 'free', NULL, NULL, NULL,
          ${at}, ${at}, NULL, 0, NULL, NULL, NULL, NULL, NULL WHERE ${isNeeded}`,
      )
      .onConflictDoNothing(),
  ] as const;
}
