import { historyOf } from "./history";
import type { Judged } from "./invariant";

const MINUTE_MS = 60_000;
/** The sweep of overdue orders runs every minute; a blockhash lapses, and a fork is missed, in a few. */
const DONE_WITHIN_MS = 20 * MINUTE_MS;

/**
 * What is still open after the faults have ended and honest people have gone on: a sentence each, empty
 * where every payment is settled or decided, every unit free or sold, and nothing due. Sellers have decided what
 * they could.
 */
export function checkLiveness(world: Judged): string[] {
  const { database, scheduler } = world;
  const since = scheduler.now - DONE_WITHIN_MS;
  const stuck = database.read<{ fault: string }>(
    `SELECT 'order ' || id || ' (' || status || ') was to be polled at ' || next_poll_at AS fault
      FROM orders WHERE next_poll_at < ?1
    UNION ALL SELECT 'order ' || id || ' still waits for what was built at ' || built_at
      FROM orders WHERE status = 'awaiting' AND coalesce(built_at, updated_at) < ?1
    UNION ALL SELECT 'order ' || id || ' is open beyond ' || expires_at
      FROM orders WHERE status = 'pending' AND expires_at < ?1
    UNION ALL SELECT 'order ' || id || ' is ' || status || ', and still holds a unit'
      FROM orders WHERE hold = 'held' AND (status <> 'awaiting' OR coalesce(built_at, 0) < ?1)
    UNION ALL SELECT 'order ' || id || ' is ' || status || coalesce(' (' || review_reason || ')', '')
        || ', which nobody has decided'
      FROM orders WHERE status IN ('review', 'paid_by_other')
    UNION ALL SELECT 'the refund of order ' || order_id || ' is neither proved nor given up'
      FROM refunds WHERE signature IS NULL AND built_at < ?1
    UNION ALL SELECT 'the shares of order ' || order_id || ' are neither proved to be paid nor given up'
      FROM share_payments WHERE signature IS NULL AND built_at < ?1
    UNION ALL SELECT 'order ' || order_id || ' is in line since before ' || ends_at
      FROM stock_line WHERE ends_at < ?1`,
    since,
  );
  return [
    ...stuck.map(({ fault }) => fault),
    ...notFinal(world, since),
    ...refundFaults(world, since),
  ];
}

/** Sales that the chain has made final, or has dropped, long ago. */
function notFinal({ database, chain }: Judged, since: number): string[] {
  const { landed, dropped } = historyOf(chain);
  const sales = database.read<{ id: string; signature: string; finalized_at: number | null }>(
    "SELECT id, signature, finalized_at FROM orders WHERE status = 'paid' AND paid_lamports > 0",
  );
  return sales.flatMap(({ id, signature, finalized_at }) => {
    const transaction = landed.get(signature);
    if (dropped.has(signature)) return [`order ${id} is paid by ${signature}, which is gone`];
    const isOld = transaction !== undefined && transaction.at < since && chain.isFinal(signature);
    return isOld && finalized_at === null ? [`order ${id} is not final, and ${signature} is`] : [];
  });
}

/** Refunds that sellers sent and that are final, but not on record. */
function refundFaults({ database, chain, story }: Judged, since: number): string[] {
  if (story.events.some(({ kind }) => kind === "restored")) return [];
  const { landed } = historyOf(chain);
  const recorded = new Set(
    database
      .read<{ signature: string }>("SELECT signature FROM refunds WHERE signature IS NOT NULL")
      .map(({ signature }) => signature),
  );
  return story.events.flatMap((event) => {
    if (event.kind !== "refunded") return [];
    const refund = landed.get(event.signature);
    const isOld = refund !== undefined && refund.err === null && refund.at < since;
    if (!isOld || !chain.isFinal(event.signature) || recorded.has(event.signature)) return [];
    return [`the refund ${event.signature} of order ${event.order} is final and not on record`];
  });
}
