import type { Story } from "../model/story";
import type { Invariant, Judged } from "./invariant";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Clocks of isolates are wrong by at most so much. */
const MAX_SKEW_MS = 2 * HOUR_MS;

/**
 * What one person does bars another one only within the stated bounds: one unit for each account and
 * wallet by signed bytes, a quarter of the free units by pre-signed ones, 20 places in line for 3 minutes,
 * a rest of an hour, a penalty of a day. A claim of an address binds nobody.
 */
export const strangersAreBounded: Invariant = {
  name: "a stranger changes what others can do only within the bounds",
  check(world) {
    const { database, scheduler } = world;
    const now = scheduler.now + MAX_SKEW_MS;
    const [bound] = database.read<{ fault: string }>(
      `SELECT 'account ' || buyer_uid || ' has ' || count(*) || ' units by signed bytes' AS fault
        FROM orders WHERE hold = 'held' AND status = 'awaiting' AND built_form = 'cosigned'
        GROUP BY buyer_uid HAVING count(*) > 1 AND buyer_uid IS NOT NULL
      UNION ALL SELECT 'wallet ' || c.wallet || ' is charged for ' || count(*) || ' units'
        FROM orders o JOIN stock_charges c ON c.order_id = o.id
        WHERE o.hold = 'held' AND o.status = 'awaiting' AND o.built_form = 'cosigned'
        GROUP BY c.wallet HAVING count(*) > 1
      UNION ALL SELECT 'product ' || product_id || ' has ' || count(*) || ' places in line'
        FROM stock_line GROUP BY product_id HAVING count(*) > 20
      UNION ALL SELECT 'order ' || order_id || ' is in line until ' || ends_at
        FROM stock_line WHERE ends_at > ?1
      UNION ALL SELECT 'a unit of product ' || product_id || ' rests until ' || ends_at
        FROM presigned_rests WHERE ends_at > ?2
      UNION ALL SELECT 'wallet ' || wallet || ' has a penalty until ' || ends_at
        FROM payer_penalties WHERE ends_at > ?3
      UNION ALL SELECT 'account ' || uid || ' has a penalty until ' || ends_at
        FROM account_penalties WHERE ends_at > ?3
      LIMIT 1`,
      now + 3 * MINUTE_MS,
      now + HOUR_MS,
      now + 24 * HOUR_MS,
    );
    return bound?.fault ?? presignedFault(world) ?? boundByClaim(world);
  },
};

const presigned = new WeakMap<object, Set<string>>();

interface PresignedRow {
  id: string;
  /** A product, or a use of a code. */
  thing: string;
  presigned: number;
  free: number;
}

/** When another unit is held by pre-signed bytes, all of them are a quarter of the free ones, or one. */
function presignedFault({ database }: Judged): string | null {
  const rows = database.read<PresignedRow>(`
    SELECT o.id, f.id AS thing, f.capacity - f.sold - f.held + n.presigned AS free, n.presigned
    FROM holds h JOIN things f ON f.id = h.thing JOIN orders o ON o.id = h.order_id
      JOIN (SELECT m.thing, count(*) AS presigned FROM holds m JOIN orders q ON q.id = m.order_id
        WHERE m.state = 'held' AND q.built_form = 'presigned' GROUP BY m.thing) n ON n.thing = f.id
    WHERE h.state = 'held' AND o.status = 'awaiting' AND o.built_form = 'presigned'
    UNION ALL
    SELECT o.id, 'product ' || o.product_id, p.sale_limit - p.sold - p.held + n.presigned AS free, n.presigned
    FROM orders o JOIN products p ON p.id = o.product_id
      JOIN (SELECT product_id, count(*) AS presigned FROM orders
        WHERE hold = 'held' AND built_form = 'presigned' GROUP BY product_id) n
      ON n.product_id = o.product_id
    WHERE o.hold = 'held' AND o.status = 'awaiting' AND o.built_form = 'presigned'
      AND p.sale_limit IS NOT NULL`);
  const before = presigned.get(database) ?? new Set();
  presigned.set(database, new Set(rows.map(({ id }) => id)));
  const tooMany = rows.find(
    (row) => !before.has(row.id) && row.presigned > Math.max(1, Math.floor(row.free / 4)),
  );
  if (!tooMany) return null;
  return `${tooMany.thing} has ${tooMany.presigned} units held by pre-signed bytes of ${tooMany.free}`;
}

const openers = new WeakMap<object, { length: number; byOrder: Map<string, string | null> }>();

/** Who opened each order: the account, null for a claimed address. */
function openersOf(story: Story): Map<string, string | null> {
  const before = openers.get(story);
  if (before?.length === story.events.length) return before.byOrder;
  const byOrder = before?.byOrder ?? new Map<string, string | null>();
  for (const event of story.events.slice(before?.length ?? 0)) {
    if (event.kind === "opened") byOrder.set(event.order, event.buyerUid);
  }
  openers.set(story, { length: story.events.length, byOrder });
  return byOrder;
}

/** Until something was paid for it, an order is that of the account that opened it, or nobody's. */
function boundByClaim({ database, story }: Judged): string | null {
  const rows = database.read<{ id: string; buyer_uid: string }>(`
    SELECT id, buyer_uid FROM orders
    WHERE payer_wallet IS NULL AND buyer_uid IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = orders.id AND l.kind = 'dropped')`);
  const opened = openersOf(story);
  const bound = rows.find(({ id, buyer_uid }) => (opened.get(id) ?? buyer_uid) !== buyer_uid);
  const claimed = rows.find(({ id }) => opened.get(id) === null);
  const fault = bound ?? claimed;
  return fault
    ? `order ${fault.id} is bound to ${fault.buyer_uid}, who neither opened nor paid it`
    : null;
}

/** An order that can still change by itself is to be polled, and soon where something may land. */
export const dueIsScheduled: Invariant = {
  name: "what is due is scheduled",
  check({ database, scheduler }) {
    const [row] = database.read<{ id: string; status: string; next_poll_at: number | null }>(
      `SELECT o.id, o.status, o.next_poll_at FROM orders o
      WHERE (o.next_poll_at IS NULL AND (o.status IN ('pending', 'awaiting')
          OR (o.status = 'paid' AND o.finalized_at IS NULL AND o.paid_lamports > 0)))
        OR (o.next_poll_at > ?1 AND (o.status = 'awaiting'
          OR (o.status = 'paid' AND o.finalized_at IS NULL AND o.paid_lamports > 0)))
      UNION ALL SELECT o.id, 'to be refunded', o.next_poll_at FROM refunds r JOIN orders o ON o.id = r.order_id
        WHERE r.signature IS NULL AND o.next_poll_at IS NULL
      UNION ALL SELECT o.id, 'to be shared', o.next_poll_at FROM share_payments c
        JOIN orders o ON o.id = c.order_id WHERE c.signature IS NULL AND o.next_poll_at IS NULL
      LIMIT 1`,
      scheduler.now + MAX_SKEW_MS + 10 * MINUTE_MS,
    );
    if (!row) return null;
    const when =
      row.next_poll_at === null ? "never" : `only in ${row.next_poll_at - scheduler.now} ms`;
    return `order ${row.id} is ${row.status}, and is to be polled ${when}`;
  },
};

/** Requests ask the object of an order; it runs one poll at a time, and not more often than it promises. */
export const polledByObject: Invariant = {
  name: "an order is polled by its object alone, one poll at a time",
  check: ({ polls }) => polls.fault,
};
