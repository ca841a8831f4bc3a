import { type SQL, sql } from "drizzle-orm";
import { OPEN_STATUSES, UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import { type Merge, type OrdersOfPeople, type PersonRows, rowsOf } from "../accounts/person-rows";
import { sqlList } from "../client";
import { dropOfProduct, type ProductRows } from "../products/product-rows";
import { countOwned, existsRight, IS_LIVE } from "./rights";

/** Condition on orders: a wallet may be signing their payment now. */
const PAYING = sql`(status IN ${sqlList(OPEN_STATUSES)}
  AND (status = 'awaiting' OR hold = 'held'))`;

/** Condition on orders: their seller has to decide on an incoming payment. */
const UNDECIDED = sql`status IN ${sqlList(UNDECIDED_STATUSES)}`;

/** Condition on orders: an unproved wallet asked for it, and nothing that was built can land. */
const UNBUILT_WITHOUT_BUYER = sql`buyer_uid IS NULL AND status = 'pending'`;

export const ordersOfPeople: OrdersOfPeople = {
  bothPaying: (from, to) => sql`EXISTS (
    SELECT product_id FROM orders WHERE buyer_uid = ${from} AND ${PAYING}
    INTERSECT SELECT product_id FROM orders WHERE buyer_uid = ${to} AND ${PAYING})`,
  allowDeletion: (
    uid,
  ) => sql`NOT EXISTS (SELECT 1 FROM orders WHERE buyer_uid = ${uid} AND ${PAYING})
    AND NOT EXISTS (SELECT 1 FROM orders WHERE owner_uid = ${uid} AND ${UNDECIDED})`,
  unsold: (uid) => sql`SELECT id FROM products WHERE owner_uid = ${uid}
    AND id NOT IN (SELECT product_id FROM orders WHERE owner_uid = ${uid} AND status <> 'expired'
      AND NOT (${UNBUILT_WITHOUT_BUYER}))
    AND id NOT IN (SELECT product_id FROM ledger WHERE owner_uid = ${uid})
    AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.product_id = products.id AND g.removed_at IS NULL)`,
  payingNow: (uid) => sql`(SELECT count(*) FROM orders WHERE buyer_uid = ${uid} AND ${PAYING})`,
  owned: countOwned,
  waiting: (uid) => sql`(SELECT count(*) FROM orders WHERE buyer_uid = ${uid} AND ${UNDECIDED})`,
};

export const personRows: PersonRows = {
  reassign(merge) {
    const { from, to, open } = merge;
    const { giveTo, drop } = rowsOf(from, open);
    return [
      expireRedundant({ of: from, other: to }, merge),
      expireRedundant({ of: to, other: from }, merge),
      ...movePurchases(merge),
      ...moveGrants(merge),
      // An account has one place in a line of buyers.
      sql`UPDATE OR IGNORE stock_line SET uid = ${to} WHERE uid = ${from} AND ${open}`,
      drop("stock_line"),
      sql`UPDATE OR IGNORE account_penalties SET uid = ${to} WHERE uid = ${from} AND ${open}`,
      drop("account_penalties"),
      giveTo(to, "orders", "owner_uid"),
      giveTo(to, "ledger", "owner_uid"),
      giveTo(to, "events", "owner_uid"),
    ];
  },

  remove({ uid, pseudonym, at, begun }) {
    const { giveTo, drop } = rowsOf(uid, begun);
    return [
      sql`UPDATE orders SET status = 'expired', updated_at = ${at}
        WHERE buyer_uid = ${uid} AND status = 'pending' AND ${begun}`,
      sql`UPDATE orders SET status = 'expired', updated_at = ${at}
        WHERE owner_uid = ${uid} AND ${UNBUILT_WITHOUT_BUYER} AND ${begun}`,
      giveTo(pseudonym, "orders", "owner_uid"),
      giveTo(pseudonym, "orders", "buyer_uid"),
      giveTo(pseudonym, "purchases", "uid"),
      // Those of orders go with the buyer of their order, by a trigger.
      sql`DELETE FROM rights WHERE order_id IN (SELECT id FROM grants WHERE uid = ${uid}) AND ${begun}`,
      drop("grants"),
      giveTo(pseudonym, "ledger", "owner_uid"),
      sql`DELETE FROM events WHERE owner_uid = ${uid} AND ${begun}`,
      ...["stock_line", "account_penalties"].map(drop),
    ];
  },
};

/** Expires open orders for products that the other account owns, has bought or is paying for. */
function expireRedundant({ of, other }: { of: string; other: string }, { open, at }: Merge): SQL {
  return sql`UPDATE orders SET status = 'expired', updated_at = ${at}
    WHERE buyer_uid = ${of} AND status = 'pending' AND hold <> 'held' AND ${open} AND (
      owner_uid IN (${of}, ${other})
      OR EXISTS (SELECT 1 FROM orders o WHERE o.buyer_uid = ${other}
        AND o.product_id = orders.product_id AND o.status IN ${sqlList(OPEN_STATUSES)})
      OR ${existsRight(sql`r.uid = ${other} AND r.product_id = orders.product_id AND ${IS_LIVE}`)})`;
}

/**
 * An account owns a product once. Where both bought it, the wallet's purchase and its order stay
 * with the closed account; a revoked purchase is deleted in favour of a valid one.
 */
function movePurchases({ from, to, open }: Merge): SQL[] {
  const live = (uid: string) => sql`SELECT product_id FROM purchases
    WHERE uid = ${uid} AND revoked_at IS NULL`;
  const twice = sql`SELECT order_id FROM purchases
    WHERE uid = ${from} AND revoked_at IS NULL AND product_id IN (${live(to)})`;
  return [
    sql`DELETE FROM purchases WHERE uid = ${to} AND revoked_at IS NOT NULL
      AND product_id IN (${live(from)}) AND ${open}`,
    sql`DELETE FROM purchases WHERE uid = ${from} AND revoked_at IS NOT NULL
      AND product_id IN (SELECT product_id FROM purchases WHERE uid = ${to}) AND ${open}`,
    sql`UPDATE orders SET buyer_uid = ${to}
      WHERE buyer_uid = ${from} AND id NOT IN (${twice}) AND ${open}`,
    sql`UPDATE purchases SET uid = ${to}
      WHERE uid = ${from} AND order_id NOT IN (${twice}) AND ${open}`,
  ];
}

/** One grant for each person and product: a live one in favour of one that was removed, none beside a live right. */
function moveGrants({ from, to, open }: Merge): SQL[] {
  const removed = sql`SELECT id FROM grants WHERE uid = ${to} AND removed_at IS NOT NULL
    AND product_id IN (SELECT product_id FROM grants WHERE uid = ${from} AND removed_at IS NULL)`;
  const twice = sql`SELECT g.id FROM grants g WHERE g.uid = ${from} AND (
    EXISTS (SELECT 1 FROM grants o WHERE o.uid = ${to} AND o.product_id = g.product_id)
    OR ${existsRight(sql`r.uid = ${to} AND r.product_id = g.product_id AND ${IS_LIVE}`)})`;
  const drop = (ids: SQL) => [
    sql`DELETE FROM rights WHERE order_id IN (${ids}) AND ${open}`,
    sql`DELETE FROM grants WHERE id IN (${ids}) AND ${open}`,
  ];
  return [
    ...drop(removed),
    ...drop(twice),
    sql`UPDATE rights SET uid = ${to}
      WHERE order_id IN (SELECT id FROM grants WHERE uid = ${from}) AND ${open}`,
    sql`UPDATE grants SET uid = ${to} WHERE uid = ${from} AND ${open}`,
  ];
}

export const productRows: ProductRows = {
  remove: (product) => {
    const { id, ownerUid, at, isGone } = product;
    return [
      sql`UPDATE orders SET status = 'expired', ended_reason = 'withdrawn', updated_at = ${at}
        WHERE owner_uid = ${ownerUid} AND product_id = ${id} AND status = 'pending' AND ${isGone}`,
      sql`DELETE FROM rights WHERE order_id IN (SELECT id FROM grants WHERE product_id = ${id})
        AND ${isGone}`,
      dropOfProduct("grants", product),
      dropOfProduct("presigned_rests", product),
      dropOfProduct("stock_line", product),
    ];
  },
};

export const KEPT = {
  merge: {},
  deletion: {},
  product: {
    "ledger.product_id": "a product with an entry is not removed",
    "purchases.product_id": "a product with a purchase is not removed",
    "events.product_id": "what happened is told for 30 days",
    "item_holds.product_id": "a product with units held or sold is not removed",
  },
  /** By the removal of orders without a buyer that were never paid. */
  order: {
    "purchases.order_id": "an order with a purchase is not removed",
    "rights.order_id": "an order with a right is not removed",
    "ledger.order_id": "an order with an entry is not removed",
    "refunds.order_id": "an order with a refund is not removed",
    "events.order_id": "what happened is told for 30 days",
    "share_payments.order_id": "an order with a payment is not removed",
    "share_entries.order_id": "an order with a payment is not removed",
    "dismissed_payments.order_id": "an order with a payment is not removed",
    "stock_line.order_id": "a place in line ends days before its order is removed",
    "item_holds.order_id": "an order that ended without a payment holds nothing",
    "holds.order_id": "an order that ended without a payment holds nothing",
    "stock_charges.order_id": "purged by age",
    "unproved_holds.order_id": "purged by age",
  },
};
