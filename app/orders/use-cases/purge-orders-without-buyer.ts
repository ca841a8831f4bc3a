import type { Clock } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";
import type { Orders } from "../ports";

/** From the expiry of an order. The last search of the chain for it comes no later. */
const KEPT_AFTER_EXPIRY_MS = 7 * DAY_MS;
/** Keeps a run short; the next run continues. */
const MAX_PURGED_PER_RUN = 500;

/** Removes orders of unproved wallets that were never paid. */
export async function purgeOrdersWithoutBuyer(deps: {
  clock: Clock;
  orders: Pick<Orders, "removeWithoutBuyer">;
}): Promise<void> {
  const before = deps.clock.now() - KEPT_AFTER_EXPIRY_MS;
  await deps.orders.removeWithoutBuyer(before, MAX_PURGED_PER_RUN);
}
