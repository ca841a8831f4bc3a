import type { RemovedOrders } from "../../../db/orders/removed-orders";
import type { Clock } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";
import type { OrderRecords } from "../../orders/ports";

/** From the expiry of an order. The last search of the chain for it comes no later. */
const KEPT_AFTER_EXPIRY_MS = 7 * DAY_MS;
/** Keeps a run short; the next run continues. */
const MAX_PURGED_PER_RUN = 500;

/**
 * Removes orders of unproved wallets that were never paid, and then their records outside the database.
 * A record is removed only if this purge has removed its row: that a row is absent may also mean that the
 * database was restored from a copy, which heals from the records.
 */
export async function purgeOrdersWithoutBuyer(deps: {
  clock: Clock;
  removedOrders: RemovedOrders;
  orderRecords: Pick<OrderRecords, "remove">;
}): Promise<void> {
  const before = deps.clock.now() - KEPT_AFTER_EXPIRY_MS;
  await deps.removedOrders.removeWithoutBuyer(before, MAX_PURGED_PER_RUN);
  const references = await deps.removedOrders.references(MAX_PURGED_PER_RUN);
  if (references.length === 0) return;
  await deps.orderRecords.remove(references);
  await deps.removedOrders.forget(references);
}
