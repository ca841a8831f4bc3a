import { type SQL, sql } from "drizzle-orm";
import { OPEN_STATUSES, UNPAID_STATUSES } from "../../app/orders/rules/order-state";
import type { RemovalFacts } from "../../app/orders/rules/product-removal";
import { type Db, runBatch, sqlList } from "../client";
import type { ProductRows } from "../products/product-rows";
import { existsRight, isReleaseHeld } from "./rights";

export type ProductRemoval = ReturnType<typeof productRemovalIn>;

interface OwnProduct {
  id: string;
  ownerUid: string;
}

/** Most open pages that a removal tells; the others learn it from the next poll of their orders. */
const MAX_OPEN_PAGES = 100;

/**
 * The removal of a product that was never paid for, and can't be any more. `subjects`: the rows with
 * its id.
 */
export function productRemovalIn(db: Db, subjects: readonly ProductRows[]) {
  return {
    /** What stands against the removal of a product at this time (epoch ms). */
    async facts(product: OwnProduct, now: number): Promise<RemovalFacts> {
      const row = await db.get<{
        hasPayments: number;
        bundle: string | null;
        builtAt: number | null;
        endsAt: number | null;
      }>(
        sql`SELECT ${hasPayments(product)} AS hasPayments,
          (SELECT min(p.title) FROM bundle_items b JOIN products p ON p.id = b.bundle_id
            WHERE b.product_id = ${product.id}) AS bundle,
          (SELECT max(coalesce(o.built_at, o.updated_at)) FROM orders o
            WHERE ${ordersOf(product)} AND ${HAS_BUILT}) AS builtAt,
          max((SELECT coalesce(max(o.expires_at), 0) FROM orders o
            WHERE ${ordersOf(product)} AND ${IS_REPORTED}),
            (SELECT coalesce(max(ends_at), 0) FROM stock_line
              WHERE product_id = ${product.id} AND ends_at > ${now})) AS endsAt`,
      );
      const { hasPayments: has, bundle, builtAt, endsAt } = row;
      return { hasPayments: has === 1, bundle, builtAt, endsAt: endsAt || null };
    },

    /** Open orders of the product whose pages are open at this time. */
    async followed(product: OwnProduct, now: number): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT o.id FROM orders o
        JOIN followed_orders f ON f.order_id = o.id AND f.ends_at > ${now}
        WHERE ${ordersOf(product)} AND o.status IN ${sqlList(OPEN_STATUSES)} LIMIT ${MAX_OPEN_PAGES}`);
      return rows.map(({ id }) => id);
    },

    /**
     * Removes the product with all that names it but its orders, which end, and its threads. False where
     * it was paid for or may still be: whatever settles first wins. May be repeated.
     */
    async remove(product: OwnProduct, at: number): Promise<boolean> {
      await runBatch(db, removalStatements(product, at, subjects));
      const left = await db.all(sql`SELECT 1 FROM products WHERE id = ${product.id}`);
      return left.length === 0;
    },
  };
}

/** The batch that removes a product. The first statement has all conditions; the others write where it is gone. */
function removalStatements(
  product: OwnProduct,
  at: number,
  subjects: readonly ProductRows[],
): SQL[] {
  const { id, ownerUid } = product;
  const isGone = sql`NOT EXISTS (SELECT 1 FROM products WHERE id = ${id})`;
  return [
    sql`DELETE FROM products WHERE id = ${id} AND owner_uid = ${ownerUid}
      AND sold = 0 AND held = 0 AND NOT ${hasPayments(product)}
      AND NOT EXISTS (SELECT 1 FROM bundle_items WHERE product_id = ${id})
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE ${ordersOf(product)}
        AND (${HAS_BUILT} OR ${IS_REPORTED}))
      AND NOT EXISTS (SELECT 1 FROM stock_line WHERE product_id = ${id} AND ends_at > ${at})`,
    ...subjects.flatMap((rows) => rows.remove({ id, ownerUid, at, isGone })),
  ];
}

/** Of orders `o`. */
function ordersOf({ id, ownerUid }: OwnProduct): SQL {
  return sql`o.owner_uid = ${ownerUid} AND o.product_id = ${id}`;
}

/** Something was paid for the product, whatever became of it, or a buyer has its file. */
function hasPayments(product: OwnProduct): SQL {
  const { id, ownerUid } = product;
  return sql`(EXISTS (SELECT 1 FROM ledger WHERE owner_uid = ${ownerUid} AND product_id = ${id})
    OR EXISTS (SELECT 1 FROM orders o WHERE ${ordersOf(product)}
      AND (o.status NOT IN ${sqlList(UNPAID_STATUSES)} OR o.signature IS NOT NULL
        OR o.settled_at IS NOT NULL OR o.refunded_at IS NOT NULL OR o.short_lamports > 0
        OR ${existsRight(sql`r.order_id = o.id`)}))
    OR EXISTS (SELECT 1 FROM releases m
      WHERE m.product_id = ${id} AND ${isReleaseHeld(sql`m.id`)})
    OR EXISTS (SELECT 1 FROM files f WHERE f.product_id = ${id} AND f.in_release IS NULL
      AND ${isReleaseHeld(sql`f.key`)}))`;
}

/** Of orders `o`: a transaction was built or signed that can still land. */
const HAS_BUILT = sql`(o.status = 'awaiting' OR o.hold = 'held')`;

/** Of orders `o`: the buyer's browser says that it was paid, and nothing was found yet. */
const IS_REPORTED = sql`(o.status = 'pending' AND o.suggested_signature IS NOT NULL)`;
