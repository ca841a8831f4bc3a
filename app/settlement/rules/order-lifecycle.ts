import { assertNever } from "../../lib/assert-never";
import {
  type Built,
  canSettle,
  isOpen,
  type OrderState,
  type ReleaseCause,
  type WatchState,
} from "../../orders/rules/order-state";
import type { Payment } from "../../orders/rules/payment";
import {
  FINAL_SEARCH_INTERVAL_MS,
  isExpiring,
  isReadEnough,
  nextPollAt,
  rolledBackAfterMs,
} from "./poll-schedule";
import type { Verdict } from "./verify-payment";

/** What the watcher observed. */
export type Observation =
  | { kind: "opened" }
  | { kind: "suggested" }
  /** `forPage`: the buyer's page reports the signature, once there is one. */
  | { kind: "built"; built: Built; wallet: string; forPage?: boolean }
  /** No RPC node gave a usable answer; this never changes an order. */
  | { kind: "unanswered" }
  /** One node alone has a transaction that may be a payment; this never changes an order. */
  | { kind: "unconfirmed" }
  /** The co-signed transaction was sent to the nodes. */
  | { kind: "pushed" }
  /** The co-signed transaction can't run, or failed; `isExcused`: by an account that has not signed. */
  | { kind: "rejected"; isExcused?: boolean }
  /** The reference can't sign the transaction. It may have been sent before. */
  | { kind: "unsignable" }
  | {
      kind: "polled";
      verdicts: Verdict[];
      /**
       * Finalized height at which nothing was found that can settle the order: by a search, or shared
       * for an unsigned transaction.
       */
      emptyAtHeight: number | null;
      /** True when more transactions were found than one poll may verify. */
      more: boolean;
    }
  /** The order or its built transaction is over, but for transactions that are not read yet. */
  | { kind: "unread" }
  | { kind: "finality"; signature: string; found: "finalized" | "confirmed" | "missing" };

/** Writes to the database. Each one is idempotent. */
export type Effect =
  | { kind: "settle"; payment: Payment }
  | { kind: "misdirected"; payment: Payment }
  /** Less than the price: recorded, and no claim on stock. */
  | { kind: "short"; payment: Payment }
  | { kind: "duplicate"; payment: Payment }
  /**
   * `cause` is `rejected` where the transaction has not expired, but can't run any more, `excused`
   * where that is the fault of nobody who signed it; `unsignable` where it expired without the reference's signature, which ends the order.
   */
  | { kind: "release_built_transaction"; cause: ReleaseCause }
  | { kind: "expire" }
  | { kind: "finalize"; signature: string }
  | { kind: "roll_back"; signature: string };

export interface Step {
  order: OrderState;
  watch: WatchState;
  effects: Effect[];
  /** Epoch ms; null when no further poll is needed. */
  nextPollAt: number | null;
}

/** A settled transaction is missed as often, and for long, before it counts as rolled back. */
const MISSED_POLLS_TO_ROLL_BACK = 3;

/**
 * The order's next state, the effects to write, and when to poll next. Pure: time and jitter are
 * parameters. What the database refuses (no stock, signature used) is handled by the writer.
 */
export function step(
  order: OrderState,
  watch: WatchState,
  observation: Observation,
  now: number,
  jitter: number,
): Step {
  const next = react(order, watch, observation, now);
  const planned = nextPollAt(next.order, next.watch, now, jitter);
  return { ...next, nextPollAt: next.pollNow ? now : planned };
}

interface Reaction extends Omit<Step, "nextPollAt"> {
  pollNow?: boolean;
}

function react(
  order: OrderState,
  watch: WatchState,
  observation: Observation,
  now: number,
): Reaction {
  switch (observation.kind) {
    case "opened":
      return { order, effects: [], ...openedPage(order, watch, now) };
    case "suggested":
      return {
        order,
        watch: { ...watch, lastActivityAt: now, suggestedAt: now },
        effects: [],
        pollNow: canSettle(order.status),
      };
    case "built":
      return built(order, watch, observation, now);
    case "pushed":
      return { order, watch: { ...watch, pushedAt: now }, effects: [] };
    case "rejected":
      return { ...rejected(order, observation.isExcused ? "excused" : "rejected"), watch };
    case "unsignable":
      return { order, watch, effects: [] };
    case "unanswered":
      return { order, watch: { ...watch, failures: watch.failures + 1 }, effects: [] };
    case "unconfirmed": {
      const unconfirmedSince = watch.unconfirmedSince ?? now;
      return { order, watch: { ...watch, failures: 0, unconfirmedSince }, effects: [] };
    }
    case "polled": {
      const { unconfirmedSince: _, ...confirmed } = watch;
      const answered = { ...confirmed, failures: 0, unread: observation.more, searchedAt: now };
      const next = polled(order, watch, observation, now);
      const lapsed = order.built?.form === "unsigned" && next.order.built === null;
      return { ...next, watch: lapsed ? { ...answered, lapsedAt: now } : answered };
    }
    case "unread": {
      const unreadRounds = (watch.unreadRounds ?? 0) + 1;
      return { order, watch: { ...watch, unread: true, unreadRounds }, effects: [] };
    }
    case "finality":
      return finality(order, watch, observation, now);
    default:
      return assertNever(observation);
  }
}

function built(
  order: OrderState,
  watch: WatchState,
  { built: transaction, wallet, forPage }: Extract<Observation, { kind: "built" }>,
  now: number,
): Reaction {
  // The poll sends it, and its signature is known like a suggested one.
  const isSigned = transaction.form === "cosigned";
  const isReported = forPage === true;
  const active = { ...watch, isReported, lastActivityAt: now, failures: 0, unreadRounds: 0 };
  return {
    order: awaiting(order, transaction, wallet),
    watch: isSigned ? { ...active, suggestedAt: now } : active,
    effects: [],
    pollNow: isSigned,
  };
}

function awaiting(order: OrderState, transaction: Built, wallet: string): OrderState {
  if (!isOpen(order.status)) return order;
  const wallets = order.wallets.includes(wallet) ? order.wallets : [...order.wallets, wallet];
  return { ...order, status: "awaiting", built: transaction, wallets };
}

function polled(
  order: OrderState,
  watch: WatchState,
  { verdicts, emptyAtHeight, more }: Extract<Observation, { kind: "polled" }>,
  now: number,
): { order: OrderState; effects: Effect[] } {
  const settling = canSettle(order.status) ? paymentsOf(verdicts, "settled")[0] : undefined;
  const effects: Effect[] = [];
  let next = order;
  if (settling) {
    const settlement = {
      signature: settling.signature,
      at: now,
      finalized: false,
      grantedWithoutPayment: false,
    };
    next = { ...next, status: "paid", settlement };
    effects.push({ kind: "settle", payment: settling });
  }
  for (const payment of paymentsOf(verdicts, "settled")) {
    if (payment.signature !== next.settlement?.signature) {
      effects.push({ kind: "duplicate", payment });
    } else if (order.settlement?.grantedWithoutPayment) {
      // The seller granted the file after a rollback, and the payment has landed after all.
      next = { ...next, settlement: { ...order.settlement, grantedWithoutPayment: false } };
      effects.push({ kind: "settle", payment });
    }
  }
  for (const payment of paymentsOf(verdicts, "paid_by_other")) {
    if (canSettle(next.status)) next = { ...next, status: "paid_by_other" };
    effects.push({ kind: "misdirected", payment });
  }
  for (const payment of paymentsOf(verdicts, "underpaid")) {
    effects.push({ kind: "short", payment });
  }
  if (effects.some(({ kind }) => kind !== "short")) return { order: next, effects };
  // An unverified transaction may be a payment that was in time; for some rounds it is waited for.
  const waits = more && emptyAtHeight === null && !isReadEnough(watch);
  if (waits) return { order: next, effects };
  const empty = polledEmpty(next, emptyAtHeight, now);
  return { order: empty.order, effects: [...effects, ...empty.effects] };
}

/** The co-signed transaction is given up, and its unit of stock is free at once. */
function rejected(order: OrderState, cause: ReleaseCause): Pick<Reaction, "order" | "effects"> {
  const canLand = order.status === "awaiting" && order.built?.form === "cosigned";
  return canLand ? released(order, cause) : { order, effects: [] };
}

function released(order: OrderState, cause: ReleaseCause): Pick<Reaction, "order" | "effects"> {
  return {
    order: { ...order, status: "pending", built: null },
    effects: [{ kind: "release_built_transaction", cause }],
  };
}

/** A poll that found nothing: the built transaction, or the order itself, may have expired. */
function polledEmpty(
  order: OrderState,
  emptyAtHeight: number | null,
  now: number,
): { order: OrderState; effects: Effect[] } {
  if (!isOpen(order.status)) return { order, effects: [] };
  if (order.built && order.status === "awaiting") {
    const expired = emptyAtHeight !== null && emptyAtHeight > order.built.lastValidBlockHeight;
    return expired ? released(order, "expired") : { order, effects: [] };
  }
  if (!isExpiring(order, now)) return { order, effects: [] };
  return { order: { ...order, status: "expired" }, effects: [{ kind: "expire" }] };
}

function finality(
  order: OrderState,
  watch: WatchState,
  { signature, found }: Extract<Observation, { kind: "finality" }>,
  now: number,
): Reaction {
  const { settlement } = order;
  const answered = { ...watch, failures: 0 };
  if (order.status !== "paid" || settlement?.signature !== signature || settlement.finalized) {
    return { order, watch: answered, effects: [] };
  }
  if (found === "finalized") {
    const final = { ...order, settlement: { ...settlement, finalized: true } };
    return { order: final, watch: answered, effects: [{ kind: "finalize", signature }] };
  }
  const missedPolls = found === "missing" ? watch.missedPolls + 1 : 0;
  const counted = { ...answered, missedPolls };
  if (missedPolls < MISSED_POLLS_TO_ROLL_BACK || now - settlement.at < rolledBackAfterMs(watch)) {
    return { order, watch: counted, effects: [] };
  }
  const rolledBack: OrderState = { ...order, status: "review", settlement: null };
  return { order: rolledBack, watch: counted, effects: [{ kind: "roll_back", signature }] };
}

function paymentsOf(verdicts: Verdict[], kind: "settled" | "paid_by_other" | "underpaid") {
  return verdicts.flatMap((verdict) => (verdict.kind === kind ? [verdict.payment] : []));
}

/** A page that is opened this soon after the order was created is the one that created it. */
const FIRST_OPENING_MS = 30_000;

/**
 * The watch state once a page of the order was opened, and whether that is a reason to poll. Then the
 * order's own key is searched, since a payment made by hand may not name the platform.
 */
function openedPage(
  order: OrderState,
  watch: WatchState,
  now: number,
): { watch: WatchState; pollNow: boolean } {
  if (order.status !== "pending") {
    const ended = !canSettle(order.status) || order.status === "expired";
    const pollNow = !ended || now - watch.searchedAt >= FINAL_SEARCH_INTERVAL_MS;
    return { watch: { ...watch, lastActivityAt: now, ownSearchAt: undefined }, pollNow };
  }
  if (watch.openPollSpent || now - order.createdAt < FIRST_OPENING_MS) {
    return { watch, pollNow: false };
  }
  return { watch: { ...watch, openPollSpent: true, ownSearchAt: undefined }, pollNow: true };
}
