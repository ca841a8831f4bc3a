import type { OrderWatcher } from "../ports";
import type { Order } from "../rules/order";
import { freshWatch } from "../rules/order-state";
import { EMPTY_CURSOR } from "./verify-batch";
import { watchOrder } from "./watch-order";

type Deps = Parameters<typeof watchOrder>[1] & { watcher: Pick<OrderWatcher, "changed"> };

/**
 * Looks whether the message that a wallet was given before has landed after all, now that it has
 * run out: with a second one in hand the wallet would pay twice. What has landed is settled, what
 * can't land any more frees its unit of stock. The order comes back as the record has it then; it
 * still has its message where the network could not tell for sure.
 */
export async function settleOrReleaseBuiltTransaction(order: Order, deps: Deps): Promise<Order> {
  const watched = await watchOrder(
    {
      orderId: order.id,
      watch: freshWatch(deps.clock.now()),
      cursor: EMPTY_CURSOR,
      jitter: 0,
      blockhashExpired: true,
    },
    deps,
  );
  const after = watched?.order ?? order;
  if (after.status !== order.status) await deps.watcher.changed(order.id);
  return after;
}
