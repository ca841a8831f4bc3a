import { and, asc, count, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Orders } from "../app/ports/payments";
import type { Db } from "./client";
import { orderOutcomes } from "./order-outcomes";
import { toNewRow, toOrder } from "./order-rows";
import { buildable } from "./order-writes";
import { orders, products } from "./schema";
import { isOutOfStock } from "./stock";

/** A look that moves by less than this (ms) is not worth a write: polls are closer together. */
const SLACK = 60_000;

const OPEN = ["pending", "awaiting"] as const;

export function ordersIn(db: Db): Orders {
  const byId: Orders["byId"] = async (id) => {
    const row = await db.select().from(orders).where(eq(orders.id, id)).get();
    return row ? toOrder(row) : null;
  };

  return {
    byId,
    ...orderOutcomes(db, byId),

    async openOf(buyerUid, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.buyerUid, buyerUid),
            eq(orders.productId, productId),
            inArray(orders.status, [...OPEN]),
          ),
        )
        .get();
      return row ? toOrder(row) : null;
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

    async countOpen(buyerUid) {
      const row = await db
        .select({ open: count() })
        .from(orders)
        .where(and(eq(orders.buyerUid, buyerUid), inArray(orders.status, [...OPEN])))
        .get();
      return row?.open ?? 0;
    },

    async countHeld(buyerUid) {
      const row = await db
        .select({ held: count() })
        .from(orders)
        .where(and(eq(orders.buyerUid, buyerUid), eq(orders.hold, "held")))
        .get();
      return row?.held ?? 0;
    },

    async insert(order, nextLookAt) {
      const result = await db
        .insert(orders)
        .values(toNewRow(order, nextLookAt))
        .onConflictDoNothing();
      return result.meta.changes === 1;
    },

    async recordBuilt(id, built, { hold, replaces, nextLookAt }) {
      const same = and(buildable(id), sql`built_transaction IS ${replaces}`);
      const takesUnit = sql`EXISTS (SELECT 1 FROM orders WHERE ${same}
        AND hold NOT IN ('held', 'sold') AND product_id = ${products.id})`;
      const write = db
        .update(orders)
        .set({
          status: "awaiting",
          paymentRequested: true,
          builtTransaction: built.transaction,
          builtFor: built.account,
          builtAt: built.at,
          lastValidBlockHeight: built.lastValidBlockHeight,
          // A hint names what was built before.
          signatureHint: null,
          ...(hold ? { hold: "held" as const } : {}),
          nextLookAt,
          updatedAt: built.at,
        })
        .where(same);
      if (!hold) return (await write).meta.changes === 1 ? "recorded" : "changed";
      try {
        const take = db.update(products).set({ held: sql`held + 1` }).where(takesUnit);
        const [, written] = await db.batch([take, write]);
        return written.meta.changes === 1 ? "recorded" : "changed";
      } catch (error) {
        // The table's own limit refused the unit; anything else is a fault.
        const order = await byId(id);
        if (order && (await isOutOfStock(db, order.productId))) return "out_of_stock";
        throw error;
      }
    },

    async hint(id, signature, at) {
      await db
        .update(orders)
        .set({ signatureHint: signature, updatedAt: at })
        .where(and(eq(orders.id, id), sql`settled_at IS NULL`));
    },

    async freeFromWallet(id, at) {
      const result = await db
        .update(orders)
        .set({ buyerWallet: null, updatedAt: at })
        .where(buildable(id));
      return result.meta.changes === 1;
    },

    async scheduleLook(id, nextLookAt) {
      const known = sql`next_look_at IS ${nextLookAt}`;
      const close = sql`abs(next_look_at - ${nextLookAt}) < ${SLACK}`;
      await db
        .update(orders)
        .set({ nextLookAt })
        .where(and(eq(orders.id, id), sql`NOT (${known} OR coalesce(${close}, 0))`));
    },

    async knownSignatures(signatures) {
      const rows = await inChunks(signatures, (some) =>
        db
          .select({ signature: orders.signature })
          .from(orders)
          .where(inArray(orders.signature, some)),
      );
      return new Set(rows.flatMap(({ signature }) => signature ?? []));
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
        .where(lte(orders.nextLookAt, now))
        .orderBy(asc(orders.nextLookAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },
  };
}

/** D1 binds at most 100 values in a statement. */
const AT_ONCE = 90;

async function inChunks<T>(values: string[], read: (some: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (let start = 0; start < values.length; start += AT_ONCE) {
    found.push(...(await read(values.slice(start, start + AT_ONCE))));
  }
  return found;
}
