import { DAY_MS } from "../../lib/time-zone";
import { GUEST_ACCESS_MS } from "../../orders/rules/buyer";
import type { SettlementPorts } from "../ports";

/** From the expiry of an order. The last search of the chain for it comes no later. */
const KEPT_AFTER_EXPIRY_MS = 7 * DAY_MS;
/** From the opening of an order: its guest's secret was good for half of that. */
const GUEST_KEPT_MS = 2 * GUEST_ACCESS_MS;
/** Keeps a run short; the next run continues. */
const MAX_PURGED_PER_RUN = 500;

/** Bounds what orders of unproved wallets take, and what is kept of guests. */
export function createPurgeOrdersWithoutBuyer({
  clock,
  removedOrders,
  orderRecords,
}: Pick<SettlementPorts, "clock" | "removedOrders"> & {
  orderRecords: Pick<SettlementPorts["orderRecords"], "remove">;
}) {
  /**
   * Removes orders of unproved wallets that were never paid, and then their records outside the database.
   * A record is removed only if this purge has removed its row: that a row is absent may also mean that the
   * database was restored from a copy, which heals from the records. Forgets the browsers of guests.
   */
  async function purgeOrdersWithoutBuyer(): Promise<void> {
    await removedOrders.forgetGuests(clock.now() - GUEST_KEPT_MS, MAX_PURGED_PER_RUN);
    const before = clock.now() - KEPT_AFTER_EXPIRY_MS;
    await removedOrders.removeWithoutBuyer(before, MAX_PURGED_PER_RUN);
    const references = await removedOrders.references(MAX_PURGED_PER_RUN);
    if (references.length === 0) return;
    await orderRecords.remove(references);
    await removedOrders.forget(references);
  }

  return purgeOrdersWithoutBuyer;
}
