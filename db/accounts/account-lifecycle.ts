import { sql } from "drizzle-orm";
import type { AccountLifecycle } from "../../app/accounts/ports";
import type { AccountSummary } from "../../app/accounts/rules/account-lifecycle";
import { type Db, runBatch } from "../client";
import { bothPaying, hasOtherLogin, mergeStatements, PAYING } from "./merge-account";
import { removeStatements, unsold } from "./remove-account";

export function createAccountLifecycle(db: Db): AccountLifecycle {
  return {
    async summary(uid) {
      const [row] = await db.all<Omit<AccountSummary, "sellPage"> & { sellPage: number }>(
        sql`SELECT
          (SELECT count(*) FROM purchases WHERE uid = ${uid} AND revoked_at IS NULL) AS purchases,
          (SELECT count(*) FROM products WHERE owner_uid = ${uid}) AS products,
          (SELECT count(*) FROM orders WHERE buyer_uid = ${uid} AND status <> 'paid'
            AND status <> 'expired') AS orders,
          (SELECT count(*) FROM favourites WHERE uid = ${uid}) AS favourites,
          EXISTS (SELECT 1 FROM sell_pages WHERE uid = ${uid}) AS sellPage`,
      );
      if (!row) throw new Error("a SELECT of scalars gave no row");
      return { ...row, sellPage: row.sellPage === 1 };
    },

    async canMerge(from, to) {
      const [row] = await db.all<{ person: number; paying: number }>(
        sql`SELECT ${hasOtherLogin(from)} AS person,
          EXISTS (${bothPaying(from, to)}) AS paying`,
      );
      if (row?.person) return "person";
      return row?.paying ? "paying" : "possible";
    },

    async merge(accounts, at) {
      await runBatch(db, mergeStatements(accounts, at));
      const { from, to, wallet } = accounts;
      const [row] = await db.all<{ done: number }>(
        sql`SELECT EXISTS (SELECT 1 FROM users f, users t WHERE f.uid = ${from}
          AND f.deleted_at IS NOT NULL AND t.uid = ${to} AND t.wallet = ${wallet}) AS done`,
      );
      return row?.done === 1;
    },

    async deletionFacts(uid) {
      const waiting = sql`status IN ('review', 'paid_by_other')`;
      const [row] = await db.all<Awaited<ReturnType<AccountLifecycle["deletionFacts"]>>>(
        sql`WITH unsold AS (${unsold(uid)}) SELECT
          (SELECT count(*) FROM purchases WHERE uid = ${uid} AND revoked_at IS NULL) AS purchases,
          (SELECT count(*) FROM products WHERE owner_uid = ${uid}
            AND id NOT IN (SELECT id FROM unsold)) AS keptProducts,
          (SELECT count(*) FROM unsold) AS removedProducts,
          (SELECT count(*) FROM favourites WHERE uid = ${uid}) AS favourites,
          (SELECT count(*) FROM orders WHERE buyer_uid = ${uid} AND ${waiting}) AS waitingPayments,
          (SELECT count(*) FROM orders WHERE buyer_uid = ${uid} AND ${PAYING}) AS payingNow`,
      );
      if (!row) throw new Error("a SELECT of scalars gave no row");
      return row;
    },

    async remove(uid, pseudonym, at) {
      const changes = await runBatch(db, removeStatements(uid, pseudonym, at));
      return changes.at(-1) === 1;
    },
  };
}
