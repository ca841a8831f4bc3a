import type { Invariant, Judged } from "./invariant";

/** A grant and its right are one: of one person, product, reason and time, and they end together. */
export const grantsMatchRights: Invariant = {
  name: "a grant has exactly its right",
  check({ database }) {
    const [grant] = database.read<{ id: string; uid: string }>(`
      SELECT g.id, g.uid FROM grants g WHERE NOT EXISTS (
        SELECT 1 FROM rights r WHERE r.order_id = g.id AND r.product_id = g.product_id
          AND r.uid = g.uid AND r.grant_reason = g.reason AND r.created_at = g.created_at
          AND r.revoked_at IS g.removed_at) LIMIT 1`);
    if (grant) return `${grant.uid}'s grant ${grant.id} lacks its right`;
    // Accepted after a fork, an order gives a right without a payment.
    const [right] = database.read<{ order_id: string; uid: string; reason: string | null }>(`
      SELECT r.order_id, r.uid, r.grant_reason AS reason FROM rights r
      WHERE NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = r.order_id AND g.product_id = r.product_id)
        AND (coalesce(r.grant_reason, 'fork') <> 'fork'
          OR NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = r.order_id)) LIMIT 1`);
    if (right)
      return `${right.uid}'s right by ${right.order_id} (${right.reason}) has neither a grant nor an order`;
    // Nothing was paid for an order exactly where it has a reason, and its right has the same.
    const [order] = database.read<{ id: string; reason: string | null }>(`
      SELECT o.id, o.grant_reason AS reason FROM orders o LEFT JOIN rights r
        ON r.order_id = o.id AND r.product_id = o.product_id AND r.revoked_at IS NULL
      WHERE (o.status = 'paid' AND o.paid_lamports = 0) <> (o.grant_reason IS NOT NULL)
        OR (r.order_id IS NOT NULL AND r.grant_reason IS NOT o.grant_reason) LIMIT 1`);
    return order ? `order ${order.id} has the reason ${order.reason}, against its payment` : null;
  },
};

/** Who has a product for free has it once: no purchase stands beside it. */
export const grantStandsAlone: Invariant = {
  name: "a grant stands beside no other right",
  check({ database }) {
    const [row] = database.read<{ uid: string; id: string; order_id: string }>(`
      SELECT g.uid, g.id, r.order_id FROM grants g JOIN rights r ON r.uid = g.uid
        AND r.product_id = g.product_id AND r.revoked_at IS NULL AND r.order_id <> g.id
      WHERE g.removed_at IS NULL
        -- A bundle gives all its items.
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = r.order_id AND o.product_id <> r.product_id) LIMIT 1`);
    return row ? `${row.uid} has the same product by ${row.id} and by ${row.order_id}` : null;
  },
};

/** What is given is not sold: figures, exports and events need not tell the two apart. */
export const grantIsNoSale: Invariant = {
  name: "a grant is no sale",
  check({ database }) {
    const tables = ["ledger", "events", "purchases", "refunds", "holds", "share_entries"];
    const of = (table: string) => `SELECT g.id, '${table}' AS found FROM grants g
      WHERE g.id IN (SELECT order_id FROM ${table})`;
    const [row] = database.read<{ id: string; found: string }>(
      `SELECT g.id, 'orders' AS found FROM grants g JOIN orders o ON o.id = g.id
      UNION ALL ${tables.map(of).join(" UNION ALL ")} LIMIT 1`,
    );
    return row ? `grant ${row.id} has a row in ${row.found}` : null;
  },
};

/** A product without a price says so, has no limit, and is of a seller who may offer it. */
export const freeOfferIsAllowed: Invariant = {
  name: "a free product has no limit, and a seller who may give it",
  check({ database }) {
    const [row] = database.read<{ id: string; fault: string }>(`
      SELECT p.id, CASE WHEN p.is_free <> (p.price_lamports = 0) THEN 'a price of ' || p.price_lamports
          WHEN p.sale_type <> 'infinite' OR p.sale_limit IS NOT NULL THEN 'a limit'
          ELSE 'a seller without a sale' END AS fault
      FROM products p JOIN users u ON u.uid = p.owner_uid
      WHERE p.is_free <> (p.price_lamports = 0) OR (p.is_free AND (p.sale_type <> 'infinite'
        OR p.sale_limit IS NOT NULL OR (u.may_give_free = 0 AND NOT EXISTS (
          SELECT 1 FROM ledger l WHERE l.owner_uid = p.owner_uid AND l.kind = 'sale')))) LIMIT 1`);
    return row ? `product ${row.id} has ${row.fault}` : null;
  },
};

interface Counts {
  restores: number;
  given: Map<string, number>;
}
const counts = new WeakMap<object, Counts>();

/** Everybody who took a product counts once, also who has removed it. */
export const givenCountsPeople: Invariant = {
  name: "a product counts who took it for free",
  check({ database, story }) {
    const restores = restoresOf(story);
    const rows = database.read<{ id: string; given: number; people: number }>(`
      SELECT p.id, p.given, (SELECT count(DISTINCT g.uid) FROM grants g WHERE g.product_id = p.id) AS people
      FROM products p`);
    const before = counts.get(database);
    counts.set(database, { restores, given: new Map(rows.map(({ id, given }) => [id, given])) });
    const wrong = rows.find(({ given, people }) => given !== people);
    if (wrong)
      return `product ${wrong.id} counts ${wrong.given} people, and ${wrong.people} took it`;
    if (before?.restores !== restores) return null;
    const fallen = rows.find(({ id, given }) => given < (before.given.get(id) ?? 0));
    return fallen
      ? `product ${fallen.id} counted ${before.given.get(fallen.id)} people, and counts ${fallen.given}`
      : null;
  },
};

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** After its end, for who has an order with it; and what clocks may be wrong by. */
const CODE_LASTS_MS = DAY_MS + 2 * HOUR_MS;

interface GrantRow {
  id: string;
  uid: string;
  product: string;
  owner: string;
  address: string | null;
  at: number;
  /** 1 where the product is on sale, and free and without a limit. */
  isFree: number;
  /** 1 where it is on sale, and its seller has a code in force that takes off all of its price. */
  isGivenByCode: number;
  code: string | null;
}

interface Given {
  restores: number;
  text: string;
  /** When each grant was given last, by its id. */
  at: Map<string, number>;
}
const remembered = new WeakMap<object, Given>();

/** A product is given while it is on sale and free, or a code takes off its price; to somebody else than its seller, and within the bounds. */
export const givenWithinBounds: Invariant = {
  name: "what is given is free, another's, and within the bounds",
  check({ database, story }) {
    const restores = restoresOf(story);
    const before = remembered.get(database);
    const [state] = database.read<{ text: string }>(
      "SELECT count(*) || ' ' || total(created_at) AS text FROM grants",
    );
    const text = state?.text ?? "";
    if (before?.text === text && before.restores === restores) return null;
    const rows = database.read<GrantRow>(`
      SELECT g.id, g.uid, g.product_id AS product, p.owner_uid AS owner, g.address, g.created_at AS at,
        p.is_free AND p.price_lamports = 0 AND p.status = 'active' AND p.sale_type = 'infinite' AS isFree,
        p.status = 'active' AND NOT p.is_free AND NOT p.is_price_chosen AND EXISTS (SELECT 1 FROM codes c
          WHERE c.owner_uid = p.owner_uid AND c.value = 100 AND c.disabled_at IS NULL
            AND coalesce(g.created_at <= c.ends_at + ${CODE_LASTS_MS}, 1)) AS isGivenByCode,
        g.code_id AS code
      FROM grants g JOIN products p ON p.id = g.product_id`);
    remembered.set(database, { restores, text, at: new Map(rows.map(({ id, at }) => [id, at])) });
    if (before?.restores !== restores) return null;
    for (const row of rows) {
      if (before.at.get(row.id) === row.at) continue;
      const fault = giftFault(row, rows, { isNew: !before.at.has(row.id) });
      if (fault) return fault;
    }
    return null;
  },
};

/** What is wrong with a grant that has just been written. */
function giftFault(
  { uid, product, owner, address, at, isFree, isGivenByCode, code }: GrantRow,
  rows: readonly GrantRow[],
  { isNew }: { isNew: boolean },
): string | null {
  // Who takes it again keeps what the first grant took.
  const isByCode = isGivenByCode === 1 && (code !== null || !isNew);
  if (isFree === 0 && !isByCode) return `${uid} was given ${product}, which is not free`;
  if (uid === owner) return `${uid} was given their own ${product}`;
  const since = (ms: number, counts: (row: GrantRow) => boolean) =>
    rows.filter((row) => row.at > at - ms && counts(row)).length;
  const ofAccount = since(DAY_MS, (row) => row.uid === uid);
  if (ofAccount > 20) return `${uid} has taken ${ofAccount} products in a day`;
  const ofAddress = since(DAY_MS, (row) => address !== null && row.address === address);
  if (ofAddress > 60) return `${ofAddress} products were taken from ${address} in a day`;
  const ofProduct = since(HOUR_MS, (row) => row.product === product);
  if (isNew && ofProduct > 300) return `${product} was taken by ${ofProduct} people in an hour`;
  return null;
}

function restoresOf(story: Judged["story"]): number {
  return story.events.filter(({ kind }) => kind === "restored").length;
}
