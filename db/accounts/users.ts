import {
  and,
  type Column,
  eq,
  exists,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { LoginMethods } from "../../app/accounts/rules/login-methods";
import { PLAN_IDS, type PlanId, type StoredPlan } from "../../app/accounts/rules/plan";
import type { SellerStatus } from "../../app/accounts/rules/seller-status";
import type { NewUser, User, UserCounts } from "../../app/accounts/rules/user";
import type { Db } from "../client";
import { sessions, users } from "../schema/index";
import { hasGoogle, hasPassword } from "./login-methods";
import type { HigherSubjects } from "./person-rows";

export const userColumns = {
  uid: users.uid,
  displayName: users.displayName,
  email: users.email,
  wallet: users.wallet,
  role: users.role,
  plan: users.plan,
  planReadAt: users.planReadAt,
  planTriedAt: users.planTriedAt,
  createdAt: users.createdAt,
  walletLinkedAt: users.walletLinkedAt,
};

/** What `toSellerStatus` reads. */
export const sellerColumns = {
  sellerKind: users.sellerKind,
  businessName: users.businessName,
  businessAddress: users.businessAddress,
  businessRegistration: users.businessRegistration,
  businessEmail: users.businessEmail,
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
    /** A person as their buyers see them. */
    async sellerByUid(uid: string): Promise<{ status: SellerStatus } | null> {
      const [row] = await db
        .select(sellerColumns)
        .from(users)
        .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
      return row ? { status: toSellerStatus(row) } : null;
    },
    async setSellerStatus(uid: string, { kind, business }: SellerStatus): Promise<void> {
      await db
        .update(users)
        .set({
          sellerKind: kind,
          businessName: business.name || null,
          businessAddress: business.address || null,
          businessRegistration: business.registration || null,
          businessEmail: business.email || null,
        })
        .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
    },
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
            ...REOPENED_ACCOUNT,
            ...userRow({ uid, wallet, ...user }),
          })
          .where(closed),
      ]);
      return opened.meta.changes === 1;
    },
    async rename(uid: string, displayName: string): Promise<void> {
      await db.update(users).set({ displayName }).where(eq(users.uid, uid));
    },
    /** Sets the name of a person who chose none, in place of the one that is stored. */
    async nameOnce(uid: string, displayName: string, stored: string): Promise<void> {
      const unnamed = eq(users.displayName, stored);
      await db
        .update(users)
        .set({ displayName })
        .where(and(eq(users.uid, uid), unnamed, isNull(users.deletedAt)));
    },
    /** False where the wallet belongs to another account. */
    async linkWallet(uid: string, wallet: string, at: number): Promise<boolean> {
      const result = await db
        .update(users)
        .set({ wallet, walletLinkedAt: at, ...planWithWallet(wallet) })
        .where(and(eq(users.uid, uid), isWalletFreeFor(uid, wallet)));
      return result.meta.changes === 1;
    },
    /** False where there is no wallet or no other login method. One conditional write. */
    async unlinkWallet(uid: string): Promise<boolean> {
      const result = await db
        .update(users)
        .set({ wallet: null, walletLinkedAt: null, ...planWithWallet(null) })
        .where(
          and(eq(users.uid, uid), isNotNull(users.wallet), or(hasPassword(uid), hasGoogle(uid))),
        );
      return result.meta.changes === 1;
    },
    /** The mint of the token that gave this account its plan, or gave it last; null for none. */
    async planMint(uid: string): Promise<string | null> {
      const row = await db
        .select({ mint: users.planMint })
        .from(users)
        .where(eq(users.uid, uid))
        .get();
      return row?.mint ?? null;
    },
    /**
     * Records that a reading of the plan's token starts. False where the account has another wallet,
     * a plan that no token gives, or had a reading started after `before` (epoch ms).
     */
    async startPlanReading(
      { uid, wallet }: { uid: string; wallet: string },
      { at, before }: { at: number; before: number },
    ): Promise<boolean> {
      const isDue = or(isNull(users.planTriedAt), lte(users.planTriedAt, before));
      const result = await db
        .update(users)
        .set({ planTriedAt: at })
        .where(and(eq(users.uid, uid), eq(users.wallet, wallet), HAS_PLAN_BY_TOKEN, isDue));
      return result.meta.changes === 1;
    },
    /**
     * Stores the plan that a reading at `readAt` (epoch ms) gave, by the token of `mint`. Writes nothing where the account has
     * another wallet meanwhile, a plan that no token gives, or a newer reading.
     */
    async recordPlan(
      { uid, wallet }: { uid: string; wallet: string },
      { plan, mint, readAt }: { plan: PlanId; mint: string | null; readAt: number },
    ): Promise<void> {
      const isNewer = or(isNull(users.planReadAt), lt(users.planReadAt, readAt));
      await db
        .update(users)
        // Kept where it is not held any more: it may come back.
        .set({ plan, planReadAt: readAt, ...(mint && { planMint: mint }) })
        .where(and(eq(users.uid, uid), eq(users.wallet, wallet), HAS_PLAN_BY_TOKEN, isNewer));
    },
    /** Null where there is no such account. */
    loginMethods: (uid: string): Promise<LoginMethods | null> => loginMethodsOf(db, uid),
  };
}

export type CountsOfUsers = ReturnType<typeof userCountsIn>;

/** The figures of profiles. */
export function userCountsIn(
  db: Db,
  { favouriteCount, orders }: Pick<HigherSubjects, "favouriteCount" | "orders">,
) {
  return {
    of: (uid: string): Promise<UserCounts> =>
      db.get<UserCounts>(sql`SELECT
        ${favouriteCount(uid)} AS favourites,
        (SELECT COUNT(*) FROM products WHERE owner_uid = ${uid} AND status = 'active'
          AND (sale_limit IS NULL OR sold < sale_limit)) AS forSale,
        ${orders.owned(uid)} AS purchased`),
  };
}

/** Columns of a closed account that is reopened as a new one. */
export const REOPENED_ACCOUNT = {
  email: "",
  role: "client",
  plan: "free",
  planReadAt: null,
  planMint: null,
  planTriedAt: null,
  deletedAt: null,
  sellerKind: null,
  businessName: null,
  businessAddress: null,
  businessRegistration: null,
  businessEmail: null,
} as const;

/** SQL condition: no other plan was granted. A plan that was granted has no reading. */
const HAS_PLAN_BY_TOKEN = or(eq(users.plan, "free"), isNotNull(users.planReadAt));

/** The plan once the account has this wallet: another wallet ends the one that a token gave. */
function planWithWallet(wallet: string | null) {
  const isSame = sql`${users.wallet} IS ${wallet}`;
  return {
    plan: sql<string>`CASE WHEN ${isSame} OR ${users.planReadAt} IS NULL
      THEN ${users.plan} ELSE 'free' END`,
    planReadAt: sql<number | null>`CASE WHEN ${isSame} THEN ${users.planReadAt} END`,
    planMint: sql<string | null>`CASE WHEN ${isSame} THEN ${users.planMint} END`,
    planTriedAt: sql<number | null>`CASE WHEN ${isSame} THEN ${users.planTriedAt} END`,
  };
}

/** SQL condition: no other account has this wallet. */
const isWalletFreeFor = (uid: string, wallet: string | null) =>
  sql`NOT EXISTS (SELECT 1 FROM users o WHERE o.wallet = ${wallet} AND o.uid <> ${uid})`;

/** True inside a statement where the account `uid` is merged into another or deleted. */
export function isClosed(uid: Column | SQL | string): SQL {
  return sql`EXISTS (SELECT 1 FROM users u WHERE u.uid = ${uid} AND u.deleted_at IS NOT NULL)`;
}

export function userRow(user: NewUser): typeof users.$inferInsert {
  return { ...user, walletLinkedAt: user.wallet ? user.createdAt : null };
}

type UserRow = { [K in keyof typeof userColumns]: (typeof users.$inferSelect)[K] };

export function toUser({ plan, planReadAt, planTriedAt, ...row }: UserRow): User {
  return { ...row, plan: toPlan({ plan, planReadAt, planTriedAt }) };
}

export function toPlan({
  plan,
  planReadAt,
  planTriedAt,
}: Pick<UserRow, "plan" | "planReadAt" | "planTriedAt">): StoredPlan {
  const id = PLAN_IDS.find((known) => known === plan) ?? "free";
  return { id, readAt: planReadAt, triedAt: planTriedAt };
}

export type SellerRow = { [K in keyof typeof sellerColumns]: (typeof users.$inferSelect)[K] };

export function toSellerStatus(row: SellerRow): SellerStatus {
  return {
    kind: row.sellerKind,
    business: {
      name: row.businessName ?? "",
      address: row.businessAddress ?? "",
      registration: row.businessRegistration ?? "",
      email: row.businessEmail ?? "",
    },
  };
}

async function loginMethodsOf(db: Db, uid: string): Promise<LoginMethods | null> {
  const [row] = await db.all<Record<keyof LoginMethods, number>>(sql`SELECT
    ${hasPassword(uid)} AS password, ${hasGoogle(uid)} AS google,
    wallet IS NOT NULL AS wallet
    FROM users WHERE uid = ${uid} AND deleted_at IS NULL`);
  if (!row) return null;
  return { password: row.password === 1, google: row.google === 1, wallet: row.wallet === 1 };
}
