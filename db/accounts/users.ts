import {
  and,
  type Column,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { LoginMethods } from "../../app/accounts/rules/login-methods";
import type { NewUser, User, UserCounts } from "../../app/accounts/rules/user";
import { WALLET_ACCOUNT_NAME } from "../../app/accounts/rules/wallet-account";
import type { Db } from "../client";
import { sessions, users } from "../schema/index";
import { favouriteCount } from "../shop/favourite-count";
import { hasGoogle, hasPassword } from "./login-methods";

export const userColumns = {
  uid: users.uid,
  displayName: users.displayName,
  email: users.email,
  wallet: users.wallet,
  role: users.role,
  plan: users.plan,
  createdAt: users.createdAt,
  walletLinkedAt: users.walletLinkedAt,
};

export type Users = ReturnType<typeof usersIn>;

export function usersIn(db: Db) {
  const find = async (column: typeof users.uid | typeof users.wallet, value: string) => {
    const [row] = await db
      .select(userColumns)
      .from(users)
      .where(and(eq(column, value), isNull(users.deletedAt)));
    return row ? toUser(row) : null;
  };
  return {
    byUid: (uid: string): Promise<User | null> => find(users.uid, uid),
    byWallet: (wallet: string): Promise<User | null> => find(users.wallet, wallet),
    /** False where the uid or the wallet is taken. */
    async insert(user: NewUser): Promise<boolean> {
      const result = await db.insert(users).values(userRow(user)).onConflictDoNothing();
      return result.meta.changes === 1;
    },
    /** Reopens a closed account as a new one. False where it is not closed, or the wallet is taken. */
    async reopen({ uid, wallet, ...user }: NewUser): Promise<boolean> {
      const closed = and(
        eq(users.uid, uid),
        isNotNull(users.deletedAt),
        isWalletFreeFor(uid, wallet),
      );
      const isClosed = exists(db.select({ uid: users.uid }).from(users).where(closed));
      const [, opened] = await db.batch([
        // Closing removed all sessions except one that was opened concurrently.
        db.delete(sessions).where(and(eq(sessions.uid, uid), isClosed)),
        db
          .update(users)
          .set({
            ...userRow({ uid, wallet, ...user }),
            role: "client",
            plan: "free",
            deletedAt: null,
          })
          .where(closed),
      ]);
      return opened.meta.changes === 1;
    },
    async rename(uid: string, displayName: string): Promise<void> {
      await db.update(users).set({ displayName }).where(eq(users.uid, uid));
    },
    /** Sets the name of a person who chose none. */
    async nameOnce(uid: string, displayName: string): Promise<void> {
      const unnamed = inArray(users.displayName, ["", WALLET_ACCOUNT_NAME]);
      await db
        .update(users)
        .set({ displayName })
        .where(and(eq(users.uid, uid), unnamed, isNull(users.deletedAt)));
    },
    /** False where the wallet belongs to another account. */
    async linkWallet(uid: string, wallet: string, at: number): Promise<boolean> {
      const result = await db
        .update(users)
        .set({ wallet, walletLinkedAt: at })
        .where(and(eq(users.uid, uid), isWalletFreeFor(uid, wallet)));
      return result.meta.changes === 1;
    },
    /** False where there is no wallet or no other login method. One conditional write. */
    async unlinkWallet(uid: string): Promise<boolean> {
      const result = await db
        .update(users)
        .set({ wallet: null, walletLinkedAt: null })
        .where(
          and(eq(users.uid, uid), isNotNull(users.wallet), or(hasPassword(uid), hasGoogle(uid))),
        );
      return result.meta.changes === 1;
    },
    counts: (uid: string): Promise<UserCounts> => countsOf(db, uid),
    /** Null where there is no such account. */
    loginMethods: (uid: string): Promise<LoginMethods | null> => loginMethodsOf(db, uid),
  };
}

/** SQL condition: no other account has this wallet. */
const isWalletFreeFor = (uid: string, wallet: string | null) =>
  sql`NOT EXISTS (SELECT 1 FROM users o WHERE o.wallet = ${wallet} AND o.uid <> ${uid})`;

/** True inside a statement where the account `uid` is merged into another or deleted. */
export function isClosed(uid: Column | string): SQL {
  return sql`EXISTS (SELECT 1 FROM users u WHERE u.uid = ${uid} AND u.deleted_at IS NOT NULL)`;
}

export function userRow(user: NewUser): typeof users.$inferInsert {
  return { ...user, walletLinkedAt: user.wallet ? user.createdAt : null };
}

type UserRow = { [K in keyof typeof userColumns]: (typeof users.$inferSelect)[K] };

export function toUser(row: UserRow): User {
  return { ...row, plan: row.plan === "pro" || row.plan === "premium" ? row.plan : "free" };
}

async function countsOf(db: Db, uid: string): Promise<UserCounts> {
  const [row] = await db.all<UserCounts>(sql`SELECT
    ${favouriteCount(uid)} AS favourites,
    (SELECT COUNT(*) FROM products WHERE owner_uid = ${uid} AND status = 'active') AS forSale,
    (SELECT COUNT(*) FROM purchases WHERE uid = ${uid} AND revoked_at IS NULL) AS purchased`);
  return row ?? { favourites: 0, forSale: 0, purchased: 0 };
}

async function loginMethodsOf(db: Db, uid: string): Promise<LoginMethods | null> {
  const [row] = await db.all<Record<keyof LoginMethods, number>>(sql`SELECT
    ${hasPassword(uid)} AS password, ${hasGoogle(uid)} AS google,
    wallet IS NOT NULL AS wallet
    FROM users WHERE uid = ${uid} AND deleted_at IS NULL`);
  if (!row) return null;
  return { password: row.password === 1, google: row.google === 1, wallet: row.wallet === 1 };
}
