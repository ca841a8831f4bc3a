import type { Invariant } from "./invariant";

interface StockRow {
  id: string;
  sale_limit: number | null;
  sold: number;
  held: number;
  ordersSold: number;
  ordersHeld: number;
}

/** Units are counted twice, in `products` and by the holds of orders; both are within the limit. */
export const stockWithinLimit: Invariant = {
  name: "sold and held units are within the limit",
  check({ database }) {
    const [row] = database.read<StockRow>(`
      SELECT p.id, p.sale_limit, p.sold, p.held,
        coalesce(sum(o.hold = 'sold'), 0) AS ordersSold,
        coalesce(sum(o.hold = 'held'), 0) AS ordersHeld
      FROM products p LEFT JOIN orders o ON o.product_id = p.id
      GROUP BY p.id
      HAVING p.sold <> ordersSold OR p.held <> ordersHeld OR p.sold < 0 OR p.held < 0
        OR ordersSold + ordersHeld > p.sale_limit
      LIMIT 1`);
    if (row) {
      const limit = row.sale_limit === null ? "without a limit" : `of ${row.sale_limit}`;
      return `product ${row.id} ${limit} has sold ${row.sold} and held ${row.held}; its orders have sold ${row.ordersSold} and held ${row.ordersHeld}`;
    }
    const [order] = database.read<{ id: string; status: string; hold: string }>(`
      SELECT o.id, o.status, o.hold FROM orders o JOIN products p ON p.id = o.product_id
      WHERE p.sale_limit IS NOT NULL AND (o.hold = 'sold') <> (o.status = 'paid')
        -- Accepted below the price while the product had no limit.
        AND NOT (o.status = 'paid' AND o.hold = 'none'
          AND EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = o.id AND l.kind = 'partial'))
      LIMIT 1`);
    return order ? `order ${order.id} is ${order.status}, and its unit is ${order.hold}` : null;
  },
};

/** A unit is held for a transaction that can land, or for a payment that waits and covers the price. */
export const heldForGoodReason: Invariant = {
  name: "held only by what can land or covers the price",
  check({ database }) {
    const [row] = database.read<{ id: string; status: string; paid_lamports: number | null }>(`
      SELECT id, status, paid_lamports FROM orders
      WHERE hold = 'held'
        AND NOT (status = 'awaiting' AND built_transaction IS NOT NULL
          AND built_form IN ('presigned', 'cosigned'))
        AND NOT (status IN ('review', 'paid_by_other')
          AND coalesce(paid_lamports, 0) >= price_lamports)
      LIMIT 1`);
    if (!row) return null;
    return `order ${row.id} is ${row.status} with ${row.paid_lamports ?? 0} lamports paid, and holds a unit`;
  },
};
