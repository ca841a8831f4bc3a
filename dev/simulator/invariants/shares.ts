import { historyOf } from "./history";
import type { Invariant, Judged } from "./invariant";

/** What others got of a sale, or are owed, is what the seller's books take off it, and what the chain moved. */
export const sharesMatchBooks: Invariant = {
  name: "the shares of a sale are those of its books",
  check: (world) =>
    otherThanLedger(world) ?? otherThanDue(world) ?? notOnChain(world) ?? notBooked(world),
};

function otherThanLedger({ database }: Judged): string | null {
  const [row] = database.read<{ id: string; kind: string; booked: number; entered: number }>(`
    SELECT order_id AS id, kind, sum(booked) AS booked, sum(entered) AS entered FROM (
      SELECT order_id, kind, signature, lamports AS booked, 0 AS entered
        FROM ledger WHERE kind GLOB 'share*'
      UNION ALL SELECT order_id, kind, signature, 0, lamports
        FROM share_entries WHERE kind GLOB 'share*')
    GROUP BY order_id, kind, signature HAVING sum(booked) <> sum(entered) LIMIT 1`);
  if (!row) return null;
  const { id, kind, booked, entered } = row;
  return `order ${id} has ${booked} lamports of ${kind} in the ledger, and ${entered} by wallet`;
}

/** By the terms of what is paid: the share of the wallet that pays is due to nobody. */
function otherThanDue({ database }: Judged): string | null {
  const [row] = database.read<{ id: string; due: number; booked: number }>(`
    SELECT o.id, (SELECT (o.paid_lamports > 0) * sum(CAST(s.value ->> 'amount' AS INTEGER))
        FROM json_each('["legs", "owed"]') part, json_each(o.terms, '$.' || part.value) s
        WHERE s.value ->> 'role' = 'author'
          AND (part.value = 'owed' OR s.value ->> 'wallet' <> o.payer_wallet)) AS due,
      (SELECT coalesce(sum(e.lamports), 0) FROM share_entries e
        WHERE e.order_id = o.id AND e.kind GLOB 'share*') AS booked
    FROM orders o WHERE o.status = 'paid'
      AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = o.id AND l.kind = 'partial')
      AND coalesce(due, 0) <> booked LIMIT 1`);
  if (!row) return null;
  return `order ${row.id} owes others ${row.due} lamports, and has ${row.booked} on record`;
}

interface Entry {
  order_id: string;
  reference: string;
  wallet: string;
  signature: string;
  lamports: number;
}

/** What a seller has paid to the others is theirs, or is due back. */
function notBooked({ database }: Judged): string | null {
  const [row] = database.read<{ id: string; paid: number; booked: number }>(`
    SELECT c.order_id AS id, (SELECT sum(CAST(leg.value ->> 'amount' AS INTEGER))
        FROM json_each(c.legs) leg) AS paid,
      (SELECT coalesce(sum(e.lamports), 0) FROM share_entries e WHERE e.signature = c.signature
        AND e.order_id = c.order_id AND e.kind IN ('share', 'due_back')) AS booked
    FROM share_payments c WHERE c.signature IS NOT NULL AND paid <> booked LIMIT 1`);
  if (!row) return null;
  return `the seller of order ${row.id} has paid ${row.paid} lamports of shares, of which ${row.booked} are on record`;
}

function notOnChain({ database, chain }: Judged): string | null {
  const { landed, dropped } = historyOf(chain);
  const entries = database.read<Entry>(`
    SELECT e.order_id, coalesce(c.reference, o.reference) AS reference, e.wallet, e.signature,
      sum(e.lamports) AS lamports
    FROM share_entries e JOIN orders o ON o.id = e.order_id
      LEFT JOIN share_payments c ON c.signature = e.signature
    WHERE e.kind IN ('share', 'share_rolled_back')
    GROUP BY e.order_id, e.wallet, e.signature HAVING sum(e.lamports) > 0`);
  for (const { order_id, reference, wallet, signature, lamports } of entries) {
    const transaction = landed.get(signature) ?? dropped.get(signature);
    const moved = (transaction?.transfers ?? [])
      .filter(({ to, extra }) => to === wallet && extra.includes(reference))
      .reduce((sum, transfer) => sum + transfer.lamports, 0n);
    if (BigInt(lamports) > moved) {
      return `order ${order_id} has ${lamports} lamports of ${wallet} on record by ${signature}, which moved ${moved} to it`;
    }
  }
  return null;
}
