import type { Invariant } from "./invariant";

/** What sellers are told is what their orders are: a sale once, again after a rollback, and never for nothing. */
export const eventsTellTheState: Invariant = {
  name: "the events of an order are those of its state",
  check({ database }) {
    const [row] = database.read<{ id: string; status: string; told: number; finals: number }>(`
      SELECT o.id, o.status, coalesce(sum((e.kind = 'sale.paid') - (e.kind = 'sale.reversed')), 0) AS told,
        coalesce(sum(e.kind = 'sale.final'), 0) AS finals
      FROM orders o LEFT JOIN events e ON e.order_id = o.id
      GROUP BY o.id
      HAVING (o.status = 'paid' AND told <> (o.paid_lamports > 0))
        OR (o.status IN ('pending', 'awaiting', 'expired', 'paid_by_other') AND told > 0)
        OR told > 1
        OR (o.status = 'paid' AND o.paid_lamports > 0 AND (finals > 0) <> (o.finalized_at IS NOT NULL))
      LIMIT 1`);
    if (!row) return null;
    return `order ${row.id} is ${row.status}, and its events tell of ${row.told} sales and ${row.finals} that are final`;
  },
};
