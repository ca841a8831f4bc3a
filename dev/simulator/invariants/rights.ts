import type { Invariant, Judged } from "./invariant";

/** SQL condition on a right `q`: given for nothing, by no order (`invariants/grants.ts`). */
const IS_GRANT = "EXISTS (SELECT 1 FROM grants g WHERE g.id = q.order_id)";

/**
 * A right belongs to the buyer of a paid order, whose payment is on record unless it was accepted without one, or to
 * who took a free product.
 */
export const rightHasPayment: Invariant = {
  name: "a right has a payment or a grant",
  check({ database }) {
    const [row] = database.read<{ uid: string; order_id: string; status: string | null }>(`
      SELECT q.uid, q.order_id, o.status FROM rights q LEFT JOIN orders o ON o.id = q.order_id
      WHERE q.revoked_at IS NULL AND NOT ${IS_GRANT} AND (o.id IS NULL OR o.status <> 'paid'
        OR o.buyer_uid IS NOT q.uid OR o.settled_at IS NULL
        OR (o.product_id <> q.product_id AND instr(o.terms, '"product":"' || q.product_id || '"') = 0)
        OR (o.grant_reason IS NULL AND (SELECT coalesce(sum(l.lamports), 0) FROM ledger l
          WHERE l.order_id = o.id AND l.kind IN ('sale', 'partial', 'rolled_back')) <= 0))
      LIMIT 1`);
    if (row) return `${row.uid} has the file by order ${row.order_id}, which is ${row.status}`;
    const [paid] = database.read<{ id: string; buyer_uid: string | null }>(`
      SELECT o.id, o.buyer_uid FROM orders o WHERE o.status = 'paid' AND NOT EXISTS (
        SELECT 1 FROM rights q WHERE q.order_id = o.id AND q.uid = o.buyer_uid
          AND q.product_id = o.product_id
          AND q.revoked_at IS NULL) LIMIT 1`);
    if (paid) return `order ${paid.id} is paid, and ${paid.buyer_uid} has no right to its file`;
    const [own] = database.read<{ id: string; owner_uid: string }>(
      "SELECT id, owner_uid FROM orders WHERE status = 'paid' AND buyer_uid = owner_uid LIMIT 1",
    );
    return own ? `${own.owner_uid} has bought a product of their own by order ${own.id}` : null;
  },
};

/** A download link that works belongs to who has the right to that product. */
export const linkOnlyForRight: Invariant = {
  name: "a link only for a right",
  check({ database }) {
    const [row] = database.read<{ uid: string; product_id: string }>(`
      SELECT t.uid, t.product_id FROM download_tokens t
      WHERE t.revoked_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM rights p
        WHERE p.uid = t.uid AND p.product_id = t.product_id AND p.revoked_at IS NULL)
      LIMIT 1`);
    return row ? `${row.uid} has a link for product ${row.product_id} and no right to it` : null;
  },
};

/**
 * What the version before reads and writes agrees with the rights: a purchase and its right are of one account, and
 * end together; a live right has its purchase. An ended one belongs to the buyer of its order as well.
 */
export const rightsMatchPurchases: Invariant = {
  name: "a purchase has exactly its right",
  check({ database }) {
    const [purchase] = database.read<{ uid: string; order_id: string }>(`
      SELECT p.uid, p.order_id FROM purchases p WHERE NOT EXISTS (
        SELECT 1 FROM rights r WHERE r.order_id = p.order_id AND r.product_id = p.product_id
          AND r.uid = p.uid AND r.revoked_at IS p.revoked_at) LIMIT 1`);
    if (purchase) return `${purchase.uid}'s purchase by ${purchase.order_id} lacks its right`;
    const [right] = database.read<{ uid: string; order_id: string }>(`
      SELECT q.uid, q.order_id FROM rights q WHERE q.revoked_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM purchases p JOIN orders o ON o.id = p.order_id
        WHERE p.order_id = q.order_id AND p.product_id = o.product_id
          AND p.uid = q.uid AND p.revoked_at IS NULL) AND NOT ${IS_GRANT} LIMIT 1`);
    if (right) return `${right.uid}'s right by ${right.order_id} lacks its purchase`;
    const [ended] = database.read<{ uid: string; id: string; buyer_uid: string }>(`
      SELECT r.uid, o.id, o.buyer_uid FROM rights r JOIN orders o ON o.id = r.order_id
      WHERE o.buyer_uid <> r.uid LIMIT 1`);
    return ended ? `order ${ended.id} is ${ended.buyer_uid}'s, and its right ${ended.uid}'s` : null;
  },
};

interface Remembered {
  restores: number;
  /** All statuses as one text, which tells quickly that none has changed. */
  text: string;
  statuses: Map<string, string>;
}
const remembered = new WeakMap<object, Remembered>();

/** An order that has expired or was refunded is not open again, and nothing but money settles it. */
export const endedStaysEnded: Invariant = {
  name: "an ended order does not revive without a payment",
  check({ database, story }) {
    const restores = story.events.filter(({ kind }) => kind === "restored").length;
    const [all] = database.read<{ text: string | null }>(
      "SELECT group_concat(id || ' ' || status) AS text FROM orders",
    );
    const text = all?.text ?? "";
    const before = remembered.get(database);
    if (before?.text === text && before.restores === restores) return null;
    const statuses = new Map(
      text.split(",").map((line) => line.split(" ") as [id: string, status: string]),
    );
    remembered.set(database, { restores, text, statuses });
    if (!before || before.restores !== restores) return null;
    for (const [id, status] of statuses) {
      const fault = revival(database, id, before.statuses.get(id) ?? status, status);
      if (fault) return fault;
    }
    return null;
  },
};

function revival(
  database: Judged["database"],
  id: string,
  before: string,
  status: string,
): string | null {
  if (before === status || (before !== "expired" && before !== "refunded")) return null;
  const change = `order ${id} was ${before} and is ${status}`;
  if (before === "refunded" || status === "pending" || status === "awaiting") return change;
  const [paid] = database.read<{ lines: number }>(
    "SELECT count(*) AS lines FROM ledger WHERE order_id = ? AND lamports > 0",
    id,
  );
  return paid?.lines ? null : `${change}, and nothing was paid for it`;
}
