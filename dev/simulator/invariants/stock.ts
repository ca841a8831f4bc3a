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
    if (!row) return null;
    const limit = row.sale_limit === null ? "without a limit" : `of ${row.sale_limit}`;
    return `product ${row.id} ${limit} has sold ${row.sold} and held ${row.held}; its orders have sold ${row.ordersSold} and held ${row.ordersHeld}`;
  },
};
