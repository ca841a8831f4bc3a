import type { LandedPayment } from "../world";
import { historyOf } from "./history";
import type { Invariant, Judged } from "./invariant";

/** What the ledger has of one transaction for one order, less what was rolled back. */
interface BookedPayment {
  order_id: string;
  signature: string;
  received: number;
  fee: number;
  returned: number;
  reference: string;
  recipient: string;
  platform: string;
  /** Of the legs of its terms, with commas between; null for terms without a document. */
  wallets: string | null;
}

const BOOKED = `
  SELECT l.order_id, l.signature, o.reference, o.recipient, o.platform,
    (SELECT group_concat(s.value ->> 'wallet') FROM json_each(o.terms, '$.legs') s) AS wallets,
    sum(CASE WHEN l.kind IN ('sale', 'partial', 'surplus', 'rolled_back', 'surplus_rolled_back',
      'misdirected', 'duplicate', 'short', 'unsettled', 'accepted', 'dropped') THEN l.lamports ELSE 0 END) AS received,
    sum(CASE WHEN l.kind IN ('fee', 'fee_rolled_back') THEN l.lamports ELSE 0 END) AS fee,
    -sum(CASE WHEN l.kind IN ('refund', 'partial_refund', 'returned') THEN l.lamports ELSE 0 END)
      AS returned
  FROM ledger l JOIN orders o ON o.id = l.order_id GROUP BY l.order_id, l.signature`;

/** The ledger is read again where it or the chain has changed. */
interface Reading {
  key: string;
  booked: BookedPayment[];
}
const readings = new WeakMap<object, Reading>();

function bookedIn({ database, chain }: Judged): BookedPayment[] {
  const [last] = database.read<{ id: number | null; count: number }>(
    "SELECT max(id) AS id, count(*) AS count FROM ledger",
  );
  const key = `${last?.id} ${last?.count} ${chain.version}`;
  const before = readings.get(database);
  if (before?.key === key) return before.booked;
  const booked = database.read<BookedPayment>(BOOKED);
  readings.set(database, { key, booked });
  return booked;
}

/** What a transaction moved to the recipients of the order with its reference. */
function broughtTo({ reference, recipient, platform, wallets }: BookedPayment, one: LandedPayment) {
  const recipients = [recipient, platform, ...(wallets?.split(",") ?? [])];
  return one.transfers.filter(
    ({ from, to, extra }) =>
      from !== recipient && recipients.includes(to) && extra.includes(reference),
  );
}

function sumOf(transfers: readonly { lamports: bigint }[]): bigint {
  return transfers.reduce((total, { lamports }) => total + lamports, 0n);
}

/** Where several orders have something of a transaction, they have no more than it moved. */
export const noLamportInTwoOrders: Invariant = {
  name: "no lamport in two orders",
  check(world) {
    const { landed, dropped } = historyOf(world.chain);
    const bySignature = new Map<string, BookedPayment[]>();
    for (const row of bookedIn(world)) {
      if (row.received <= 0) continue;
      bySignature.set(row.signature, [...(bySignature.get(row.signature) ?? []), row]);
    }
    for (const [signature, rows] of bySignature) {
      const transaction = landed.get(signature) ?? dropped.get(signature);
      if (rows.length === 1 || !transaction) continue;
      const moved = new Set(rows.flatMap((row) => broughtTo(row, transaction)));
      const booked = rows.reduce((total, { received }) => total + received, 0);
      if (BigInt(booked) > sumOf([...moved])) {
        return `${rows.length} orders have ${booked} lamports of ${signature}, which moved ${sumOf([...moved])}`;
      }
    }
    const [twice] = world.database.read<{ signature: string }>(`SELECT signature FROM orders
      WHERE signature IS NOT NULL AND settled_at IS NOT NULL GROUP BY signature HAVING count(*) > 1`);
    return twice ? `${twice.signature} settles two orders` : null;
  },
};

/** The ledger and the list of unmatched payments have nothing that was not on the true chain. */
export const booksMatchChain: Invariant = {
  name: "the books have what the chain has",
  check(world) {
    const { landed, dropped } = historyOf(world.chain);
    for (const row of bookedIn(world)) {
      const { order_id, signature, received, fee, returned } = row;
      const transaction = landed.get(signature) ?? dropped.get(signature);
      if (received < 0)
        return `order ${order_id} has ${received} lamports on record of ${signature}`;
      if (received === 0 && fee === 0 && returned === 0) continue;
      if (!transaction || transaction.err !== null) {
        return `order ${order_id} has ${received || -returned} lamports on record of ${signature}, which moved nothing`;
      }
      const brought = broughtTo(row, transaction);
      if (BigInt(received) > sumOf(brought)) {
        return `order ${order_id} has ${received} lamports on record of ${signature}, which brought it ${sumOf(brought)}`;
      }
      const platformGot = sumOf(brought.filter(({ to }) => to === row.platform));
      if (BigInt(fee) > platformGot) {
        return `order ${order_id} has a commission of ${fee} on record of ${signature}, which brought ${platformGot}`;
      }
      const given = sumOf(transaction.transfers.filter(({ from }) => from === row.recipient));
      if (BigInt(returned) > given) {
        return `order ${order_id} has a refund of ${returned} on record by ${signature}, which gave back ${given}`;
      }
    }
    const unmatched = world.database.read<{ signature: string }>(
      "SELECT signature FROM unmatched_payments",
    );
    const unknown = unmatched.find(
      ({ signature }) => !landed.has(signature) && !dropped.has(signature),
    );
    return unknown ? `the unmatched payment ${unknown.signature} is not on the chain` : null;
  },
};

interface Balance {
  order_id: string;
  payer: string;
  lamports: number;
}

/**
 * What settled nothing can be refunded once: nobody got more back than was paid, nor what became a sale. An
 * order that waits for a decision has the money on record that it waits with.
 */
export const secondPaymentRefundable: Invariant = {
  name: "nobody pays twice without a refundable record",
  check({ database }) {
    const [overdrawn] = database.read<Balance>(`
      SELECT order_id, payer, sum(lamports) AS lamports FROM ledger
      WHERE kind NOT GLOB 'fee*' AND kind NOT GLOB 'share*'
      GROUP BY order_id, payer HAVING sum(lamports) < 0 LIMIT 1`);
    if (overdrawn) {
      const { order_id, payer, lamports } = overdrawn;
      return `${payer} has a balance of ${lamports} lamports for order ${order_id}`;
    }
    const [returned] = database.read<Balance>(`
      SELECT order_id, payer, sum(lamports) AS lamports FROM ledger
      WHERE kind IN ('misdirected', 'duplicate', 'short', 'unsettled', 'accepted', 'returned', 'dropped',
        'surplus', 'surplus_rolled_back')
      GROUP BY order_id, payer HAVING sum(lamports) < 0 LIMIT 1`);
    if (returned) {
      const { order_id, payer, lamports } = returned;
      return `${-lamports} lamports of ${payer} are a sale of order ${order_id}, and were given back`;
    }
    const [empty] = database.read<{ id: string; status: string; balance: number }>(`
      SELECT o.id, o.status, o.paid_lamports, coalesce(sum(l.lamports), 0) AS balance
      FROM orders o LEFT JOIN ledger l ON l.order_id = o.id AND l.payer = o.payer_wallet
        AND l.kind NOT GLOB 'fee*' AND l.kind NOT GLOB 'share*'
      WHERE o.status IN ('review', 'paid_by_other') AND coalesce(o.review_reason, '') <> 'rolled_back'
        AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.signature IS NOT NULL)
      GROUP BY o.id
      -- Of a shared sale, what reached the seller.
      HAVING balance < o.paid_lamports AND balance < coalesce((SELECT CAST(s.value ->> 'amount' AS INTEGER)
        FROM json_each(o.terms, '$.legs') s WHERE s.value ->> 'role' = 'seller'
          AND EXISTS (SELECT 1 FROM json_each(o.terms, '$.legs') a WHERE a.value ->> 'role' = 'author')
        ), o.paid_lamports) LIMIT 1`);
    if (empty) {
      return `order ${empty.id} is ${empty.status}, and ${empty.balance} lamports of its payment can be refunded`;
    }
    const [sale] = database.read<{ id: string; paid: number; booked: number }>(`
      SELECT o.id, o.paid_lamports - o.surplus_lamports AS paid, coalesce(sum(l.lamports), 0) AS booked
      FROM orders o LEFT JOIN ledger l ON l.order_id = o.id
        AND l.kind IN ('sale', 'partial', 'rolled_back', 'refund', 'partial_refund')
      WHERE o.status = 'paid' GROUP BY o.id HAVING booked <> paid LIMIT 1`);
    return sale
      ? `order ${sale.id} is paid with ${sale.paid} lamports, and sold for ${sale.booked}`
      : null;
  },
};
