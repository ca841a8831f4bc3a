import type { Users } from "../../../db/accounts/users";
import type { Refunds } from "../../../db/orders/refunds";
import type { Products } from "../../../db/products/products";
import type { Clock } from "../../lib/ports";
import type { Chain } from "../../solana/chain";
import type {
  Orders,
  OrderWatcher,
  PlatformSignatureCache,
  ReferenceKeys,
  StockLine,
} from "../ports";
import { isScarce, type Order, stateOf } from "../rules/order";
import { step } from "../rules/order-lifecycle";
import { freshWatch, type WatchState } from "../rules/order-state";
import {
  isPolledFast,
  MAX_FAST_ORDERS_PER_BUYER,
  nextPollAt,
  THROTTLED_POLL_MS,
  withoutFastPhase,
} from "../rules/poll-schedule";
import { advanceLine } from "./advance-line";
import { applyEffect } from "./apply-effect";
import { pushSignedPayment } from "./push-signed-payment";
import { type PollResult, searchChainForPayment } from "./search-chain-for-payment";
import { EMPTY_CURSOR, type SearchCursor } from "./verify-batch";
import { watchRefund } from "./watch-refund";

interface Deps {
  clock: Clock;
  chain: Parameters<typeof searchChainForPayment>[3]["chain"] &
    Pick<Chain, "broadcast" | "simulate" | "latestBlockhash">;
  products: Pick<Products, "byId">;
  users: Pick<Users, "byWallet">;
  orders: Orders;
  referenceKeys: Pick<ReferenceKeys, "sign">;
  stockLine: StockLine;
  watcher: Pick<OrderWatcher, "built">;
  refunds: Pick<Refunds, "openOf" | "complete" | "releaseExpiredTransaction">;
  signatureCache: PlatformSignatureCache;
}

interface Input {
  orderId: string;
  watch: WatchState;
  cursor: SearchCursor;
  /** In [0, 1). */
  jitter: number;
  /** True where the built transaction's blockhash is known to have expired. */
  blockhashExpired?: boolean;
}

export interface Watched {
  /** As stored after the poll. */
  order: Order;
  watch: WatchState;
  cursor: SearchCursor;
  /** Epoch ms; null when nothing more is due. */
  nextPollAt: number | null;
}

/** The sweep notifies a watcher that is late by this time. */
const OVERDUE_AFTER_MS = 120_000;

/**
 * One poll of an order: searches the chain, runs the lifecycle, and writes its effects. Null for an
 * unknown order. Cursor and watch state can be rebuilt from database and chain.
 */
export async function watchOrder(input: Input, deps: Deps): Promise<Watched | null> {
  const { orderId, cursor, jitter } = input;
  const order = await deps.orders.byId(orderId);
  if (!order) return null;
  const started = deps.clock.now();
  const push = await pushSignedPayment(order, input.watch, started, deps);
  const isThrottled = await isOverBuyersLimit(order, input.watch, started, deps);
  const paced = isThrottled ? withoutFastPhase(input.watch, started) : input.watch;
  const known = { ...cursor, ...paced, blockhashExpired: input.blockhashExpired === true };
  // Negative where the clock was set back.
  const searchedAgoMs = started - input.watch.searchedAt;
  const isTooSoon = isThrottled && searchedAgoMs >= 0 && searchedAgoMs < THROTTLED_POLL_MS;
  const search: PollResult =
    isTooSoon || push?.kind === "rejected"
      ? { observations: [], cursor }
      : await searchChainForPayment(order, known, started, deps);

  const now = deps.clock.now();
  let state = stateOf(order);
  let watch = search.searched ? { ...input.watch, ownSearchAt: started } : input.watch;
  let wrote = false;
  let released = false;
  for (const observation of [...(push ? [push] : []), ...search.observations]) {
    const result = step(state, watch, observation, now, jitter);
    ({ order: state, watch } = result);
    for (const effect of result.effects) await applyEffect(order, effect, deps);
    wrote ||= result.effects.length > 0;
    released ||= result.effects.some(({ kind }) => kind === "release_built_transaction");
  }
  if (released && isScarce(order)) await advanceLine(order.productId, deps);
  // The database may have refused what the lifecycle proposed, so the order is read again.
  const refund = await watchRefund(order, deps);
  const changed = wrote || refund.done;
  const after = changed ? ((await deps.orders.byId(orderId)) ?? order) : order;
  const pacedAfter = isThrottled ? withoutFastPhase(watch, now) : watch;
  const next = earlier(nextPollAt(stateOf(after), pacedAfter, now, jitter), refund.nextPollAt);
  const overdueAt = next === null ? null : next + OVERDUE_AFTER_MS;
  await deps.orders.schedulePoll(orderId, overdueAt, after.nextPollAt);
  return { order: after, watch, cursor: search.cursor, nextPollAt: next };
}

/**
 * True where the buyer has so many newer awaiting orders that this one may not poll fast. A buyer with
 * one or a few checkouts is not delayed.
 */
async function isOverBuyersLimit(
  order: Order,
  watch: WatchState,
  now: number,
  { orders }: Deps,
): Promise<boolean> {
  if (!isPolledFast(order, watch, now)) return false;
  const newer = await orders.countNewerAwaiting(order, MAX_FAST_ORDERS_PER_BUYER);
  return newer >= MAX_FAST_ORDERS_PER_BUYER;
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/**
 * Polls whether the transaction that was built before has landed, by the order's own key: with a second
 * one the wallet could pay twice. A payment that has landed is settled; a transaction that can't land
 * any more is released with its unit of stock. Returns the order as it is stored then, which still has
 * its built transaction where that may land. Without `isCertain` the network did not answer.
 */
export async function settleOrReleaseBuiltTransaction(
  order: Order,
  deps: Deps & { watcher: Pick<OrderWatcher, "built" | "changed"> },
): Promise<{ order: Order; isCertain: boolean }> {
  const watched = await watchOrder(
    {
      orderId: order.id,
      // The shared reading may be seconds old, and knows only what names the platform.
      watch: { ...freshWatch(deps.clock.now()), unread: true },
      cursor: EMPTY_CURSOR,
      jitter: 0,
      blockhashExpired: true,
    },
    deps,
  );
  const after = watched?.order ?? order;
  if (after.status !== order.status) await deps.watcher.changed(order.id);
  return { order: after, isCertain: watched?.watch.failures === 0 };
}
