import { codeWasOff, limitOfPerson } from "./codes";
import type { Facts } from "./facts";
import { type OrderPayment, paymentsOf } from "./payments";
import type { StoryEvent, Told } from "./story";

/**
 * What may have become of each order, by what people did and what the true chain holds. It allows no more
 * than the rules of a payment do; where they leave it to the order of things that happened at nearly the
 * same time, it allows each of them.
 */

type Unpaid = "pending" | "awaiting" | "expired";
export type Status = Unpaid | "paid" | "paid_by_other" | "review" | "refunded";

export interface AllowedEnd extends Pick<JudgedOrder, "order" | "certain" | "possible"> {
  statuses: ReadonlySet<Status>;
  /** The order may not be on record any more. */
  mayBeMissing: boolean;
  /** Who may have the file where it is paid: a uid, or `wallet:` and the address of an account of its own. */
  buyers: ReadonlySet<string>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ORDER_LIFETIME_MS = 24 * HOUR_MS;
/** A guest's order that nothing was built for is open for 15 minutes, by a clock that may be wrong. */
const GUEST_OPEN_MS = 15 * MINUTE_MS + 2 * HOUR_MS;
/** A payment that names the platform is on record after so long, once all machines work. */
const RECORDED_WITHIN_MS = 10 * MINUTE_MS;
/** After the end of an order. One that a payment took to review meanwhile is searched again a day later. */
const SEARCHED_WITHIN_MS = 25 * HOUR_MS;
/**
 * A payment that was made so shortly before its order ended, or before its product changed, may have been
 * seen only afterwards. Nodes may have been down meanwhile.
 */
const SEEN_LATE_MS = 6 * HOUR_MS;

/** The allowed end of each order that an answer has named. */
export function allowedEnds(facts: Facts): AllowedEnd[] {
  const run = readRun(facts);
  const orders = [...run.orders.values()].map((order) => judgedOrder(order, run));
  return orders.map((judged) => ({
    ...judged,
    statuses: statusesOf(judged, orders),
    // Nothing was paid for it, or the database is older than it and can't know of it.
    mayBeMissing: judged.certain.length === 0 || judged.order.at >= run.restoredTo - SEEN_LATE_MS,
    buyers: buyersOf(judged),
  }));
}

interface Run extends Facts {
  /** By reference. */
  orders: ReadonlyMap<string, Told<"opened">>;
  /** All but those that were lost with the database before a record of them was written beside it. */
  remembered: ReadonlyMap<string, Told<"opened">>;
  /** The account that a wallet is linked to, else the wallet's own. */
  accountOf(wallet: string): string;
  /** When the oldest copy was made that replaced the database; infinite without one. */
  restoredTo: number;
}

function readRun(facts: Facts): Run {
  const { events, people } = facts;
  const linked = new Map(people.map(({ uid, wallets }) => [wallets[0]?.address, uid]));
  const restoredTo = Math.min(...told(events, "restored").map(({ copiedAt }) => copiedAt));
  const orders = new Map(told(events, "opened").map((order) => [order.reference, order]));
  const kept = new Set(told(events, "built").map(({ order }) => order));
  return {
    ...facts,
    orders,
    remembered: new Map(
      [...orders].filter(([, { at, order }]) => kept.has(order) || at < restoredTo - SEEN_LATE_MS),
    ),
    accountOf: (wallet) => linked.get(wallet) ?? `wallet:${wallet}`,
    restoredTo,
  };
}

function told<Kind extends StoryEvent["kind"]>(events: readonly StoryEvent[], kind: Kind) {
  return events.filter((event): event is Told<Kind> => event.kind === kind);
}

/** An order with all that may decide how it ends. */
interface JudgedOrder {
  run: Run;
  order: Told<"opened">;
  /** Every state of its product, oldest first. */
  states: readonly Told<"product">[];
  /** What people did with it. */
  did: ReadonlySet<StoryEvent["kind"]>;
  /** Accounts that claimed it and whose wallet paid it. */
  claimedBy: readonly string[];
  /** When it may have ended at the earliest, epoch ms. */
  endsAt: number;
  /** Money that must be on record. */
  certain: readonly OrderPayment[];
  /** Money that may be on record: `certain`, what is recent, and what a fork has dropped. */
  possible: readonly OrderPayment[];
  dropped: readonly OrderPayment[];
  isRefunded: boolean;
}

function judgedOrder(order: Told<"opened">, run: Run): JudgedOrder {
  const events = run.events.filter((event) => "order" in event && event.order === order.order);
  const states = told(run.events, "product").filter(({ product }) => product === order.product);
  const known = { ...run, orders: new Map([...run.remembered, [order.reference, order]]) };
  const landed = paymentsOf(order, run.landed, known);
  const dropped = paymentsOf(order, run.dropped, known);
  const least = paymentsOf(order, run.landed, run).map(keyOf);
  const endsAt = earliestEnd(order, states, run);
  return {
    run,
    order,
    states,
    did: new Set(events.map(({ kind }) => kind)),
    // A claim counts for the account that the paying wallet is linked to, whatever it was answered.
    claimedBy: told(events, "claimed")
      .map(({ uid }) => uid)
      .filter((uid) => landed.some((one) => one.isShared && run.accountOf(one.payer) === uid)),
    endsAt,
    certain: landed.filter(
      (payment) => least.includes(keyOf(payment)) && mustBeOnRecord(payment, endsAt, run),
    ),
    possible: [...landed, ...dropped],
    dropped,
    isRefunded: told(events, "refunded").some((refund) =>
      run.landed.some(({ signature, err }) => signature === refund.signature && err === null),
    ),
  };
}

const isRestored = ({ restoredTo }: Run) => restoredTo < Number.POSITIVE_INFINITY;
const keyOf = ({ signature, lamports }: OrderPayment) => `${signature} ${lamports}`;

/** After 24 hours, or once the same person opened another one, its product was deleted or no key signs. */
function earliestEnd(order: Told<"opened">, states: JudgedOrder["states"], run: Run): number {
  const deleted = states.filter(({ status }) => status === "deleted");
  const unsigned = told(run.events, "secret-changed").filter(({ at }) => at >= order.at);
  const ends = [...successorsOf(order, run), ...deleted, ...unsigned].map(({ at }) => at);
  // A guest's may end soon, or at once by a wrong clock; that of one with many orders as well.
  return Math.min(order.secret ? order.at : order.at + ORDER_LIFETIME_MS, ...ends);
}

/** What the same person opened for the same product since: of these only one is open at a time. */
function successorsOf(order: Told<"opened">, { orders }: Run): Told<"opened">[] {
  return [...orders.values()].filter(
    (other) =>
      other.order !== order.order &&
      other.product === order.product &&
      openerOf(other) === openerOf(order) &&
      other.at >= order.at,
  );
}

const openerOf = ({ buyerUid, secret, wallet }: Told<"opened">) => buyerUid ?? secret ?? wallet;

/**
 * Final, and found by now: by the platform's address, which every sale names, or else by the searches for
 * the order's own key around its end.
 */
function mustBeOnRecord(payment: OrderPayment, endsAt: number, run: Run): boolean {
  if (!run.isFinal(payment.signature)) return false;
  const since = Math.max(payment.at, run.quietSince);
  if (payment.namesPlatform) return run.now - since >= RECORDED_WITHIN_MS;
  const isInTime = since < endsAt - RECORDED_WITHIN_MS;
  return !isRestored(run) && isInTime && run.now >= endsAt + SEARCHED_WITHIN_MS;
}

function statusesOf(judged: JudgedOrder, orders: readonly JudgedOrder[]): Set<Status> {
  const others = orders.filter((other) => other !== judged);
  const { run, order, did, certain, possible, dropped, claimedBy } = judged;
  const covering = (payments: readonly OrderPayment[], ...from: Sender[]) =>
    payments.filter((one) => one.covered !== null && from.includes(senderOf(one, judged)));
  const waits = (payment: OrderPayment) => mayWait(payment, judged, others);
  const settling = covering(possible, "buyer", "unclear");
  const misdirected = covering(possible, "other", "seller", "unclear");
  const sure = covering(certain, "buyer");
  const isDecided = did.has("accepted") || claimedBy.length > 0;
  // Opened without wallet or account, it is for who paid it first, though that payment is gone since.
  const beside = order.wallet && order.buyerUid ? misdirected : dropped.length > 0 ? settling : [];
  // The seller paid an order of his own, which a claim of his address opened.
  const isSellersOwn =
    order.buyerUid === null && misdirected.some(({ payer }) => payer === order.wallet);
  const statuses = new Set<Status>();
  if (
    (settling.some(({ isShared }) => isShared) && !mustWait(judged)) ||
    (isDecided && possible.length > 0)
  )
    statuses.add("paid");
  if (judged.isRefunded) statuses.add("refunded");
  // A seller's decision is told also where its answer was lost.
  const isClaimed = claimedBy.length > 0 && !isRestored(run) && dropped.length === 0;
  if (!isClaimed && sure.every(waits)) {
    if (settling.some(waits) || isSellersOwn) statuses.add("review");
    if (beside.length > 0) statuses.add("paid_by_other");
    // An owner of the product paid an order that a claim has opened: it stays as it was.
    const mayStand = (payment: OrderPayment) =>
      order.buyerUid === null && mayBeOwned(payment, judged, others);
    if (sure.every(mayStand) && covering(certain, "other").length === 0) {
      statuses.add("expired");
      if (mayBeOpen(judged)) statuses.add("pending").add("awaiting");
    }
  }
  // Gone from the chain since: undone once it is missed for long, or asked for by a seller's refund.
  if (dropped.length > 0) {
    statuses.add("review");
    if (did.has("dismissed") || did.has("asked-refund")) statuses.add("expired");
  }
  return statuses;
}

const mayBeOpen = ({ order, did, run }: JudgedOrder) =>
  !order.secret || did.has("asked") || did.has("handed") || run.now < order.at + GUEST_OPEN_MS;

/** Who sent a payment, as seen from its order. */
type Sender = "buyer" | "other" | "seller" | "unclear";

function senderOf({ payer }: OrderPayment, { order, did, states, run }: JudgedOrder): Sender {
  const account = run.accountOf(payer);
  if (account === states[0]?.sellerUid) return "seller";
  if (states.some(({ wallet }) => wallet === payer)) return "unclear";
  const { buyerUid, wallet } = order;
  const isBuyers = buyerUid === null || wallet === null || payer === wallet || account === buyerUid;
  if (isBuyers) return "buyer";
  if (!did.has("unbound")) return did.has("unbound-perhaps") ? "unclear" : "other";
  // A restored copy may know of the wallet again.
  return isRestored(run) ? "unclear" : "buyer";
}

/** A payment that covers the price, and may have to wait for the seller's decision. */
function mayWait(payment: OrderPayment, judged: JudgedOrder, others: readonly JudgedOrder[]) {
  const { endsAt, dropped, run } = judged;
  // One that does not name the platform may be found only once its order has ended.
  const mayBeLate =
    isRestored(run) || !payment.namesPlatform || payment.at >= endsAt - SEEN_LATE_MS;
  const paid = others.flatMap(({ possible }) => possible.map(({ signature }) => signature));
  return (
    !payment.isShared ||
    mayLackUnit(payment, judged) ||
    (mayBeLate && !pricesSince(payment.at - SEEN_LATE_MS, judged).every(isCoveredBy(payment))) ||
    mayBeOwned(payment, judged, others) ||
    mayHaveUsedCode(payment, judged, others) ||
    // An item may have been refunded, or be undone, since.
    judged.order.hasCredit ||
    paid.includes(payment.signature) ||
    dropped.length > 0
  );
}

/** All that covers the price came after the order's end, and covers none of the product's terms since. */
function mustWait(judged: JudgedOrder): boolean {
  const { order, possible, dropped, run } = judged;
  if (isRestored(run) || dropped.length > 0) return false;
  const ends = successorsOf(order, run).map(({ at }) => at);
  const replacedAt = ends.filter((at) => at > order.at + MINUTE_MS);
  const endedAt = Math.min(order.at + ORDER_LIFETIME_MS + SEEN_LATE_MS, ...replacedAt);
  return possible.every(
    (payment) =>
      payment.covered === null ||
      (payment.at > endedAt && !pricesSince(payment.at, judged).some(isCoveredBy(payment))),
  );
}

/** The states that the product has had since then; those of before a restore count again after it. */
function termsSince(at: number, { states, run }: Pick<JudgedOrder, "states" | "run">) {
  const since = Math.min(at, run.restoredTo - SEEN_LATE_MS);
  return states.filter((_, index) => (states[index + 1]?.at ?? run.now) >= since);
}

/**
 * What an order would have cost at each moment since then; null while its product was not on sale. What its buyer
 * chose, and its code, count while the product has the price that it was opened on; the code while it is in force.
 */
function pricesSince(at: number, judged: JudgedOrder): (bigint | null)[] {
  const { order, run } = judged;
  const { listLamports, totalLamports, discountLamports } = order;
  const since = Math.min(at, run.restoredTo - SEEN_LATE_MS);
  const wasOff = [...codeWasOff(order, run.events, { since, now: run.now })];
  const prices = wasOff.map((isOff) => totalLamports + (isOff ? discountLamports : 0n));
  return termsSince(at, judged).flatMap(({ status, priceLamports }) => {
    if (status !== "active") return [null];
    return priceLamports === listLamports ? prices : [priceLamports];
  });
}

const isCoveredBy =
  ({ covered }: OrderPayment) =>
  (due: bigint | null) =>
    due !== null && due <= (covered ?? 0n);

/**
 * It had to take a unit, and all may have been taken. A unit is held for what the reference has signed under
 * a limit, and is free before that lands only where the wallet could not pay meanwhile.
 */
function mayLackUnit(payment: OrderPayment, { order, states, run }: JudgedOrder): boolean {
  if (states.every(({ limit }) => limit === null) && !order.takesUse) return false;
  const hadNone = termsSince(order.at, { states, run }).some(({ limit }) => limit === null);
  if (!payment.referenceSigned || isRestored(run) || hadNone) return true;
  return run.landed.some(
    ({ signature, at, transfers }) =>
      signature !== payment.signature &&
      Math.abs(at - payment.at) < RECORDED_WITHIN_MS &&
      transfers.some(({ from }) => from === payment.payer),
  );
}

/** The same person may have the product for free, or another order for it may have been paid for them. */
function mayBeOwned(payment: OrderPayment, judged: JudgedOrder, others: readonly JudgedOrder[]) {
  const { order, run } = judged;
  const holder = order.buyerUid ?? run.accountOf(payment.payer);
  const taken = told(run.events, "took").filter(({ product }) => product === order.product);
  if (taken.some(({ uid }) => uid === holder)) return true;
  const paid = others.filter(({ possible }) => possible.length > 0);
  const gives = ({ product, items }: Told<"opened">) =>
    product === order.product || items.includes(order.product);
  return paid.some((one) => gives(one.order) && buyersOf(one).has(holder));
}

/** The same person may have used the order's code as often as one may: by other orders, or for nothing. */
function mayHaveUsedCode(
  payment: OrderPayment,
  judged: JudgedOrder,
  others: readonly JudgedOrder[],
) {
  const { order, run } = judged;
  const limit = limitOfPerson(order, run.events);
  if (limit === null) return false;
  const holder = order.buyerUid ?? run.accountOf(payment.payer);
  const taken = told(run.events, "took").filter((one) => one.code === order.code);
  const given = new Set(taken.flatMap(({ uid, product }) => (uid === holder ? [product] : [])));
  const bought = others.filter(
    (one) => one.order.code === order.code && one.possible.length > 0 && buyersOf(one).has(holder),
  );
  return given.size + bought.length >= limit;
}

/** Of an order that a claimed address opened, whoever paid; else its buyer, or who claims it. */
function buyersOf({ order, possible, claimedBy, run }: JudgedOrder): Set<string> {
  if (order.buyerUid !== null) return new Set([order.buyerUid, ...claimedBy]);
  return new Set([...possible.map(({ payer }) => run.accountOf(payer)), ...claimedBy]);
}
