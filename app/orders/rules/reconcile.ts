import {
  FEE_KINDS,
  FEE_OWED_KINDS,
  REVENUE_KINDS,
  REVENUE_KINDS_BY_SIGNATURE,
  SHARE_KINDS,
  SHARE_OWED_KINDS,
  SURPLUS_KINDS,
  UNDECIDED_KINDS,
} from "./ledger-kinds";
import { type Hold, UNIT_HOLDS } from "./order";
import type { OrderStatus } from "./order-state";

/** The rows that are compared. Amounts in lamports. */
export interface LedgerSnapshot {
  products: {
    id: string;
    ownerUid: string;
    saleLimit: number | null;
    sold: number;
    held: number;
  }[];
  /** Units of the items of bundles. */
  itemHolds: { productId: string; state: Hold; orderId: string }[];
  things: { id: string; capacity: number; held: number; sold: number }[];
  holds: { thing: string; state: Hold; orderId: string }[];
  /** What others who share in sales got, and are owed. */
  shares: { orderId: string; kind: string; lamports: number; signature: string }[];
  orders: BookedOrder[];
  /** Who may download what was bought by which order. */
  rights: BookedRight[];
  /** As the version before reads them. */
  purchases: BookedRight[];
  ledger: {
    orderId: string;
    ownerUid: string;
    kind: string;
    lamports: number;
    signature: string;
    payer: string | null;
  }[];
}

interface BookedRight {
  uid: string;
  productId: string;
  orderId: string;
  revokedAt: number | null;
}

interface BookedOrder {
  id: string;
  productId: string;
  ownerUid: string;
  buyerUid: string | null;
  status: OrderStatus;
  hold: Hold;
  /** Number of things that it takes besides a unit of its product. */
  otherThings: number;
  /** JSON: the ids of a bundle's items; null or empty for an order of one product. */
  items: string | null;
  settledAt: number | null;
  /** 0 for a file that the seller granted after a rollback. */
  paidLamports: number | null;
  surplusLamports: number;
  feeOwedLamports: number;
}

/**
 * Discrepancies between ledger, orders, rights, purchases and stock, a sentence each; empty if all agree.
 */
export function reconcile(snapshot: LedgerSnapshot): string[] {
  const { products, orders, rights, ledger, itemHolds } = snapshot;
  const live = new Set(rights.flatMap((one) => (one.revokedAt === null ? one.orderId : [])));
  const lines = groupBy(ledger, ({ orderId }) => orderId);
  const units = new Map<string, number>();
  const held = itemHolds.map(({ productId, state: hold }) => ({ productId, hold }));
  for (const { productId, hold } of [...orders, ...held]) {
    const unit = `${productId} ${hold}`;
    units.set(unit, (units.get(unit) ?? 0) + 1);
  }
  return [
    ...orders.flatMap((order) => [
      ...moneyDiscrepancies(order, lines.get(order.id) ?? []),
      ...boughtDiscrepancies(order, live.has(order.id), lines.get(order.id) ?? []),
    ]),
    ...peopleDiscrepancies(snapshot),
    ...rightDiscrepancies(snapshot),
    ...products.flatMap((product) => stockDiscrepancies(product, units)),
    ...thingDiscrepancies(snapshot),
    ...bundleDiscrepancies(snapshot),
    ...shareDiscrepancies(snapshot),
  ].sort();
}

const BOOKED_SHARES: readonly string[] = [...SHARE_KINDS, ...SHARE_OWED_KINDS];

/** The seller's ledger has the sums of what the others have on record. */
function shareDiscrepancies({ ledger, shares }: LedgerSnapshot): string[] {
  const net = new Map<string, number>();
  const add = (
    { orderId, kind, signature }: LedgerSnapshot["shares"][number],
    lamports: number,
  ) => {
    const key = `order ${orderId}: ${kind} of ${signature}`;
    if (BOOKED_SHARES.includes(kind)) net.set(key, (net.get(key) ?? 0) + lamports);
  };
  for (const line of ledger) add(line, line.lamports);
  for (const share of shares) add(share, -share.lamports);
  return [...net].flatMap(([key, more]) =>
    more === 0 ? [] : [`${key}: the ledger has ${more} more than the entries by wallet`],
  );
}

function moneyDiscrepancies(order: BookedOrder, lines: LedgerSnapshot["ledger"]): string[] {
  const faults: string[] = [];
  const sum = (kinds: readonly string[], of = lines) =>
    of.reduce((total, line) => total + (kinds.includes(line.kind) ? line.lamports : 0), 0);
  const agree = (what: string, stands: number, due: number) => {
    if (stands !== due) {
      faults.push(`order ${order.id}: the ledger says ${stands} for ${what}, the order ${due}`);
    }
  };
  const paid = order.status === "paid";
  agree(
    "the sale",
    sum(REVENUE_KINDS),
    paid ? (order.paidLamports ?? 0) - order.surplusLamports : 0,
  );
  // Commission and surplus stay on record when a sale is refunded: the platform keeps the one, and
  // the other goes back as money beside the sale.
  if (order.status !== "refunded") {
    agree("commission owed", sum(FEE_OWED_KINDS), paid ? order.feeOwedLamports : 0);
    agree("the surplus", sum(SURPLUS_KINDS), paid ? order.surplusLamports : 0);
    if (!paid) agree("commission", sum(FEE_KINDS), 0);
    if (!paid) agree("shares", sum([...SHARE_KINDS, ...SHARE_OWED_KINDS]), 0);
  }
  for (const [signature, own] of groupBy(lines, (line) => line.signature)) {
    for (const kinds of [
      REVENUE_KINDS_BY_SIGNATURE,
      FEE_KINDS,
      FEE_OWED_KINDS,
      SHARE_KINDS,
      SHARE_OWED_KINDS,
      SURPLUS_KINDS,
      UNDECIDED_KINDS,
    ]) {
      const net = sum(kinds, own);
      if (net < 0) faults.push(`order ${order.id}: ${kinds[0]} of ${signature} is ${net}`);
    }
    for (const ofWallet of groupBy(own, ({ payer }) => payer ?? "").values()) {
      if (sum(REVENUE_KINDS_BY_SIGNATURE, ofWallet) > 0 && sum(UNDECIDED_KINDS, ofWallet) > 0) {
        faults.push(`order ${order.id}: ${signature} is a sale and waits`);
      }
    }
  }
  return faults;
}

function boughtDiscrepancies(
  order: BookedOrder,
  bought: boolean,
  lines: LedgerSnapshot["ledger"],
): string[] {
  const faults: string[] = [];
  const { id, status, hold, settledAt, buyerUid } = order;
  const paid = status === "paid";
  // A partial payment takes a unit of stock, but does not count as a sale of an unlimited product.
  const hasUnit = hold === "sold" || (hold !== "held" && lines.some(isPartial));
  if (paid ? !hasUnit : hold === "sold")
    faults.push(`order ${id}: ${status}, but its unit is ${hold}`);
  if (paid && settledAt === null) faults.push(`order ${id}: paid at no time`);
  if (paid && buyerUid !== null && !bought)
    faults.push(`order ${id}: paid, and nothing was bought`);
  if (!paid && bought) faults.push(`order ${id}: bought, and not paid`);
  return faults;
}

function isPartial({ kind }: LedgerSnapshot["ledger"][number]): boolean {
  return kind === "partial";
}

function stockDiscrepancies(
  product: LedgerSnapshot["products"][number],
  units: Map<string, number>,
): string[] {
  const faults: string[] = [];
  const { id, saleLimit, sold, held } = product;
  const is = { sold: units.get(`${id} sold`) ?? 0, held: units.get(`${id} held`) ?? 0 };
  if (sold !== is.sold || held !== is.held) {
    faults.push(
      `product ${id}: sold ${sold}, held ${held}; its orders say sold ${is.sold}, held ${is.held}`,
    );
  }
  if (saleLimit !== null && sold + held > saleLimit) {
    faults.push(`product ${id}: ${sold} sold and ${held} held of ${saleLimit}`);
  }
  return faults;
}

/** Counters of things, what their orders hold, and what those take. */
function thingDiscrepancies({ things, holds, orders }: LedgerSnapshot): string[] {
  const held = (of: typeof holds, state: Hold) => of.filter((one) => one.state === state).length;
  const byThing = groupBy(holds, ({ thing }) => thing);
  const byOrder = groupBy(holds, ({ orderId }) => orderId);
  const faults = things.flatMap((thing) => {
    const of = byThing.get(thing.id) ?? [];
    const is = { sold: held(of, "sold"), held: held(of, "held") };
    const says = `thing ${thing.id}: sold ${thing.sold}, held ${thing.held}`;
    return [
      ...(thing.sold === is.sold && thing.held === is.held
        ? []
        : [`${says}; its orders say sold ${is.sold}, held ${is.held}`]),
      ...(thing.sold + thing.held > thing.capacity ? [`${says} of ${thing.capacity}`] : []),
    ];
  });
  for (const { id, hold, otherThings } of orders) {
    const of = byOrder.get(id) ?? [];
    const due = UNIT_HOLDS.some((state) => state === hold) ? otherThings : 0;
    if (held(of, hold) !== due || of.length !== due) {
      faults.push(`order ${id}: ${hold}, and has ${of.length} of ${otherThings} things`);
    }
  }
  return faults;
}

/** A bundle gives a right to each of its items, and none once it ended; its units are in the state of its order. */
function bundleDiscrepancies({ orders, rights, itemHolds }: LedgerSnapshot): string[] {
  const live = new Set(
    rights.flatMap(({ orderId, productId, revokedAt }) =>
      revokedAt === null ? [`${orderId} ${productId}`] : [],
    ),
  );
  const byOrder = new Map(orders.map((order) => [order.id, order]));
  const ofItems = orders.flatMap(({ id, status, items, buyerUid }) => {
    const ids: string[] = JSON.parse(items ?? "[]");
    const isDue = status === "paid" && buyerUid !== null;
    return ids.flatMap((item) =>
      live.has(`${id} ${item}`) === isDue
        ? []
        : [`order ${id}: ${status}, and its item ${item} is ${isDue ? "not " : ""}the buyer's`],
    );
  });
  const ofUnits = itemHolds.flatMap(({ orderId, productId, state }) => {
    const hold = byOrder.get(orderId)?.hold;
    return hold === state
      ? []
      : [`order ${orderId}: ${hold}, and its unit of ${productId} is ${state}`];
  });
  return [...ofItems, ...ofUnits];
}

/** A purchase says the same as the right to it. A right can be without one: a later order takes a purchase over. */
function rightDiscrepancies({ rights, purchases }: LedgerSnapshot): string[] {
  const keyOf = ({ orderId, productId }: BookedRight) => `${orderId} ${productId}`;
  const stateOf = ({ uid, revokedAt }: BookedRight) =>
    `${uid}${revokedAt === null ? "" : ", ended"}`;
  const states = new Map(rights.map((right) => [keyOf(right), stateOf(right)]));
  return purchases.flatMap((purchase) => {
    const [right, state] = [states.get(keyOf(purchase)), stateOf(purchase)];
    return right === state
      ? []
      : [`order ${purchase.orderId}: bought by ${state}, and the right is of ${right ?? "nobody"}`];
  });
}

/** Entries, orders and products with different sellers, and rights with another buyer. */
function peopleDiscrepancies({ products, orders, rights, ledger }: LedgerSnapshot): string[] {
  const owners = new Map(products.map(({ id, ownerUid }) => [id, ownerUid]));
  const byId = new Map(orders.map((order) => [order.id, order]));
  const faults = orders.flatMap(({ id, productId, ownerUid }) => {
    const owner = owners.get(productId) ?? ownerUid;
    return owner === ownerUid
      ? []
      : [`order ${id}: sold by ${ownerUid}, its product is ${owner}'s`];
  });
  for (const { orderId, ownerUid, kind } of ledger) {
    const seller = byId.get(orderId)?.ownerUid;
    if (seller !== ownerUid) {
      faults.push(`order ${orderId}: sold by ${seller}, its ${kind} is booked for ${ownerUid}`);
    }
  }
  for (const { orderId, uid, revokedAt } of rights) {
    const buyer = byId.get(orderId)?.buyerUid;
    if (revokedAt === null && buyer !== uid) {
      faults.push(`order ${orderId}: opened for ${buyer}, bought by ${uid}`);
    }
  }
  return faults;
}

function groupBy<T>(all: T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
