import { blockHeight } from "../../chain";
import type { Story } from "../model/story";
import type { Invariant, Judged } from "./invariant";

interface StockRow {
  id: string;
  sale_limit: number | null;
  sold: number;
  held: number;
  ordersSold: number;
  ordersHeld: number;
  gifts: number;
}

/**
 * Units are counted twice, in `products` and by the holds of orders and by grants; both are within the limit. Nothing that
 * can still land is left out of them.
 */
export const stockWithinLimit: Invariant = {
  name: "sold and held units are within the limit",
  check(world) {
    const { database } = world;
    const [row] = database.read<StockRow>(`
      SELECT p.id, p.sale_limit, p.sold, p.held,
        coalesce(sum(o.hold = 'sold'), 0) AS ordersSold,
        coalesce(sum(o.hold = 'held'), 0) AS ordersHeld,
        (SELECT count(*) FROM grants g WHERE instr(g.takes, '"unit:' || p.id || '"') > 0) AS gifts
      FROM products p LEFT JOIN orders o ON o.product_id = p.id OR EXISTS (SELECT 1 FROM item_holds i
        WHERE i.order_id = o.id AND i.product_id = p.id)
      GROUP BY p.id
      HAVING p.sold <> ordersSold + gifts OR p.held <> ordersHeld OR p.sold < 0 OR p.held < 0
        OR ordersSold + ordersHeld + gifts > p.sale_limit
      LIMIT 1`);
    if (row) {
      const limit = row.sale_limit === null ? "without a limit" : `of ${row.sale_limit}`;
      return `product ${row.id} ${limit} has sold ${row.sold} and held ${row.held}; its orders have sold ${row.ordersSold} and held ${row.ordersHeld}, and ${row.gifts} were given`;
    }
    const [order] = database.read<{ id: string; status: string; hold: string }>(`
      SELECT o.id, o.status, o.hold FROM orders o JOIN products p ON p.id = o.product_id
      WHERE p.sale_limit IS NOT NULL AND (o.hold = 'sold') <> (o.status = 'paid')
        -- Accepted below the price while the product had no limit.
        AND NOT (o.status = 'paid' AND o.hold = 'none'
          AND EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = o.id AND l.kind = 'partial'))
      LIMIT 1`);
    if (order) return `order ${order.id} is ${order.status}, and its unit is ${order.hold}`;
    return presignedWithoutUnit(world);
  },
};

interface Presigned {
  events: number;
  /** Last valid block height of the bytes that wallets have, by order. */
  heights: Map<string, number>;
}
const presigned = new WeakMap<object, Presigned>();

/** What wallets were given that needs no other signature than theirs; forgotten with a restore. */
function presignedOrders(story: Story): Map<string, number> {
  const { events, heights } = presigned.get(story) ?? { events: 0, heights: new Map() };
  for (const event of story.events.slice(events)) {
    if (event.kind === "restored") heights.clear();
    if (event.kind === "built" && event.presigned)
      heights.set(event.order, event.lastValidBlockHeight);
  }
  presigned.set(story, { events: story.events.length, heights });
  return heights;
}

/**
 * An order that is open or has ended, without a unit, though the wallet can still pay it alone. A guest's
 * order for an unlimited product is signed for as well, and needs none.
 */
function presignedWithoutUnit({ database, chain, story }: Judged): string | null {
  const final = blockHeight(chain.finalizedSlot);
  for (const [id, lastValid] of presignedOrders(story)) {
    if (lastValid <= final) continue;
    const [row] = database.read<{ status: string }>(
      `SELECT status FROM orders
      WHERE id = ? AND hold <> 'held' AND sale_type <> 'infinite' AND status IN ('pending', 'awaiting', 'expired')`,
      id,
    );
    if (row) return `order ${id} is ${row.status} without a unit, and can still be paid`;
  }
  return null;
}

interface ThingRow {
  id: string;
  capacity: number;
  sold: number;
  held: number;
  ordersSold: number;
  ordersHeld: number;
  gifts: number;
  holds: number;
}

/** Uses of codes are counted three times: in `things`, by orders and grants, and by the holds of the table. */
export const thingsWithinCapacity: Invariant = {
  name: "sold and held uses are within their number",
  check({ database }) {
    const [row] = database.read<ThingRow>(`
      SELECT f.id, f.capacity, f.sold, f.held,
        coalesce(sum(o.hold = 'sold'), 0) AS ordersSold,
        coalesce(sum(o.hold = 'held'), 0) AS ordersHeld,
        (SELECT count(*) FROM grants g WHERE instr(g.takes, '"' || f.id || '"') > 0) AS gifts,
        (SELECT count(*) FROM holds h WHERE h.thing = f.id) AS holds
      FROM things f LEFT JOIN orders o ON instr(o.terms, '"' || f.id || '"') > 0
      GROUP BY f.id
      HAVING f.sold <> ordersSold + gifts OR f.held <> ordersHeld OR holds <> ordersSold + ordersHeld
        OR ordersSold + ordersHeld + gifts > f.capacity
      LIMIT 1`);
    if (!row) return null;
    const { id, capacity, sold, held, ordersSold, ordersHeld, gifts, holds } = row;
    return `${id} of ${capacity} has sold ${sold} and held ${held}, its orders ${ordersSold} and ${ordersHeld}, with ${holds} holds, and ${gifts} were given`;
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
          -- The share of the wallet that pays is due to nobody.
          AND coalesce(paid_lamports, 0) >= price_lamports - coalesce((
            SELECT sum(CAST(s.value ->> 'amount' AS INTEGER)) FROM json_each(terms, '$.legs') s
            WHERE s.value ->> 'role' = 'author' AND s.value ->> 'wallet' = payer_wallet), 0))
      LIMIT 1`);
    if (!row) return null;
    return `order ${row.id} is ${row.status} with ${row.paid_lamports ?? 0} lamports paid, and holds a unit`;
  },
};
