import type { World } from "../world";
import { waitUntil } from "./wait-until";

/** Where an order can stand when a fault begins, in the order in which a reader expects them. */
export const PHASES = [
  /** Opened; no wallet has asked for its transaction. */
  "opened",
  /** A wallet has asked for a transaction that only the server can complete, or one that has lapsed. */
  "offered",
  /** A transaction that needs no unit of stock may land. */
  "built",
  /** A transaction may land, and a unit of stock is held for it. */
  "held",
  /** Settled by a payment that is not final. */
  "paid",
  "final",
  /** Money came that a person decides about. */
  "undecided",
  /** The seller's refund is built and may land. */
  "refunding",
  "refunded",
  "expired",
] as const;
export type Phase = (typeof PHASES)[number];

/** The phases in which the orders of a run are now. */
export function phasesNow({ database }: Pick<World, "database">): Phase[] {
  const rows = database.read<{ phase: Phase }>(`
    SELECT DISTINCT CASE
      WHEN EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.signature IS NULL)
        THEN 'refunding'
      WHEN status IN ('review', 'paid_by_other') THEN 'undecided'
      WHEN status = 'paid' AND finalized_at IS NULL THEN 'paid'
      WHEN status = 'paid' THEN 'final'
      WHEN status = 'awaiting' AND hold = 'held' THEN 'held'
      WHEN status = 'awaiting' THEN 'built'
      WHEN status = 'pending' AND payment_requested THEN 'offered'
      WHEN status = 'pending' THEN 'opened'
      ELSE status END AS phase
    FROM orders o`);
  const found = new Set(rows.map(({ phase }) => phase));
  return PHASES.filter((phase) => found.has(phase));
}

/** How long a fault waits for a phase, in ms. */
const MAX_WAIT_MS = 60_000;

/** Waits until an order stands in this phase, or for a while in vain. */
export async function waitForPhase(world: World, phase: Phase): Promise<boolean> {
  const { database } = world;
  let seen = -1;
  return waitUntil(world, MAX_WAIT_MS, () => {
    if (database.version === seen) return false;
    seen = database.version;
    return phasesNow(world).includes(phase);
  });
}
