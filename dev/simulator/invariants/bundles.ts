import type { Invariant } from "./invariant";

interface Given {
  id: string;
  status: string;
  buyer: string | null;
  item: string;
}

/** SQL: the items `i` of bundles that orders `o` are for. */
const ITEMS = `orders o, json_each(o.terms, '$.items') i
  WHERE i.value ->> 'product' <> o.product_id`;

/** Who bought a bundle has a right to each of its items, and nobody else has one by that order. */
export const bundleGivesItsItems: Invariant = {
  name: "a bundle gives all its items, and none once it ended",
  check({ database }) {
    const [row] = database.read<Given>(`
      SELECT o.id, o.status, o.buyer_uid AS buyer, i.value ->> 'product' AS item FROM ${ITEMS}
        AND EXISTS (SELECT 1 FROM products q WHERE q.id = i.value ->> 'product')
        AND (o.status = 'paid') <> EXISTS (SELECT 1 FROM rights r WHERE r.order_id = o.id
          AND r.product_id = i.value ->> 'product' AND r.revoked_at IS NULL) LIMIT 1`);
    if (!row) return null;
    const { id, status, buyer, item } = row;
    const has = status === "paid" ? "lacks" : "has";
    return `order ${id} of a bundle is ${status}, and ${buyer} ${has} its item ${item}`;
  },
};

/** What lowers the price of a bundle is its buyer's by another order that was paid, and stays so while the bundle stands. */
export const creditIsPaid: Invariant = {
  name: "a bundle costs less only for what its buyer has",
  check({ database, story }) {
    // After a restore, an order can come back from its record before the other one.
    if (story.events.some(({ kind }) => kind === "restored")) return null;
    const [row] = database.read<Given>(`
      SELECT o.id, o.status, o.buyer_uid AS buyer, i.value ->> 'product' AS item
      FROM orders o, json_each(o.terms, '$.items') i, json_each(o.terms, '$.adjustments') a
      WHERE a.value ->> 'kind' = 'bundle' AND instr(a.value ->> 'id', i.key) > 0
        -- The seller may accept a payment for which it is gone.
        AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = o.id AND l.kind IN ('accepted', 'partial'))
        AND NOT EXISTS (SELECT 1 FROM rights r JOIN orders b ON b.id = r.order_id AND b.settled_at IS NOT NULL
          WHERE r.uid = o.buyer_uid AND r.product_id = i.value ->> 'product' AND r.order_id <> o.id
            AND (r.revoked_at IS NULL OR o.status <> 'paid')
            AND NOT EXISTS (SELECT 1 FROM json_each(b.terms, '$.adjustments') y, json_each(b.terms, '$.items') z
              WHERE y.value ->> 'kind' = 'bundle' AND instr(y.value ->> 'id', z.key) > 0
                AND z.value ->> 'product' = i.value ->> 'product')) LIMIT 1`);
    if (!row) return null;
    const { id, status, buyer, item } = row;
    return `order ${id} is ${status} at a lower price for ${item}, which ${buyer} has by no other order`;
  },
};
