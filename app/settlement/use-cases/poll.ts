import type { Log } from "../../lib/log";
import type { Order } from "../../orders/rules/order";
import { isScarce, stateOf } from "../../orders/rules/order";
import { type OrderState, OVERDUE_AFTER_MS, type WatchState } from "../../orders/rules/order-state";
import type { SettlementPorts } from "../ports";
import { type Effect, type Observation, step } from "../rules/order-lifecycle";
import {
  isPolledFast,
  MAX_FAST_ORDERS_PER_BUYER,
  needsPace,
  nextPollAt,
  overdueAt,
  THROTTLED_POLL_MS,
  withoutFastPhase,
} from "../rules/poll-schedule";
import type { WatchedTransaction } from "./prove-transaction";
import type { PollResult, Search, WantedPoll } from "./search";
import type { SignedPayments } from "./signed-payments";
import type { SearchCursor } from "./verify";

interface Input {
  orderId: string;
  watch: WatchState;
  cursor: SearchCursor;
  /** In [0, 1). */
  jitter: number;
  /** What the request side waits for; absent for a poll that was due. */
  wanted?: WantedPoll;
}

export interface Watched {
  /** As stored after the poll. */
  order: Order;
  watch: WatchState;
  cursor: SearchCursor;
  /** Epoch ms; null when nothing more is due. */
  nextPollAt: number | null;
}

/** What a poll calls. */
interface Steps {
  search: Search;
  signedPayments: SignedPayments;
  applyEffect(order: Order, effect: Effect): Promise<void>;
  advanceLine(productId: string): Promise<void>;
  watchRefund(order: Order): Promise<WatchedTransaction>;
  watchSharing(order: Order): Promise<WatchedTransaction>;
}

/** Polls orders. */
export function createPoll(
  { clock, log, chain, orders }: Pick<SettlementPorts, "clock" | "log" | "chain" | "orders">,
  { search, signedPayments, applyEffect, advanceLine, watchRefund, watchSharing }: Steps,
) {
  /**
   * One poll of an order: searches the chain, runs the lifecycle, and writes its effects. Null for an
   * unknown order. Cursor and watch state can be rebuilt from database and chain. A step that fails
   * takes none of the others with it: whatever fails, it is found out whether a built transaction has
   * expired, and its unit of stock is released. Throws at the end where a write failed.
   */
  async function poll(input: Input): Promise<Watched | null> {
    const { orderId, cursor, jitter, wanted } = input;
    const order = await orders.byId(orderId);
    if (!order) return null;
    const attempt = attemptsFor(orderId, log);
    const started = clock.now();
    const isPaced = needsPace(stateOf(order), input.watch, started);
    const knownPace = chain.knownPace();
    const pace = isPaced ? await attempt("pace", knownPace, () => chain.pace()) : knownPace;
    const polling: WatchState = { ...input.watch, pace };
    const push = await attempt("push", null, () =>
      signedPayments.push(order, input.watch, started),
    );
    const isThrottled = await attempt("throttle", false, () =>
      isOverBuyersLimit(order, input.watch, started),
    );
    const paced = isThrottled ? withoutFastPhase(polling, started) : polling;
    const isOver =
      push?.kind === "pushed" &&
      (await attempt("blockhash", false, () => signedPayments.isBlockhashOver(order)));
    const known = { ...cursor, ...paced, blockhashExpired: isOver, wanted };
    // Negative where the clock was set back.
    const searchedAgoMs = started - input.watch.searchedAt;
    const isRecent = searchedAgoMs >= 0 && searchedAgoMs < THROTTLED_POLL_MS;
    const isTooSoon = isThrottled && isRecent && !wanted;
    const found: PollResult =
      isTooSoon || push?.kind === "rejected"
        ? { observations: [], cursor }
        : await attempt("search", { observations: [{ kind: "unanswered" }], cursor }, () =>
            search(order, known, started),
          );

    const now = clock.now();
    const before = found.searched ? { ...polling, ownSearchAt: started } : polling;
    const observations = [...(push ? [push] : []), ...found.observations];
    const reaction = reactToAll(stateOf(order), before, observations, { now, jitter });
    const { effects } = reaction;
    // Requests come as often as a stranger likes: they bring no end of the rounds nearer.
    const watch = wanted ? withRoundsOf(input.watch, reaction.watch) : reaction.watch;
    const failures = await applyAll(order, effects);
    const released = effects.some(({ kind }) => kind === "release_built_transaction");
    if (released && isScarce(order)) {
      await attempt("line", undefined, () => advanceLine(order.productId));
    }
    const unwatched = { done: false, nextPollAt: now + THROTTLED_POLL_MS };
    const refund = await attempt("refund", unwatched, () => watchRefund(order));
    const sharing = await attempt("sharing", unwatched, () => watchSharing(order));
    if (failures.length > 0) throw failures[0];
    // The database may have refused what the lifecycle proposed, so the order is read again.
    const changed = effects.length > 0 || refund.done || sharing.done;
    const after = changed ? ((await orders.byId(orderId)) ?? order) : order;
    const pacedAfter = isThrottled ? withoutFastPhase(watch, now) : watch;
    const own = nextPollAt(stateOf(after), pacedAfter, now, jitter);
    const sellers = earlier(refund.nextPollAt, sharing.nextPollAt);
    const next = earlier(own, sellers);
    const overdue = earlier(
      overdueAt(stateOf(after), watch, own),
      sellers && sellers + OVERDUE_AFTER_MS,
    );
    await orders.schedulePoll(orderId, overdue, after.nextPollAt);
    return { order: after, watch, cursor: found.cursor, nextPollAt: next };
  }

  /** Writes every effect, and returns the errors of those that failed. */
  async function applyAll(order: Order, effects: readonly Effect[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const effect of effects) {
      await applyEffect(order, effect).catch((error: unknown) => failures.push(error));
    }
    return failures;
  }

  /**
   * True where the buyer has so many newer awaiting orders that this one may not poll fast. A buyer with
   * one or a few checkouts is not delayed.
   */
  async function isOverBuyersLimit(order: Order, watch: WatchState, now: number): Promise<boolean> {
    if (!isPolledFast(order, watch, now)) return false;
    const newer = await orders.countNewerAwaiting(order, MAX_FAST_ORDERS_PER_BUYER);
    return newer >= MAX_FAST_ORDERS_PER_BUYER;
  }

  return poll;
}

/** Runs a step of a poll; one that throws is logged and gives `otherwise`. */
function attemptsFor(orderId: string, log: Log) {
  return async <T>(step: string, otherwise: T, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      log("poll_step_failed", { order: orderId, step, error });
      return otherwise;
    }
  };
}

function withRoundsOf(before: WatchState, { unreadRounds: _, ...watch }: WatchState): WatchState {
  const { unreadRounds } = before;
  return unreadRounds === undefined ? watch : { ...watch, unreadRounds };
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

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
