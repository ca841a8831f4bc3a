import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
} from "drizzle-orm";
import type { FirstTokens, Orders } from "../../app/orders/ports";
import { OPEN_STATUSES } from "../../app/orders/rules/order-state";
import { isClosed } from "../accounts/users";
import type { Db } from "../client";
import { orders, purchases } from "../schema/index";
import { newerAwaiting } from "./newer-awaiting";
import { orderOutcomes } from "./order-outcomes";
import { toNewRow, toOrder } from "./order-rows";
import { isOpenOrder } from "./order-writes";
import { stockHoldsIn } from "./stock-holds";

/** A change of the next poll by less than this is not written. */
const MIN_RESCHEDULE_MS = 60_000;

/** Without `firstTokens` a settlement writes no download token; the buyer's next request issues one. */
export function ordersIn(db: Db, firstTokens: FirstTokens | null = null): Orders {
  const byId: Orders["byId"] = async (id) => {
    const row = await db.select().from(orders).where(eq(orders.id, id)).get();
    return row ? toOrder(row) : null;
  };

  return {
    byId,
    ...orderOutcomes(db, byId, firstTokens),
    ...stockHoldsIn(db, byId),

    async openOf(buyerUid, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.buyerUid, buyerUid),
            eq(orders.productId, productId),
            inArray(orders.status, OPEN_STATUSES),
          ),
        )
        .get();
      return row ? toOrder(row) : null;
    },

    async openOfWallet(wallet, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.buyerWallet, wallet),
            eq(orders.productId, productId),
            // Literals: SQLite does not use the partial index with parameters.
            sql`${orders.buyerUid} IS NULL AND ${orders.status} IN ('pending', 'awaiting')`,
          ),
        )
        .get();
      return row ? toOrder(row) : null;
    },

    async isPaidByWallet(wallet, productId) {
      const row = await db
        .select({ id: orders.id })
        .from(orders)
        .innerJoin(purchases, and(eq(purchases.orderId, orders.id), isNull(purchases.revokedAt)))
        .where(
          and(
            sql`${orders.status} = 'paid'`,
            eq(orders.payerWallet, wallet),
            eq(orders.productId, productId),
          ),
        )
        .limit(1)
        .get();
      return row !== undefined;
    },

    async latestOf(buyerUid, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(and(eq(orders.buyerUid, buyerUid), eq(orders.productId, productId)))
        .orderBy(desc(orders.createdAt))
        .limit(1)
        .get();
      return row ? toOrder(row) : null;
    },

    async paidByOther(productId, payerWallet) {
      const row = await db
        .select()
        .from(orders)
        .where(
          and(
            // A literal: SQLite does not use the partial index with a parameter.
            sql`${orders.status} = 'paid_by_other'`,
            eq(orders.payerWallet, payerWallet),
            eq(orders.productId, productId),
          ),
        )
        .limit(1)
        .get();
      return row ? toOrder(row) : null;
    },

    async countOpen(buyerUid) {
      const row = await db
        .select({ open: count() })
        .from(orders)
        .where(and(eq(orders.buyerUid, buyerUid), inArray(orders.status, OPEN_STATUSES)))
        .get();
      return row?.open ?? 0;
    },

    async countNewerAwaiting(order, atMost) {
      const row = await db.get<{ newer: number }>(newerAwaiting(order, atMost));
      return row?.newer ?? 0;
    },

    async insert(order, nextPollAt, { replaces } = {}) {
      const it = eq(orders.id, order.id);
      const replaceable = and(
        isOpenOrder(replaces ?? ""),
        isNull(orders.builtTransaction),
        ne(orders.hold, "held"),
      );
      const seller = sql`(SELECT owner_uid FROM products p WHERE p.id = ${order.productId}
        AND p.status <> 'draft')`;
      const [, inserted, refused] = await db.batch([
        db
          .update(orders)
          .set({ status: "expired", endedReason: "replaced", updatedAt: order.createdAt })
          .where(replaceable),
        db.insert(orders).values(toNewRow(order, nextPollAt)).onConflictDoNothing(),
        // Buyer or product may have been deleted, or moved to another account, since they were read.
        db.delete(orders).where(and(it, or(isClosed(orders.buyerUid), sql`${seller} IS NULL`))),
        db
          .update(orders)
          .set({ ownerUid: seller })
          .where(and(it, sql`${orders.ownerUid} <> ${seller}`)),
      ]);
      return inserted.meta.changes === 1 && refused.meta.changes === 0;
    },

    async reportSignature(id, signature, at) {
      const isNew = sql`${orders.suggestedSignature} IS NOT ${signature}`;
      const result = await db
        .update(orders)
        .set({ suggestedSignature: signature, updatedAt: at })
        // The signature of a co-signed transaction is known.
        .where(
          and(eq(orders.id, id), sql`settled_at IS NULL AND built_form IS NOT 'cosigned'`, isNew),
        );
      return result.meta.changes === 1;
    },

    async unbindWallet(id, at) {
      const result = await db
        .update(orders)
        .set({ buyerWallet: null, updatedAt: at })
        .where(isOpenOrder(id));
      return result.meta.changes === 1;
    },

    async schedulePoll(id, nextPollAt, stored) {
      if (stored === nextPollAt) return;
      if (stored !== undefined && stored !== null && nextPollAt !== null) {
        if (Math.abs(stored - nextPollAt) < MIN_RESCHEDULE_MS) return;
      }
      const known = sql`next_poll_at IS ${nextPollAt}`;
      const close = sql`abs(next_poll_at - ${nextPollAt}) < ${MIN_RESCHEDULE_MS}`;
      await db
        .update(orders)
        .set({ nextPollAt })
        .where(and(eq(orders.id, id), sql`NOT (${known} OR coalesce(${close}, 0))`));
    },

    async knownSignatures(signatures) {
      const rows = await inChunks(signatures, (some) =>
        db
          .select({ signature: orders.signature })
          .from(orders)
          // An order that was granted after a rollback has 0 paid lamports.
          .where(and(inArray(orders.signature, some), sql`coalesce(paid_lamports, 1) > 0`)),
      );
      return new Set(rows.flatMap(({ signature }) => signature ?? []));
    },

    async settledSignatures(signatures) {
      const rows = await inChunks(signatures, (some) =>
        db
          .select({ signature: orders.signature })
          .from(orders)
          .where(and(inArray(orders.signature, some), isNotNull(orders.settledAt))),
      );
      return new Set(rows.flatMap(({ signature }) => signature ?? []));
    },

    async isRecorded(id, signature) {
      const entry = sql`SELECT 1 FROM ledger WHERE order_id = ${id} AND signature = ${signature}`;
      return (await db.all(sql`${entry} LIMIT 1`)).length > 0;
    },

    async byReferences(references) {
      const rows = await inChunks(references, (some) =>
        db.select().from(orders).where(inArray(orders.reference, some)),
      );
      return rows.map(toOrder);
    },

    async overdue(now, limit) {
      const rows = await db
        .select({ id: orders.id })
        .from(orders)
        .where(lte(orders.nextPollAt, now))
        .orderBy(asc(orders.nextPollAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },
  };
}

/** D1 binds at most 100 values in a statement. */
const MAX_BOUND_VALUES = 90;

async function inChunks<T>(values: string[], read: (some: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (let start = 0; start < values.length; start += MAX_BOUND_VALUES) {
    found.push(...(await read(values.slice(start, start + MAX_BOUND_VALUES))));
  }
  return found;
}
