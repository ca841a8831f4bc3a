/**
 * The scarce things that orders take: `unit:<product>`, whose counters are in `products`, and `use:<code>`,
 * `key:<product>` and `own:<code>-<person>`, which have rows in `things`. The only module that knows where which
 * is counted.
 *
 * An order takes all of its things by the one write that sets `orders.hold`, or none: triggers of that column
 * count `things` with `holds`, and the units of a bundle's items with `item_holds`; whoever sets it counts the
 * units of the order's own product. Whether a product has units is asked of the product, whose limit may be newer
 * than the order; the other things are those of `terms.takes`. One of them without a row, and a unit of an item that
 * was removed, is never free.
 */
import { type SQL, sql } from "drizzle-orm";
import {
  MIN_PRESIGNED_USES,
  PRESIGNED_SHARE,
  REST_BASE_MS,
  REST_MAX_MS,
} from "../../app/orders/rules/stock-limits";
import { type Db, exists } from "../client";
import { things } from "../schema/index";

/** FROM clause: things `t.value` of an order besides units. `order` is the name of its row. */
function besidesUnit(order: SQL): SQL {
  return sql`json_each(${order}.terms, '$.takes') t LEFT JOIN things f ON f.id = t.value
    WHERE t.value NOT LIKE 'unit:%'`;
}

/**
 * FROM clause: the items `i` of a bundle's order with their products `q`, null for one that was removed. No row for
 * an order of one product.
 */
export function itemsOf(order: SQL): SQL {
  return sql`json_each(${order}.terms, '$.items') i LEFT JOIN products q ON q.id = i.value ->> 'product'
    WHERE i.value ->> 'product' <> ${order}.product_id`;
}

/** Of a row of an order: it takes a unit of an item. */
function takesItems(order: SQL): SQL {
  return exists(
    sql`SELECT 1 FROM ${itemsOf(order)} AND (q.id IS NULL OR q.sale_limit IS NOT NULL)`,
  );
}

/**
 * Of a row of an order: a unit of each item that has a limit is free beyond those that `ahead`, an expression on
 * `q.id`, says others wait for.
 */
export function areItemsFree(order: SQL, ahead = sql`0`): SQL {
  const isMissing = sql`coalesce(q.sold + q.held + ${ahead} >= q.sale_limit, q.id IS NULL)`;
  return sql`NOT ${exists(sql`SELECT 1 FROM ${itemsOf(order)} AND ${isMissing}`)}`;
}

/** Who waits for units before an order: expressions on the order's product, and on an item `q`. */
export interface Ahead {
  own: SQL;
  items: SQL;
}

/**
 * Of a thing `t.value`: other people want it as well. A use that one person has of a code keeps nobody out, so
 * that it is neither shared out among pre-signed transactions nor rests.
 */
const IS_SHARED = sql`t.value NOT LIKE 'own:%'`;

/** Of rows of an order and its product: nothing is needed but the payment. */
export function takesNothing(order: SQL, product: SQL): SQL {
  return sql`(${product}.sale_limit IS NULL AND NOT EXISTS (SELECT 1 FROM ${besidesUnit(order)})
    AND NOT ${takesItems(order)})`;
}

/** SQL condition on rows of `orders`: they take something scarce. */
export const IS_SCARCE = sql`EXISTS (SELECT 1 FROM products p
  WHERE p.id = orders.product_id AND NOT ${takesNothing(sql`orders`, sql`p`)})`;

/** Of a row of an order: all that it takes besides units, of things that `counts`, is free. */
export function areOtherThingsFree(order: SQL, counts = sql`1`): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${besidesUnit(order)}
    AND coalesce(f.sold + f.held >= f.capacity, 1) AND ${counts})`;
}

/**
 * Of rows of an order and its product: all that the order takes is free. `ahead` is the number of places in
 * line before the order, each of which waits for a unit.
 */
export function areThingsFree(order: SQL, product: SQL, ahead: Ahead, counts = sql`1`): SQL {
  return sql`((${product}.sale_limit IS NULL OR ${product}.sold + ${product}.held < ${product}.sale_limit
      AND ${product}.sold + ${product}.held + ${ahead.own} < ${product}.sale_limit)
    AND ${areOtherThingsFree(order, counts)} AND ${areItemsFree(order, ahead.items)})`;
}

/** Query: the kind and the availability of what an order takes besides its unit and is not free, the worst first. */
export function missingThings(id: string): SQL {
  return sql`SELECT substr(t.value, 1, instr(t.value, ':') - 1) AS kind,
      iif(coalesce(f.sold >= f.capacity, 1), 'sold_out', 'held') AS availability
    FROM orders o, ${besidesUnit(sql`o`)} AND o.id = ${id}
      AND coalesce(f.sold + f.held >= f.capacity, 1)
    UNION ALL SELECT 'unit', iif(coalesce(q.sold >= q.sale_limit, 1), 'sold_out', 'held')
    FROM orders o, ${itemsOf(sql`o`)} AND o.id = ${id}
      AND coalesce(q.sold + q.held >= q.sale_limit, q.id IS NULL)
    ORDER BY availability DESC`;
}

/**
 * SQL expression: the `Availability` of all that an order takes, where what it holds itself is available.
 * Sold out where the row of the product is null. Where its seller accepts a payment, uses of one person are there:
 * `makeRoomForBuyer`.
 */
export function availabilityOfThings(
  order: SQL,
  product: SQL,
  { ahead, isAccepted }: { ahead: Ahead; isAccepted: boolean },
): SQL {
  const counts = isAccepted ? IS_SHARED : sql`1`;
  return sql`CASE WHEN ${product}.id IS NULL THEN 'sold_out'
    WHEN ${order}.hold = 'held' THEN 'available'
    WHEN ${product}.sold >= ${product}.sale_limit OR ${isOtherThingSoldOut(order, counts)} THEN 'sold_out'
    WHEN ${areThingsFree(order, product, ahead, counts)} THEN 'available' ELSE 'held' END`;
}

function isOtherThingSoldOut(order: SQL, counts: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${besidesUnit(order)}
    AND coalesce(f.sold >= f.capacity, 1) AND ${counts})
    OR ${exists(sql`SELECT 1 FROM ${itemsOf(order)} AND coalesce(q.sold >= q.sale_limit, q.id IS NULL)`)})`;
}

/**
 * One use more for the buyer of an order that its seller accepts, where none is free. What a person has used
 * is counted by `usesOf` as well, so that one that the order does not take in the end lets nobody settle more.
 */
export function makeRoomForBuyer(db: Db, id: string) {
  const taken = sql`SELECT t.value, 1, 0, 0 FROM orders o, ${besidesUnit(sql`o`)}
    AND NOT (${IS_SHARED}) AND o.id = ${id} AND o.hold <> 'held'
    AND o.settled_at IS NULL AND o.refunded_at IS NULL`;
  return db
    .insert(things)
    .select(taken)
    .onConflictDoUpdate({
      target: things.id,
      set: { capacity: sql`sold + held + 1` },
      setWhere: sql`sold + held >= capacity`,
    });
}

/** Of a row of `products`: the units that its orders, and those of bundles with it, hold. */
export function unitsHeld(): SQL {
  return sql`((SELECT count(*) FROM orders h WHERE h.product_id = products.id AND h.hold = 'held')
    + (SELECT count(*) FROM item_holds m WHERE m.product_id = products.id AND m.state = 'held'))`;
}

/** What pre-signed transactions may hold a share of: how much of it they hold and rest, and what is left. */
interface Shared {
  held: SQL;
  rests: SQL;
  left: SQL;
}

/** Whatever the order's status: what waits for its seller's decision is held as well. */
const isPresigned = sql`h.hold = 'held' AND coalesce(h.built_form, 'presigned') = 'presigned'`;

/** Units of a product `p`. */
const UNITS: Shared = {
  held: sql`(SELECT count(*) FROM orders h WHERE h.product_id = p.id AND ${isPresigned})`,
  rests: sql`r.product_id = p.id AND r.thing IS NULL`,
  left: sql`p.sale_limit - p.sold - p.held`,
};

/** A thing `f`. */
const THINGS: Shared = {
  held: sql`(SELECT count(*) FROM holds m JOIN orders h ON h.id = m.order_id
    WHERE m.thing = f.id AND m.state = 'held' AND ${isPresigned})`,
  rests: sql`r.thing = f.id`,
  left: sql`f.capacity - f.sold - f.held`,
};

/** At least one; of a product whose limit was removed meanwhile, one. */
function shareOf({ held, left }: Shared): SQL {
  return sql`max(1, coalesce(${left} + ${held}, 0) / ${sql.raw(String(PRESIGNED_SHARE))})`;
}

function isWithinShare(of: Shared, now: number): SQL {
  return sql`${of.held} + (SELECT count(*) FROM presigned_rests r
    WHERE ${of.rests} AND r.ends_at > ${now}) < ${shareOf(of)}`;
}

/**
 * Of a row of `orders`: another pre-signed transaction may hold what it takes, which is one thing that others
 * want, no use of a code that has few, and no unit of an item: one that nobody signs keeps all others out.
 */
export function isWithinPresignedShare(now: number): SQL {
  const all = besidesUnit(sql`orders`);
  const others = sql`${all} AND ${IS_SHARED}`;
  const isMany = sql`(f.id NOT LIKE 'use:%' OR f.capacity >= ${MIN_PRESIGNED_USES})`;
  return sql`EXISTS (SELECT 1 FROM products p WHERE p.id = orders.product_id AND CASE
    WHEN ${takesItems(sql`orders`)} THEN 0 WHEN p.sale_limit IS NOT NULL
      THEN NOT EXISTS (SELECT 1 FROM ${others}) AND ${isWithinShare(UNITS, now)}
    ELSE CASE (SELECT count(*) FROM ${others})
      WHEN 0 THEN EXISTS (SELECT 1 FROM ${all})
      WHEN 1 THEN EXISTS (SELECT 1 FROM ${others} AND ${isMany} AND ${isWithinShare(THINGS, now)})
      ELSE 0 END END)`;
}

/**
 * A rest for what each order `o` held by a pre-signed transaction that was not paid: longer by its base for
 * each time that the share was used up.
 */
export function insertRests(now: number, where: SQL): SQL {
  const lasts = (of: Shared) => sql`min(${REST_MAX_MS}, ${REST_BASE_MS} * (1 + (
    SELECT count(*) FROM presigned_rests r WHERE ${of.rests} AND r.created_at > ${now - REST_MAX_MS})
    / ${shareOf(of)}))`;
  return sql`INSERT INTO presigned_rests (product_id, thing, created_at, ends_at)
    SELECT w.product_id, w.thing, ${now}, ${now} + coalesce(CASE WHEN w.thing IS NULL
      THEN (SELECT ${lasts(UNITS)} FROM products p WHERE p.id = w.product_id)
      ELSE (SELECT ${lasts(THINGS)} FROM things f WHERE f.id = w.thing) END, ${REST_BASE_MS})
    FROM (SELECT o.product_id, (SELECT t.value FROM ${besidesUnit(sql`o`)} AND ${IS_SHARED} LIMIT 1) AS thing
      FROM orders o WHERE ${where}) w`;
}

export type Things = ReturnType<typeof thingsIn>;

/** Things that are offered, other than units. */
export function thingsIn(db: Db) {
  return {
    /**
     * Counts a thing from now on, before the first quote that names it: one without a row is never free. Writes
     * nothing where it is counted already. The row stays, since a late payment needs it.
     */
    async insert({ id, capacity }: { id: string; capacity: number }): Promise<void> {
      await db.run(sql`INSERT INTO things (id, capacity) VALUES (${id}, ${capacity})
        ON CONFLICT (id) DO NOTHING`);
    },
  };
}
