import { sql } from "drizzle-orm";
import type {
  AccountSummary,
  DeletionFacts,
  MergeVerdict,
} from "../../app/accounts/rules/account-lifecycle";
import { type Db, runBatch } from "../client";
import { hasOtherLogin, mergeStatements } from "./merge-account";
import type { HigherSubjects } from "./person-rows";
import { removeStatements } from "./remove-account";

export type AccountLifecycle = ReturnType<typeof createAccountLifecycle>;

/** Merges and deletes accounts. Each write is one batch of conditional statements. */
export function createAccountLifecycle(db: Db, above: HigherSubjects) {
  const { orders, favouriteCount } = above;
  return {
    async summary(uid: string): Promise<AccountSummary> {
      const [row] = await db.all<Omit<AccountSummary, "sellPage"> & { sellPage: number }>(
        sql`SELECT
          ${orders.owned(uid)} AS purchases,
          (SELECT count(*) FROM products WHERE owner_uid = ${uid}) AS products,
          (SELECT count(*) FROM orders WHERE buyer_uid = ${uid} AND status <> 'paid'
            AND status <> 'expired') AS orders,
          ${favouriteCount(uid)} AS favourites,
          EXISTS (SELECT 1 FROM sell_pages WHERE uid = ${uid}) AS sellPage`,
      );
      if (!row) throw new Error("a SELECT of scalars gave no row");
      return { ...row, sellPage: row.sellPage === 1 };
    },

    /** Whether the account that a wallet alone opens may be merged into `to`. */
    async canMerge(from: string, to: string): Promise<MergeVerdict> {
      const [row] = await db.all<{ otherLogin: number; paying: number }>(
        sql`SELECT ${hasOtherLogin(from)} AS otherLogin,
          ${orders.bothPaying(from, to)} AS paying`,
      );
      if (row?.otherLogin) return "other-login";
      return row?.paying ? "paying" : "possible";
    },

    /**
     * Moves everything of the wallet's account to `to`, closes it and links the wallet to `to`.
     * Idempotent. False where nothing was moved, now or by an earlier call.
     */
    async merge(
      accounts: { from: string; to: string; wallet: string },
      at: number,
    ): Promise<boolean> {
      await runBatch(db, mergeStatements(accounts, at, above));
      const { from, to, wallet } = accounts;
      const [row] = await db.all<{ done: number }>(
        sql`SELECT EXISTS (SELECT 1 FROM users f, users t WHERE f.uid = ${from}
          AND f.deleted_at IS NOT NULL AND t.uid = ${to} AND t.wallet = ${wallet}) AS done`,
      );
      return row?.done === 1;
    },

    async deletionFacts(uid: string): Promise<Omit<DeletionFacts, "toDecide">> {
      const [row] = await db.all<Omit<DeletionFacts, "toDecide">>(
        sql`WITH unsold AS (${orders.unsold(uid)}) SELECT
          ${orders.owned(uid)} AS purchases,
          (SELECT count(*) FROM products WHERE owner_uid = ${uid}
            AND id NOT IN (SELECT id FROM unsold)) AS keptProducts,
          (SELECT count(*) FROM unsold) AS removedProducts,
          ${favouriteCount(uid)} AS favourites,
          ${orders.waiting(uid)} AS waitingPayments,
          ${orders.payingNow(uid)} AS payingNow`,
      );
      if (!row) throw new Error("a SELECT of scalars gave no row");
      return row;
    },

    /**
     * Deletes a user. Records that buyers and the accounts need stay, under `pseudonym`, a new
     * random id. Files to be removed become abandoned uploads of that id. False where the user is
     * deleted already, has a payment open, or has payments to decide on.
     */
    async remove(uid: string, pseudonym: string, at: number): Promise<boolean> {
      const changes = await runBatch(db, removeStatements({ uid, pseudonym, at }, above));
      return changes.at(-1) === 1;
    },
  };
}
