import type { Told } from "../model/story";
import type { Invariant, Judged } from "./invariant";

const HOUR_MS = 60 * 60_000;
/** An order that was opened before the end of its code keeps it so long after the end. */
const GRACE_MS = 24 * HOUR_MS;
/** What clocks may be wrong by, of two isolates. */
const CLOCKS_MS = 2 * HOUR_MS + 60_000;
/** A payment is judged shortly before it is written. */
const JUDGED_BEFORE_MS = 60_000;

/** What the seller accepted counts, and may be more than the limit. */
export const personWithinCode: Invariant = {
  name: "nobody uses a code more often than one person may",
  check({ database }) {
    const [row] = database.read<{ id: string; uid: string; most: number; used: number }>(`
      SELECT c.id, u.uid, c.per_person AS most, count(*) AS used FROM codes c JOIN (
        SELECT o.code_id, o.buyer_uid AS uid FROM orders o
          WHERE o.settled_at IS NOT NULL AND o.refunded_at IS NULL AND o.buyer_uid IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM ledger l
              WHERE l.order_id = o.id AND l.kind IN ('accepted', 'partial'))
            AND o.grant_reason IS NULL
        UNION ALL SELECT g.code_id, g.uid FROM grants g) u ON u.code_id = c.id
      GROUP BY c.id, u.uid HAVING count(*) > c.per_person LIMIT 1`);
    return row ? `${row.uid} has used ${row.id} ${row.used} times, of ${row.most}` : null;
  },
};

interface Priced {
  id: string;
  list: number;
  chosen: number;
  off: number;
  total: number;
}

/** An amount that the buyer chose is above the price, and a code takes off its part, of a chosen amount what is above. */
export const orderCostsWhatWasAsked: Invariant = {
  name: "an order costs its price with what was asked for",
  check({ database, story }) {
    // A restored product gives its next state a number that orders of before may have.
    const isKnown = restoresOf(story) === 0 ? 1 : 0;
    const [row] = database.read<Priced>(`
      SELECT * FROM (
        SELECT o.id, o.code_id, o.price_lamports AS price, c.value AS percent,
          CAST(o.terms ->> '$.list.amount' AS INTEGER) AS list,
          ${adjustedBy("chosen")} AS chosen, -${adjustedBy("code")} AS off, -${adjustedBy("bundle")} AS credit,
          (SELECT sum(CAST(s.value ->> 'amount' AS INTEGER)) FROM json_each(o.terms, '$.legs') s) AS total,
          (${isKnown} AND p.version = o.terms ->> '$.productVersion') AS isSame, p.is_price_chosen AS isChosen,
          p.price_lamports AS today
        FROM orders o LEFT JOIN codes c ON c.id = o.code_id LEFT JOIN products p ON p.id = o.product_id
        WHERE o.terms IS NOT NULL)
      WHERE total <> list + chosen - off - credit OR credit < 0 OR total <> price OR chosen < 0
        OR (off > 0) <> (code_id IS NOT NULL) OR off > (list + chosen) * coalesce(percent, 0) / 100
        OR (isSame AND list <> today) OR (chosen > 0 AND off > chosen)
        OR (isSame AND chosen > 0 AND NOT isChosen) OR (isSame AND isChosen AND total < list - credit) LIMIT 1`);
    if (!row) return null;
    const { id, list, chosen, off, total } = row;
    return `order ${id} costs ${total}, with a price of ${list}, ${chosen} more by choice and ${off} off by a code`;
  },
};

function adjustedBy(kind: "chosen" | "code" | "bundle"): string {
  return `(SELECT coalesce(sum(CAST(a.value ->> 'amount' AS INTEGER)), 0)
    FROM json_each(o.terms, '$.adjustments') a WHERE a.value ->> 'kind' = '${kind}')`;
}

const ordersOpened = rememberOrders();

/** But for one that takes the place of an order with an ended code, which keeps it for a day. */
export const codeOffOpensNothing: Invariant = {
  name: "a code that is off is in no new order",
  check(world) {
    const { database } = world;
    const [row] = database.read<{ id: string; code: string }>(`
      SELECT o.id, c.id AS code FROM orders o JOIN codes c ON c.id = o.code_id
      WHERE o.created_at > c.ends_at + ${CLOCKS_MS} AND NOT EXISTS (SELECT 1 FROM orders b
        WHERE b.code_id = c.id AND b.product_id = o.product_id AND b.id <> o.id
          AND (b.buyer_uid = o.buyer_uid OR b.guest_secret_hash = o.guest_secret_hash
            OR b.buyer_wallet = o.buyer_wallet)
          AND b.created_at < c.ends_at + ${CLOCKS_MS}) LIMIT 1`);
    if (row) return `order ${row.id} was opened with ${row.code}, which had ended`;
    // After a restore, orders of before the end come back from their records.
    const opened = ordersOpened(world).find(
      ({ code, before }) =>
        before === undefined && restoresOf(world.story) === 0 && isDisabled(world, code),
    );
    return opened ? `order ${opened.id} was opened with ${opened.code}, which is disabled` : null;
  },
};

const ordersSettled = rememberOrders();

interface Settled {
  /** With the share of the wallet that pays, which it keeps. */
  covered: number;
  /** Today's price, of the same choice without the code; null while the product is not on sale. */
  due: number | null;
}

/** A payment that came after the end of its order settles it for what it covers without a code that is off. */
export const codeOffSettlesNothingLate: Invariant = {
  name: "a code that is off settles nothing late",
  check(world) {
    const { database } = world;
    for (const { id, code, status, before } of ordersSettled(world)) {
      if (before !== "expired" || status !== "paid") continue;
      if (!isDisabled(world, code) && !isOver(world, code)) continue;
      const [row] = database.read<Settled>(
        `SELECT o.paid_lamports + (SELECT coalesce(sum(CAST(s.value ->> 'amount' AS INTEGER)), 0) FROM json_each(o.terms, '$.legs') s
            WHERE s.value ->> 'role' = 'author' AND s.value ->> 'wallet' = o.payer_wallet) AS covered,
          CASE WHEN p.price_lamports = CAST(o.terms ->> '$.list.amount' AS INTEGER)
            THEN o.price_lamports - ${adjustedBy("code")} ELSE p.price_lamports END AS due
        FROM orders o LEFT JOIN products p ON p.id = o.product_id
        WHERE o.id = ? AND NOT EXISTS (SELECT 1 FROM ledger l
          WHERE l.order_id = o.id AND l.kind IN ('accepted', 'partial'))`,
        id,
      );
      if (!row || row.covered >= (row.due ?? 0)) continue;
      return `order ${id} was settled late with ${row.covered} of ${row.due} lamports, by ${code}, which is off`;
    }
    return null;
  },
};

interface CodedOrder {
  id: string;
  code: string;
  status: string;
}

interface Seen {
  restores: number;
  statuses: ReadonlyMap<string, string>;
}

/** The orders with a code, each with the status that it had when this was asked last; undefined for a new one. */
function rememberOrders() {
  const seen = new WeakMap<object, Seen>();
  return ({ database, story }: Judged): (CodedOrder & { before: string | undefined })[] => {
    const restores = restoresOf(story);
    const last = seen.get(database);
    const orders = database.read<CodedOrder>(
      "SELECT id, code_id AS code, status FROM orders WHERE code_id IS NOT NULL",
    );
    const statuses = new Map(orders.map(({ id, status }) => [id, status]));
    seen.set(database, { restores, statuses });
    if (last && last.restores !== restores) return [];
    return orders.map((order) => ({ ...order, before: last?.statuses.get(order.id) }));
  };
}

function restoresOf({ events }: Judged["story"]): number {
  return events.filter(({ kind }) => kind === "restored").length;
}

function stateOf({ story }: Judged, code: string) {
  return story.events.findLast((event) => event.kind === "code" && event.code === code) as
    | Told<"code">
    | undefined;
}

/** Since longer than an order or a payment is judged before it is written. */
function isDisabled(world: Judged, code: string): boolean {
  const state = stateOf(world, code);
  return state?.isDisabled === true && world.scheduler.now > state.at + JUDGED_BEFORE_MS;
}

function isOver(world: Judged, code: string): boolean {
  const endsAt = stateOf(world, code)?.endsAt ?? null;
  return endsAt !== null && world.scheduler.now > endsAt + GRACE_MS + CLOCKS_MS;
}
