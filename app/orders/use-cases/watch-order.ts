import type { Clock } from "../../lib/ports";
import type { Products } from "../../products/ports";
import type { Orders, OrderWatcher, PlatformSignatureCache, Refunds } from "../ports";
import { type Order, stateOf } from "../rules/order";
import { step } from "../rules/order-lifecycle";
import { freshWatch, type WatchState } from "../rules/order-state";
import { nextPollAt } from "../rules/poll-schedule";
import { applyEffect } from "./apply-effect";
import { searchChainForPayment } from "./search-chain-for-payment";
import { EMPTY_CURSOR, type SearchCursor } from "./verify-batch";
import { watchRefund } from "./watch-refund";

interface Deps {
  clock: Clock;
  chain: Parameters<typeof searchChainForPayment>[3]["chain"];
  products: Pick<Products, "byId">;
  orders: Orders;
  refunds: Pick<Refunds, "openOf" | "complete" | "releaseExpiredTransaction">;
  feed: PlatformSignatureCache;
}

interface Input {
  orderId: string;
  watch: WatchState;
  cursor: SearchCursor;
  /** In [0, 1). */
  jitter: number;
  /** True where the message that was built is known to have run out. */
  blockhashExpired?: boolean;
}

export interface Watched {
  /** As the record has it after the round. */
  order: Order;
  watch: WatchState;
  cursor: SearchCursor;
  /** Epoch ms; null when nothing more is due. */
  nextPollAt: number | null;
}

/** A sweep waits this long (ms) for a watcher that is late before it wakes it. */
const OVERDUE_AFTER = 120_000;

/**
 * One round of watching: look, let the lifecycle decide, write. Null for an unknown order.
 * Everything it knows can be lost: the record and the chain are enough to do it again.
 */
export async function watchOrder(input: Input, deps: Deps): Promise<Watched | null> {
  const { orderId, cursor, jitter } = input;
  const order = await deps.orders.byId(orderId);
  if (!order) return null;
  const known = { ...cursor, ...input.watch, blockhashExpired: input.blockhashExpired === true };
  const started = deps.clock.now();
  const look = await searchChainForPayment(order, known, started, deps);

  const now = deps.clock.now();
  let state = stateOf(order);
  let watch = look.searched ? { ...input.watch, ownSearchAt: started } : input.watch;
  let wrote = false;
  for (const observation of look.observations) {
    const result = step(state, watch, observation, now, jitter);
    ({ order: state, watch } = result);
    for (const effect of result.effects) await applyEffect(order, effect, deps);
    wrote ||= result.effects.length > 0;
  }
  // The record may have decided otherwise than the lifecycle proposed, so it is asked.
  const refund = await watchRefund(order, deps);
  const changed = wrote || refund.done;
  const after = changed ? ((await deps.orders.byId(orderId)) ?? order) : order;
  const next = earlier(nextPollAt(stateOf(after), watch, now, jitter), refund.nextPollAt);
  await deps.orders.schedulePoll(orderId, next === null ? null : next + OVERDUE_AFTER);
  return { order: after, watch, cursor: look.cursor, nextPollAt: next };
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/**
 * Polls whether the transaction that was built before has landed, now that its blockhash has expired:
 * with a second one the wallet could pay twice. A payment that has landed is settled; a transaction
 * that can't land any more is released with its unit of stock. Returns the order as it is stored
 * then; it still has its built transaction where the network gave no certain answer.
 */
export async function settleOrReleaseBuiltTransaction(
  order: Order,
  deps: Deps & { watcher: Pick<OrderWatcher, "changed"> },
): Promise<Order> {
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
