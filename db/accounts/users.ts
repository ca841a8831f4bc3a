import { and, eq, exists, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { NewUser, UserCounts, Users } from "../../app/accounts/ports";
import type { LoginMethods } from "../../app/accounts/rules/login-methods";
import type { User } from "../../app/accounts/rules/user";
import type { Db } from "../client";
import { sessions, users } from "../schema";
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

export function usersIn(db: Db): Users {
  const find = async (column: typeof users.uid | typeof users.wallet, value: string) => {
    const [row] = await db
      .select(userColumns)
      .from(users)
      .where(and(eq(column, value), isNull(users.deletedAt)));
    return row ? toUser(row) : null;
  };
  return {
    byUid: (uid) => find(users.uid, uid),
    byWallet: (wallet) => find(users.wallet, wallet),
    async insert(user) {
      const result = await db.insert(users).values(userRow(user)).onConflictDoNothing();
      return result.meta.changes === 1;
    },
    async reopen({ uid, wallet, ...user }) {
      const closed = and(
        eq(users.uid, uid),
        isNotNull(users.deletedAt),
        sql`NOT EXISTS (SELECT 1 FROM users o WHERE o.wallet = ${wallet} AND o.uid <> ${uid})`,
      );
      const isClosed = exists(db.select({ uid: users.uid }).from(users).where(closed));
      const [, opened] = await db.batch([
        // None is left but one that was begun in the moment of its end.
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
    async rename(uid, displayName) {
      await db.update(users).set({ displayName }).where(eq(users.uid, uid));
    },
    async linkWallet(uid, wallet, at) {
      const result = await db
        .update(users)
        .set({ wallet, walletLinkedAt: at })
        .where(
          and(
            eq(users.uid, uid),
            sql`NOT EXISTS (SELECT 1 FROM users o WHERE o.wallet = ${wallet} AND o.uid <> ${uid})`,
          ),
        );
      return result.meta.changes === 1;
    },
    async unlinkWallet(uid) {
      const result = await db
        .update(users)
        .set({ wallet: null, walletLinkedAt: null })
        .where(
          and(eq(users.uid, uid), isNotNull(users.wallet), or(hasPassword(uid), hasGoogle(uid))),
        );
      return result.meta.changes === 1;
    },
    counts: (uid) => countsOf(db, uid),
    loginMethods: (uid) => loginMethodsOf(db, uid),
  };
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
    (SELECT COUNT(*) FROM favourites WHERE uid = ${uid}) AS favourites,
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
