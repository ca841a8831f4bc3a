import type { LandedPayment, Person } from "../world";
import { type OrderPayment, paymentsOf } from "./payments";
import type { OpenedOrder, ProductOnSale, StoryEvent } from "./story";

/**
 * What may have become of each order, by what people did and what the true chain holds. It allows no more
 * than the rules of a payment do; where they leave it to the order of things that happened at nearly the
 * same time, it allows each of them.
 */

export type Status =
  | "pending"
  | "awaiting"
  | "paid"
  | "paid_by_other"
  | "review"
  | "expired"
  | "refunded";

export interface AllowedEnd {
  order: OpenedOrder;
  /** Empty never. */
  statuses: ReadonlySet<Status>;
  /** The order may not be on record any more. */
  mayBeMissing: boolean;
  /** Who may have the file where it is paid: a uid, or `wallet:` and the address of an account of its own. */
  buyers: ReadonlySet<string>;
  /** Money that must be on record. */
  certain: readonly OrderPayment[];
  /** Money that may be on record: `certain`, what is recent, and what a fork has dropped. */
  possible: readonly OrderPayment[];
}

export interface Facts {
  events: readonly StoryEvent[];
  people: readonly Person[];
  platform: string;
  landed: readonly LandedPayment[];
  /** What once was on the chain and is not any more. */
  dropped: readonly LandedPayment[];
  isFinal(signature: string): boolean;
  /** Virtual time, epoch ms. */
  now: number;
  /** Since when no machine has failed, epoch ms. */
  quietSince: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ORDER_LIFETIME_MS = 24 * HOUR_MS;
/** A payment that names the platform is on record after so long, once all machines work. */
const RECORDED_WITHIN_MS = 10 * MINUTE_MS;
/** After the end of an order: what is refused first is searched beyond in polls that come every 8 hours. */
const SEARCHED_WITHIN_MS = 12 * HOUR_MS;
/**
 * A payment that was made so shortly before its order ended, or before its product changed, may have been
 * seen only afterwards. Nodes may have been down meanwhile.
 */
const SEEN_LATE_MS = 6 * HOUR_MS;

/** The allowed end of each order that an answer has named. */
export function allowedEnds(facts: Facts): AllowedEnd[] {
  const run = readRun(facts);
  const orders = [...run.orders.values()].map((order) => judgedOrder(order, run, facts));
  return orders.map((judged) => allowedEnd(judged, orders, run));
}

/** What happened, by what it happened to. */
interface Run {
  /** By reference. */
  orders: ReadonlyMap<string, OpenedOrder & { at: number }>;
  /** Every state of a product, oldest first. */
  products: ReadonlyMap<string, (ProductOnSale & { at: number })[]>;
  events: readonly StoryEvent[];
  /** Account by linked wallet. */
  accounts: ReadonlyMap<string, string>;
  /** When the oldest copy was made that took the place of the database; null without one. */
  restoredTo: number | null;
  landed: readonly LandedPayment[];
}

function readRun({ events, people, landed }: Facts): Run {
  const orders = new Map<string, OpenedOrder & { at: number }>();
  const products = new Map<string, (ProductOnSale & { at: number })[]>();
  let restoredTo: number | null = null;
  for (const event of events) {
    if (event.kind === "opened") {
      // The same order is named by each answer; the first one says when it was opened.
      const before = orders.get(event.reference);
      if (!before) orders.set(event.reference, event);
    } else if (event.kind === "product") {
      products.set(event.product, [...(products.get(event.product) ?? []), event]);
    } else if (event.kind === "restored") {
      restoredTo = Math.min(restoredTo ?? event.copiedAt, event.copiedAt);
    }
  }
  const accounts = new Map<string, string>();
  for (const { uid, wallets } of people) {
    const [linked] = wallets;
    if (uid !== null && linked) accounts.set(linked.address, uid);
  }
  return { orders, products, events, accounts, restoredTo, landed };
}

interface JudgedOrder {
  order: OpenedOrder & { at: number };
  /** What people did with it. */
  did: ReadonlySet<StoryEvent["kind"]>;
  /** Accounts that claimed it and whose wallet paid it. */
  claimedBy: readonly string[];
  /** When it may have ended at the earliest, epoch ms. */
  endsAt: number;
  certain: readonly OrderPayment[];
  possible: readonly OrderPayment[];
  dropped: readonly OrderPayment[];
  refunded: boolean;
}

function judgedOrder(order: JudgedOrder["order"], run: Run, facts: Facts): JudgedOrder {
  const events = run.events.filter((event) => "order" in event && event.order === order.order);
  const did = new Set(events.map(({ kind }) => kind));
  const bound = order.buyerUid === null ? null : order.wallet;
  const { platform } = facts;
  const all = paymentsOf(order, bound, { landed: facts.landed, platform, orders: run.orders });
  const dropped = paymentsOf(order, bound, { landed: facts.dropped, platform, orders: run.orders });
  const endsAt = earliestEnd(order, run);
  return {
    order,
    did,
    // A claim counts for the account that the paying wallet is linked to, whatever it was answered.
    claimedBy: events.flatMap((event) =>
      event.kind === "claimed" && all.some(({ payer }) => run.accounts.get(payer) === event.uid)
        ? [event.uid]
        : [],
    ),
    endsAt,
    certain: all.filter((payment) => mustBeOnRecord(payment, endsAt, run, facts)),
    possible: [...all, ...dropped],
    dropped,
    refunded: events.some(
      (event) =>
        event.kind === "refunded" &&
        facts.landed.some(
          ({ signature, hasRun, err }) => signature === event.signature && hasRun && err === null,
        ),
    ),
  };
}

/** After 24 hours, or once the same person opened another one, its product was deleted or no key signs. */
function earliestEnd(order: JudgedOrder["order"], { orders, products, events }: Run): number {
  const isSuccessor = (other: JudgedOrder["order"]) =>
    other.order !== order.order &&
    other.product === order.product &&
    other.buyerUid === order.buyerUid &&
    (order.buyerUid !== null || other.wallet === order.wallet) &&
    other.at >= order.at;
  const ends = [
    order.at + ORDER_LIFETIME_MS,
    ...[...orders.values()].filter(isSuccessor).map(({ at }) => at),
    ...(products.get(order.product) ?? [])
      .filter(({ status }) => status === "deleted")
      .map(({ at }) => at),
    ...events.flatMap((event) =>
      event.kind === "secret-changed" && event.at >= order.at ? [event.at] : [],
    ),
  ];
  return Math.min(...ends);
}

/**
 * Final, and found by now: by the platform's address, which every sale names, or else by the searches for
 * the order's own key around its end. What settles one order and is a part for another one is found by these.
 */
function mustBeOnRecord(
  { signature, at, namesPlatform, namesOtherOrder }: OrderPayment,
  endsAt: number,
  { restoredTo }: Run,
  { isFinal, now, quietSince }: Facts,
): boolean {
  if (!isFinal(signature)) return false;
  if (namesPlatform && !namesOtherOrder)
    return now - Math.max(at, quietSince) >= RECORDED_WITHIN_MS;
  if (restoredTo !== null) return false;
  const isInTime = Math.max(at, quietSince) < endsAt - RECORDED_WITHIN_MS;
  return isInTime && now >= endsAt + SEARCHED_WITHIN_MS;
}

/** Who sent a payment, as seen from its order. */
type Sender = "buyer" | "other" | "seller" | "maybe seller";

function senderOf({ payer }: OrderPayment, { order, did }: JudgedOrder, run: Run): Sender {
  const states = run.products.get(order.product) ?? [];
  const seller = states[0]?.sellerUid;
  const account = run.accounts.get(payer);
  if (account !== undefined && account === seller) return "seller";
  if (states.some(({ wallet }) => wallet === payer)) return "maybe seller";
  const { buyerUid, wallet } = order;
  const isBuyers = buyerUid === null || wallet === null || payer === wallet || account === buyerUid;
  return isBuyers || did.has("unbound") ? "buyer" : "other";
}

function allowedEnd(judged: JudgedOrder, all: readonly JudgedOrder[], run: Run): AllowedEnd {
  const { order, did, certain, possible, dropped, claimedBy, refunded } = judged;
  const covering = (payments: readonly OrderPayment[], ...from: Sender[]) =>
    payments.filter((one) => one.covered !== null && from.includes(senderOf(one, judged, run)));
  const settling = covering(possible, "buyer", "maybe seller");
  const misdirected = covering(possible, "other", "seller", "maybe seller");
  const surelyPaid = covering(certain, "buyer").some(
    (payment) => !mayWait(payment, judged, all, run),
  );
  const surelyMisdirected = covering(certain, "other").length > 0;
  const isBound = order.buyerUid !== null && order.wallet !== null;
  const isUndone = run.restoredTo !== null;
  const isDecided = did.has("accepted") || claimedBy.length > 0;

  const statuses = new Set<Status>();
  const mayBePaid = settling.length > 0 || (isDecided && possible.length > 0);
  if (mayBePaid) statuses.add("paid");
  if (refunded) statuses.add("refunded");
  // A seller's decision is told also where its answer was lost.
  const surelyDecided = claimedBy.length > 0 && !isUndone && dropped.length === 0;
  const isSettled = surelyPaid || surelyDecided;
  if (!isSettled) {
    if (settling.some((one) => mayWait(one, judged, all, run)) || sellerReview(judged, run)) {
      statuses.add("review");
    }
    if (isBound && misdirected.length > 0) statuses.add("paid_by_other");
    const waits = covering(certain, "buyer").some((one) => !mayStandBeside(one, judged, all, run));
    if (!waits && !surelyMisdirected) addUnpaid(statuses);
  }
  // Settled, and gone from the chain since: undone once it is missed for long.
  if (dropped.length > 0) {
    statuses.add("review");
    if (did.has("dismissed")) statuses.add("expired");
  }
  return {
    order,
    statuses,
    mayBeMissing: isMissable(judged, run),
    buyers: buyersOf(judged, run),
    certain,
    possible,
  };
}

function addUnpaid(statuses: Set<Status>): void {
  statuses.add("pending").add("awaiting").add("expired");
}

/** The seller paid an order of his own, which a claim of his address opened. */
function sellerReview(judged: JudgedOrder, run: Run): boolean {
  return judged.possible.some(
    (one) =>
      one.covered !== null &&
      senderOf(one, judged, run) !== "buyer" &&
      judged.order.buyerUid === null &&
      judged.order.wallet === one.payer,
  );
}

/** A payment that covers the price, and may have to wait for the seller's decision. */
function mayWait(
  payment: OrderPayment,
  judged: JudgedOrder,
  all: readonly JudgedOrder[],
  run: Run,
): boolean {
  return (
    mayLackUnit(payment, judged, run) ||
    (mayBeLate(payment, judged, run) && !coversAllTerms(payment, judged, run)) ||
    mayBeOwned(payment, judged, all, run) ||
    paysOtherOrder(payment, judged, all) ||
    judged.dropped.length > 0
  );
}

/**
 * It had to take a unit, and all may have been taken. A unit is held for what the reference has signed, and
 * is free before that lands only where the wallet could not pay meanwhile.
 */
function mayLackUnit(
  { signature, at, payer, referenceSigned }: OrderPayment,
  { order }: JudgedOrder,
  { products, restoredTo, landed }: Run,
): boolean {
  if (!(products.get(order.product) ?? []).some(({ limit }) => limit !== null)) return false;
  if (!referenceSigned || restoredTo !== null) return true;
  return landed.some(
    (other) =>
      other.signature !== signature &&
      Math.abs(other.at - at) < RECORDED_WITHIN_MS &&
      other.transfers.some(({ from }) => from === payer),
  );
}

function mayBeLate({ at }: OrderPayment, { endsAt }: JudgedOrder, { restoredTo }: Run): boolean {
  return restoredTo !== null || at >= endsAt - SEEN_LATE_MS;
}

/** In every state that the product had since it was paid. */
function coversAllTerms(
  { at, covered }: OrderPayment,
  { order }: JudgedOrder,
  { products, restoredTo }: Run,
): boolean {
  const states = products.get(order.product) ?? [];
  const since = Math.min(at, restoredTo ?? at) - SEEN_LATE_MS;
  return states.every(({ status, priceLamports }, index) => {
    const isOver = (states[index + 1]?.at ?? Number.POSITIVE_INFINITY) < since;
    return isOver || (status === "active" && priceLamports <= (covered ?? 0n));
  });
}

/** Another order for the product may have been paid for the same person. */
function mayBeOwned(
  payment: OrderPayment,
  judged: JudgedOrder,
  all: readonly JudgedOrder[],
  run: Run,
): boolean {
  const holder = judged.order.buyerUid ?? accountOf(payment.payer, run);
  return all.some(
    (other) =>
      other.order.order !== judged.order.order &&
      other.order.product === judged.order.product &&
      other.possible.length > 0 &&
      buyersOf(other, run).has(holder),
  );
}

function paysOtherOrder(
  { signature }: OrderPayment,
  { order }: JudgedOrder,
  all: readonly JudgedOrder[],
): boolean {
  return all.some(
    (other) =>
      other.order.order !== order.order &&
      other.possible.some((one) => one.signature === signature),
  );
}

/** An owner of the product paid an order that a claim has opened: it stays as it was. */
function mayStandBeside(
  payment: OrderPayment,
  judged: JudgedOrder,
  all: readonly JudgedOrder[],
  run: Run,
): boolean {
  return judged.order.buyerUid === null && mayBeOwned(payment, judged, all, run);
}

/** Of an order that a claimed address opened, whoever paid; else its buyer, or who claims it. */
function buyersOf({ order, possible, claimedBy }: JudgedOrder, run: Run): Set<string> {
  if (order.buyerUid !== null) return new Set([order.buyerUid, ...claimedBy]);
  return new Set([...possible.map(({ payer }) => accountOf(payer, run)), ...claimedBy]);
}

/** The account that a wallet is linked to, else the wallet's own. */
function accountOf(wallet: string, { accounts }: Run): string {
  return accounts.get(wallet) ?? `wallet:${wallet}`;
}

/** Nothing was paid for it, or the database is older than it and can't know of it. */
function isMissable({ order, certain }: JudgedOrder, { restoredTo }: Run): boolean {
  if (certain.length === 0) return true;
  return restoredTo !== null && order.at >= restoredTo - SEEN_LATE_MS;
}
