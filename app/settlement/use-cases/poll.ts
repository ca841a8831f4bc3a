import type { Users } from "../../../db/accounts/users";
import type { Refunds } from "../../../db/orders/refunds";
import type { Products } from "../../../db/products/products";
import type { Clock } from "../../lib/ports";
import type { Orders, OrderWatcher, ReferenceKeys } from "../../orders/ports";
import { isScarce, type Order, stateOf } from "../../orders/rules/order";
import { freshWatch, type OrderState, type WatchState } from "../../orders/rules/order-state";
import type { StockLine } from "../../orders/rules/stock-line";
import type { StockWatcher } from "../../orders/use-cases/stock-watcher";
import type { Chain } from "../../solana/chain";
import { needsPace } from "../rules/chain-deadlines";
import { type Effect, type Observation, step } from "../rules/order-lifecycle";
import {
  isPolledFast,
  MAX_FAST_ORDERS_PER_BUYER,
  nextPollAt,
  THROTTLED_POLL_MS,
  withoutFastPhase,
} from "../rules/poll-schedule";
import { advanceLine } from "./advance-line";
import { applyEffect } from "./apply-effect";
import { isForeignBlockhashOver } from "./foreign-blockhash";
import { pushSignedPayment } from "./push-signed-payment";
import { type PollResult, searchChainForPayment } from "./search";
import type { SignatureCache } from "./signature-cache";
import { EMPTY_CURSOR, type SearchCursor } from "./verify";
import { watchRefund } from "./watch-refund";

interface Deps {
  clock: Clock;
  chain: Parameters<typeof searchChainForPayment>[3]["chain"] &
    Pick<
      Chain,
      "broadcast" | "simulate" | "latestBlockhash" | "pace" | "knownPace" | "isBlockhashOver"
    >;
  products: Pick<Products, "byId">;
  users: Pick<Users, "byWallet">;
  orders: Orders;
  referenceKeys: Pick<ReferenceKeys, "sign" | "canSign">;
  stockLine: StockLine;
  watcher: Pick<OrderWatcher, "built" | "changed">;
  stockWatcher: StockWatcher;
  refunds: Pick<Refunds, "openOf" | "complete" | "releaseExpiredTransaction">;
  signatureCache: SignatureCache;
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
 * unknown order. Cursor and watch state can be rebuilt from database and chain. A step that fails
 * takes none of the others with it: whatever fails, it is found out whether a built transaction has
 * expired, and its unit of stock is released. Throws at the end where a write failed.
 */
export async function watchOrder(input: Input, deps: Deps): Promise<Watched | null> {
  const { orderId, cursor, jitter } = input;
  const order = await deps.orders.byId(orderId);
  if (!order) return null;
  const attempt = attemptsFor(orderId);
  const started = deps.clock.now();
  const isPaced = needsPace(stateOf(order), input.watch, started);
  const knownPace = deps.chain.knownPace();
  const pace = isPaced ? await attempt("pace", knownPace, () => deps.chain.pace()) : knownPace;
  const polling: WatchState = { ...input.watch, pace };
  const push = await attempt("push", null, () =>
    pushSignedPayment(order, input.watch, started, deps),
  );
  const isThrottled = await attempt("throttle", false, () =>
    isOverBuyersLimit(order, input.watch, started, deps),
  );
  const paced = isThrottled ? withoutFastPhase(polling, started) : polling;
  const isOver =
    push?.kind === "pushed" &&
    (await attempt("blockhash", false, () => isForeignBlockhashOver(order, deps)));
  const known = {
    ...cursor,
    ...paced,
    blockhashExpired: isOver || input.blockhashExpired === true,
  };
  // Negative where the clock was set back.
  const searchedAgoMs = started - input.watch.searchedAt;
  const isTooSoon = isThrottled && searchedAgoMs >= 0 && searchedAgoMs < THROTTLED_POLL_MS;
  const search: PollResult =
    isTooSoon || push?.kind === "rejected"
      ? { observations: [], cursor }
      : await attempt("search", { observations: [{ kind: "unanswered" }], cursor }, () =>
          searchChainForPayment(order, known, started, deps),
        );

  const now = deps.clock.now();
  const before = search.searched ? { ...polling, ownSearchAt: started } : polling;
  const observations = [...(push ? [push] : []), ...search.observations];
  const { watch, effects } = reactToAll(stateOf(order), before, observations, { now, jitter });
  const failures = await applyAll(order, effects, deps);
  const released = effects.some(({ kind }) => kind === "release_built_transaction");
  if (released && isScarce(order)) {
    await attempt("line", undefined, () => advanceLine(order.productId, deps));
  }
  const noRefund = { done: false, nextPollAt: now + THROTTLED_POLL_MS };
  const refund = await attempt("refund", noRefund, () => watchRefund(order, deps));
  if (failures.length > 0) throw failures[0];
  // The database may have refused what the lifecycle proposed, so the order is read again.
  const changed = effects.length > 0 || refund.done;
  const after = changed ? ((await deps.orders.byId(orderId)) ?? order) : order;
  const pacedAfter = isThrottled ? withoutFastPhase(watch, now) : watch;
  const next = earlier(nextPollAt(stateOf(after), pacedAfter, now, jitter), refund.nextPollAt);
  const overdueAt = next === null ? null : next + OVERDUE_AFTER_MS;
  await deps.orders.schedulePoll(orderId, overdueAt, after.nextPollAt);
  return { order: after, watch, cursor: search.cursor, nextPollAt: next };
}

/** Runs a step of a poll; one that throws is logged and gives `otherwise`. */
function attemptsFor(orderId: string) {
  return async <T>(step: string, otherwise: T, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      console.error(`a step of a poll failed: ${step}`, orderId, error);
      return otherwise;
    }
  };
}

/** The watch state after these observations, and all effects of theirs. */
function reactToAll(
  before: OrderState,
  watchBefore: WatchState,
  observations: readonly Observation[],
  { now, jitter }: { now: number; jitter: number },
): { watch: WatchState; effects: Effect[] } {
  let [order, watch] = [before, watchBefore];
  const effects: Effect[] = [];
  for (const observation of observations) {
    const result = step(order, watch, observation, now, jitter);
    ({ order, watch } = result);
    effects.push(...result.effects);
  }
  const isUnsignable = observations.some(({ kind }) => kind === "unsignable");
  if (!isUnsignable) return { watch, effects };
  const ended = effects.map((effect) =>
    effect.kind === "release_built_transaction"
      ? { ...effect, cause: "unsignable" as const }
      : effect,
  );
  return { watch, effects: ended };
}

/** Writes every effect, and returns the errors of those that failed. */
async function applyAll(order: Order, effects: readonly Effect[], deps: Deps): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const effect of effects) {
    await applyEffect(order, effect, deps).catch((error: unknown) => failures.push(error));
  }
  return failures;
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
  deps: Deps,
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
