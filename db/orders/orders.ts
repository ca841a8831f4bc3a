import { and, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Log } from "../../app/lib/log";
import type { FirstTokens, Orders } from "../../app/orders/ports";
import { MAX_OPEN_GUEST_ORDERS } from "../../app/orders/rules/buyer";
import type { OrderSource } from "../../app/orders/rules/order-source";
import { OPEN_STATUSES } from "../../app/orders/rules/order-state";
import { DEFAULT_MIN_RATED_LAMPORTS, rankedFrom } from "../../app/orders/rules/ranked-sale";
import { isClosed } from "../accounts/users";
import { type Db, sqlList } from "../client";
import { namedSource } from "../products/sources";
import { orders } from "../schema/index";
import { buyersOrdersIn } from "./buyers-orders";
import type { Fulfilment } from "./fulfilment";
import { orderOutcomes } from "./order-outcomes";
import { toNewRow, toOrder } from "./order-rows";
import { isOpenOrder } from "./order-writes";
import { polledOrdersIn } from "./polled-orders";
import { stockHoldsIn } from "./stock-holds";

interface OrdersOptions {
  /** Without them a settlement writes no download token; the buyer's next request issues one. */
  firstTokens?: FirstTokens;
  log?: Log;
  /** What is delivered beside the right; files where absent. */
  fulfilments?: readonly Fulfilment[];
  /** Lamports: the least amount of a sale that counts for stars and best sellers. */
  minRated?: bigint;
}

export function ordersIn(db: Db, options: OrdersOptions = {}): Orders {
  const { minRated = DEFAULT_MIN_RATED_LAMPORTS } = options;
  const byId: Orders["byId"] = async (id) => {
    const row = await db.select().from(orders).where(eq(orders.id, id)).get();
    return row ? toOrder(row) : null;
  };

  return {
    byId,
    ...buyersOrdersIn(db),
    ...stockHoldsIn(db, byId),
    ...orderOutcomes(db, byId, options),
    ...polledOrdersIn(db),

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

    async insert(order, nextPollAt, { replaces, source } = {}) {
      const it = eq(orders.id, order.id);
      const replaceable = and(
        isOpenOrder(replaces ?? ""),
        isNull(orders.builtTransaction),
        ne(orders.hold, "held"),
      );
      const seller = sql`(SELECT owner_uid FROM products p WHERE p.id = ${order.productId}
        AND p.status <> 'draft')`;
      const { openOfGuest, oldestOfGuest } = guestsOrders(order.guest?.secretHash ?? null);
      const isTooMany = sql`${orders.guestSecretHash} IS NOT NULL
        AND (${openOfGuest}) > ${MAX_OPEN_GUEST_ORDERS}`;
      const [, , inserted, refused] = await db.batch([
        db
          .update(orders)
          .set({ status: "expired", endedReason: "replaced", updatedAt: order.createdAt })
          .where(replaceable),
        db
          .update(orders)
          .set({ status: "expired", endedReason: "replaced", updatedAt: order.createdAt })
          .where(sql`${orders.id} IN (${oldestOfGuest})`),
        db
          .insert(orders)
          .values({
            ...toNewRow(order, nextPollAt),
            rankedFrom: Number(rankedFrom(order.terms, minRated)),
            source: keptSource(order.ownerUid, source),
          })
          .onConflictDoNothing(),
        // Buyer or product may have been deleted, or moved to another account, since they were read.
        db
          .delete(orders)
          .where(and(it, or(isClosed(orders.buyerUid), sql`${seller} IS NULL`, isTooMany))),
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
        // The signature of a co-signed transaction is known while it can land. Once a fork has dropped
        // it, another one may pay.
        .where(
          and(
            eq(orders.id, id),
            sql`settled_at IS NULL AND NOT (status = 'awaiting' AND built_form IS 'cosigned')`,
            isNew,
          ),
        );
      return result.meta.changes === 1;
    },
  };
}

/** A name that the seller has not made counts for nothing. */
function keptSource(ownerUid: string, source: OrderSource | undefined) {
  if (!source) return null;
  const { name, from } = source;
  if (name === null) return from;
  return sql`coalesce((SELECT ${namedSource(sql`name`)} FROM source_names
    WHERE owner_uid = ${ownerUid} AND name = ${name}), ${from})`;
}

/**
 * Of the orders of a browser: how many are open, and the oldest that nothing was built for where one
 * more would be too many. Both are empty without a browser.
 */
function guestsOrders(secretHash: string | null) {
  const ofGuest = sql`FROM orders g WHERE g.guest_secret_hash = ${secretHash}
    AND g.status IN ${sqlList(OPEN_STATUSES)}`;
  const openOfGuest = sql`SELECT count(*) ${ofGuest}`;
  const oldestOfGuest = sql`SELECT g.id ${ofGuest} AND g.status = 'pending' AND g.hold <> 'held'
    AND (${openOfGuest}) >= ${MAX_OPEN_GUEST_ORDERS} ORDER BY g.created_at LIMIT 1`;
  return { openOfGuest, oldestOfGuest };
}
