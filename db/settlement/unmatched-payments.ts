import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { UnmatchedPayment } from "../../app/settlement/rules/unmatched-payment";
import type { Db } from "../client";
import { insertWhere } from "../insert-where";
import { unmatchedPayments } from "../schema/index";

/** Rows of the table. Strangers can cause them, at the cost of what they send. */
const MAX_ROWS = 1_000;

export type UnmatchedPayments = ReturnType<typeof unmatchedPaymentsIn>;

/** Payments to the platform that no order could be found for. */
export function unmatchedPaymentsIn(db: Db) {
  return {
    /** Has no effect where the transaction is recorded or the table is full. */
    async add({ lamports, paidLamports, ...payment }: UnmatchedPayment, at: number): Promise<void> {
      const amounts = { lamports: Number(lamports), paidLamports: Number(paidLamports) };
      const row = { ...payment, ...amounts, at };
      const isNew = sql`NOT EXISTS (
        SELECT 1 FROM ${unmatchedPayments} WHERE signature = ${payment.signature})`;
      const hasRoom = sql`(SELECT count(*) FROM ${unmatchedPayments}) < ${MAX_ROWS}`;
      await db.run(insertWhere(unmatchedPayments, row, sql`${isNew} AND ${hasRoom}`));
    },

    async resolve(signature: string, at: number): Promise<void> {
      await db
        .update(unmatchedPayments)
        .set({ resolvedAt: at })
        .where(
          and(eq(unmatchedPayments.signature, signature), isNull(unmatchedPayments.resolvedAt)),
        );
    },

    /** Those that wait, oldest first. */
    async unresolved(): Promise<UnmatchedPayment[]> {
      const rows = await db
        .select()
        .from(unmatchedPayments)
        .where(isNull(unmatchedPayments.resolvedAt))
        .orderBy(asc(unmatchedPayments.slot));
      return rows.map(({ at: _, resolvedAt: __, lamports, paidLamports, ...row }) => ({
        ...row,
        lamports: BigInt(lamports),
        paidLamports: BigInt(paidLamports ?? lamports),
      }));
    },

    async countUnresolved(): Promise<number> {
      return db.$count(unmatchedPayments, isNull(unmatchedPayments.resolvedAt));
    },
  };
}
