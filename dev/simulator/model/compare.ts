import { type ChainHistory, historyOf } from "../invariants/history";
import type { Judged } from "../invariants/invariant";
import { handedIn } from "./guests";
import { type AllowedEnd, allowedEnds, type Status } from "./model";
import type { OrderPayment } from "./payments";
import type { Story } from "./story";

interface StoredOrder {
  id: string;
  status: Status;
  buyer: string | null;
  /** Who sent the payment that it rests on. */
  payer: string | null;
  /** `wallet:` and the address where the buyer's account is that of a wallet. */
  buyerWallet: string | null;
  signature: string | null;
  /** The payment that the order's browser handed in. */
  guestSignature: string | null;
  hold: string;
  reason: string | null;
  product_id: string;
  price_lamports: number;
  short_lamports: number;
  sale_limit: number | null;
  /** Account that has the file by this order. */
  holder: string | null;
  /** 1 where the seller accepted less than the price: of a product without a limit that takes no unit. */
  partial: number;
  /** Orders of the product that have, or had, a unit, this one may be among them; and units that were given. */
  holders: number;
  /** 1 where it takes a use of a code, and all that there are have been taken. */
  usesTaken: number;
  /** JSON: how many orders and grants hold a unit of each item of a bundle, by product; null for other orders. */
  itemHolders: string | null;
}

/**
 * Where the stored state is none that the model allows: a sentence each. To be asked while nothing is
 * under way.
 *
 * @param quietSince when the last fault ended, epoch ms
 */
export function compareWithModel(
  { database, chain, story, people, scheduler, platformWallet }: Judged,
  quietSince: number,
): string[] {
  const history = historyOf(chain);
  const ends = allowedEnds({
    events: story.events,
    people,
    platform: platformWallet,
    landed: [...history.landed.values()],
    dropped: [...history.dropped.values()],
    isFinal: (signature) => chain.isFinal(signature),
    now: scheduler.now,
    quietSince,
  });
  const stored = new Map(
    database
      .read<StoredOrder>(`SELECT o.id, o.status, o.buyer_uid AS buyer, o.payer_wallet AS payer, 'wallet:' || u.wallet AS buyerWallet,
        o.signature, o.guest_signature AS guestSignature, o.hold, o.review_reason AS reason, o.product_id, o.price_lamports, o.short_lamports, p.sale_limit,
        (SELECT q.uid FROM rights q WHERE q.product_id = o.product_id AND q.order_id = o.id AND q.revoked_at IS NULL) AS holder,
        EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = o.id AND l.kind = 'partial') AS partial,
        (SELECT count(*) FROM orders x WHERE x.hold <> 'none'
            AND (x.product_id = o.product_id OR instr(x.terms, '"product":"' || o.product_id || '"') > 0))
          + (SELECT count(*) FROM grants g WHERE instr(g.takes, '"unit:' || o.product_id || '"') > 0) AS holders,
        EXISTS (SELECT 1 FROM json_each(o.terms, '$.takes') t LEFT JOIN things f ON f.id = t.value
          WHERE t.value NOT LIKE 'unit:%' AND coalesce(f.capacity, 0) <=
            (SELECT count(*) FROM orders x WHERE x.hold <> 'none' AND instr(x.terms, '"' || t.value || '"') > 0)
            + (SELECT count(*) FROM grants g WHERE instr(g.takes, '"' || t.value || '"') > 0)) AS usesTaken,
        (SELECT json_group_object(i.value ->> 'product', (SELECT count(*) FROM orders x
              WHERE x.hold <> 'none' AND instr(x.terms, '"product":"' || (i.value ->> 'product') || '"') > 0)
            + (SELECT count(*) FROM grants g WHERE instr(g.takes, '"unit:' || (i.value ->> 'product') || '"') > 0))
          FROM json_each(o.terms, '$.items') i WHERE i.value ->> 'product' <> o.product_id) AS itemHolders
      FROM orders o LEFT JOIN users u ON u.uid = o.buyer_uid
        LEFT JOIN products p ON p.id = o.product_id`)
      .map((row) => [row.id, row]),
  );
  const books = booksOf(database);
  const unmatched = new Set(
    database
      .read<{ signature: string }>("SELECT signature FROM unmatched_payments")
      .map(({ signature }) => signature),
  );
  return ends.flatMap((end) => {
    const row = stored.get(end.order.order);
    if (!row) return missing(end, unmatched, story);
    return [
      ...statusFaults(row, end),
      ...refundFaults(row, story, history),
      ...unitFaults(row, story),
      ...holderFaults(row, end),
      ...browserFaults(row, end, story, scheduler.now),
      ...moneyFaults(row, end, books),
    ];
  });
}

/**
 * Payments of an order that is not on record, which are not listed either. Without a record beside the
 * database nothing tells that it was one: then a payment that brought the platform less than it costs to
 * return is not listed.
 */
function missing(
  { order, certain, mayBeMissing }: AllowedEnd,
  listed: Set<string>,
  { events }: Story,
): string[] {
  const hasRecord = events.some((event) => event.kind === "built" && event.order === order.order);
  const lost = certain.filter(
    ({ signature, covered, toPlatform }) =>
      covered !== null &&
      !(mayBeMissing && (listed.has(signature) || (!hasRecord && toPlatform < COST_OF_RETURN))),
  );
  return lost.map(
    ({ signature }) =>
      `order ${order.order} is not on record, nor is its payment ${signature} listed`,
  );
}

function statusFaults(row: StoredOrder, { order, statuses, certain }: AllowedEnd): string[] {
  const faults: string[] = [];
  const paid = certain.map(({ signature }) => signature).join(", ") || "nothing for certain";
  if (!statuses.has(row.status)) {
    const reason = row.reason ? ` (${row.reason})` : "";
    faults.push(
      `order ${order.order} is ${row.status}${reason}, and may be ${[...statuses].join(" or ")}; it was paid by ${paid}`,
    );
  }
  return faults;
}

/** An order ends with the refund of the payment that it rests on. */
function refundFaults(
  { id, status, payer }: StoredOrder,
  { events }: Story,
  { landed }: ChainHistory,
): string[] {
  if (status !== "refunded") return [];
  const refunds = events.flatMap((event) =>
    event.kind === "refunded" && event.order === id ? (landed.get(event.signature) ?? []) : [],
  );
  const isReturned = refunds.some(({ transfers }) => transfers.some(({ to }) => to === payer));
  return isReturned ? [] : [`order ${id} is refunded, and its payer ${payer} got nothing back`];
}

/** A payment waits for a unit only where as many orders as the product, or an item of the bundle, has units had one. */
function unitFaults(
  { id, status, reason, product_id, holders, usesTaken, itemHolders }: StoredOrder,
  story: Story,
): string[] {
  if (status !== "review" || reason !== "no_stock") return [];
  const items: Record<string, number> = JSON.parse(itemHolders ?? "{}");
  const all = Object.entries({ ...items, [product_id]: holders });
  const isFull = all.some(([product, count]) => count >= lowestLimit(story, product));
  return isFull || usesTaken === 1
    ? []
    : [`order ${id} waits for a unit that no other order can have`];
}

/** Of all that the product has had: a limit that was raised settles nothing by itself. */
function lowestLimit({ events }: Story, id: string): number {
  const limits = events.flatMap((event) =>
    event.kind === "product" && event.product === id
      ? [event.status === "deleted" ? 0 : (event.limit ?? Number.POSITIVE_INFINITY)]
      : [],
  );
  return Math.min(...limits);
}

function holderFaults(row: StoredOrder, { order, buyers }: AllowedEnd): string[] {
  const { status, buyer, buyerWallet, holder, hold, sale_limit, partial } = row;
  const faults: string[] = [];
  const isAllowed = (uid: string | null) =>
    uid !== null && (buyers.has(uid) || (uid === buyer && buyers.has(buyerWallet ?? "")));
  if (status === "paid" && !isAllowed(buyer)) {
    faults.push(
      `order ${order.order} is paid for ${buyer}, and may be for ${[...buyers].join(", ")}`,
    );
  }
  if (status === "paid" ? holder !== buyer : holder !== null) {
    faults.push(`order ${order.order} is ${status} for ${buyer}, and ${holder} has its file`);
  }
  const isSold = hold === "sold";
  if (status === "paid" && sale_limit !== null && !isSold && !partial) {
    faults.push(`order ${order.order} is paid, and its unit is ${hold}`);
  }
  if (status !== "paid" && isSold) faults.push(`order ${order.order} is ${status}, and has a unit`);
  return faults;
}

/** A secret is good for 24 hours, by a clock that may be wrong. */
const GUEST_ACCESS_MS = 22 * 60 * 60_000;

/** A guest who has handed in what settled the order has its file in that browser. */
function browserFaults(
  { id, status, signature, guestSignature }: StoredOrder,
  { order: { product, secret, at } }: AllowedEnd,
  { events }: Story,
  now: number,
): string[] {
  if (status !== "paid" || secret === null || now > at + GUEST_ACCESS_MS) return [];
  // A copy may not know of the browser's payment. What the server has signed first is no browser's.
  const isUnclear = events.some(
    (event) =>
      event.kind === "restored" ||
      (event.kind === "asked" && event.order === id) ||
      (event.kind === "forgotten" && event.secret === secret && event.product === product),
  );
  const isOwn = signature !== null && handedIn(events, id, secret).has(signature);
  if (isUnclear || !isOwn || guestSignature === signature) return [];
  return [`order ${id} is paid by ${signature}, which its browser handed in, and that has no file`];
}

/** What is on record of each transaction, less what was rolled back: by order and signature. */
type Books = ReadonlyMap<string, bigint>;

function booksOf(database: Judged["database"]): Books {
  const rows = database.read<{ key: string; lamports: number }>(`
    SELECT order_id || ' ' || signature AS key, sum(lamports) AS lamports FROM ledger
    WHERE kind IN ('sale', 'partial', 'surplus', 'rolled_back', 'surplus_rolled_back', 'misdirected',
      'duplicate', 'short', 'unsettled', 'accepted', 'dropped')
    GROUP BY order_id, signature`);
  return new Map(rows.map(({ key, lamports }) => [key, BigInt(lamports)]));
}

/** Payments below the price of which an order has a line; the others are a sum. */
const MAX_SHORT_LINES = 20;
/** A refund has two signatures, of 5,000 lamports each. */
const COST_OF_RETURN = 10_000n;

function moneyFaults(row: StoredOrder, end: AllowedEnd, books: Books): string[] {
  const { order, certain, possible } = end;
  const price = order.totalLamports;
  const isDust = ({ kept }: OrderPayment) => kept < COST_OF_RETURN || kept * 100n < price;
  const short = possible.filter(({ covered }) => covered === null);
  const areAllListed = short.length <= MAX_SHORT_LINES;
  const faults = certain
    .filter((payment) => payment.covered !== null || (areAllListed && !isDust(payment)))
    .flatMap(({ signature, lamports, kept, sold, covered }) => {
      const booked = books.get(`${order.order} ${signature}`) ?? 0n;
      // Of several wallets that sent less than the price, each part is dust or not.
      const isPart = covered === null && booked < kept && booked > 0n;
      if (booked === kept || (covered !== null && booked === sold) || isPart) return [];
      return [
        `order ${order.order} has ${booked} lamports on record of payment ${signature}, which brought ${lamports}, ${kept} of it to the seller`,
      ];
    });
  const due = sumOf(certain.filter(({ covered }) => covered === null));
  const most = sumOf(short);
  const kept = BigInt(row.short_lamports);
  if (areAllListed && (kept < due || kept > most)) {
    faults.push(
      `order ${order.order} has ${kept} lamports on record of payments below its price, which brought ${due} to ${most}`,
    );
  }
  return faults;
}

function sumOf(payments: readonly OrderPayment[]): bigint {
  return payments.reduce((total, { kept }) => total + kept, 0n);
}
