import type { Hold } from "./order";
import type { OrderStatus } from "./order-state";

/** Everything that must agree, as the record has it. Amounts in lamports. */
export interface Books {
  products: {
    id: string;
    ownerUid: string;
    saleLimit: number | null;
    sold: number;
    held: number;
  }[];
  orders: {
    id: string;
    productId: string;
    ownerUid: string;
    buyerUid: string | null;
    status: OrderStatus;
    hold: Hold;
    settledAt: number | null;
    paidLamports: number | null;
    surplusLamports: number;
  }[];
  purchases: { uid: string; orderId: string; revokedAt: number | null }[];
  ledger: { orderId: string; ownerUid: string; kind: string; lamports: number }[];
}

/** Kinds of lines whose sum is what an order's sale stands at. */
const OF_SALE = ["sale", "vanished", "refund"];

/** What does not agree between ledger, orders, purchases and stock: a sentence each, none if all does. */
export function checkBooks(books: Books): string[] {
  const { products, orders, purchases, ledger } = books;
  const faults = checkPeople(books);
  const live = new Set(purchases.flatMap((one) => (one.revokedAt === null ? one.orderId : [])));
  const sales = new Map<string, number>();
  for (const { orderId, kind, lamports } of ledger) {
    if (OF_SALE.includes(kind)) sales.set(orderId, (sales.get(orderId) ?? 0) + lamports);
  }
  const units = new Map<string, number>();
  for (const order of orders) {
    const unit = `${order.productId} ${order.hold}`;
    units.set(unit, (units.get(unit) ?? 0) + 1);
    const paid = order.status === "paid";
    const due = paid ? (order.paidLamports ?? 0) - order.surplusLamports : 0;
    const stands = sales.get(order.id) ?? 0;
    if (stands !== due)
      faults.push(`order ${order.id}: the ledger says ${stands}, the order ${due}`);
    if (paid !== (order.hold === "sold")) {
      faults.push(`order ${order.id}: ${order.status}, but its unit is ${order.hold}`);
    }
    if (paid && order.settledAt === null) faults.push(`order ${order.id}: paid at no time`);
    if (paid && order.buyerUid !== null && !live.has(order.id)) {
      faults.push(`order ${order.id}: paid, and nothing was bought`);
    }
    if (!paid && live.has(order.id)) faults.push(`order ${order.id}: bought, and not paid`);
  }
  for (const { id, saleLimit, sold, held } of products) {
    const is = { sold: units.get(`${id} sold`) ?? 0, held: units.get(`${id} held`) ?? 0 };
    if (sold !== is.sold || held !== is.held) {
      faults.push(
        `product ${id}: sold ${sold}, held ${held}; its orders say sold ${is.sold}, held ${is.held}`,
      );
    }
    if (saleLimit !== null && sold + held > saleLimit) {
      faults.push(`product ${id}: ${sold} sold and ${held} held of ${saleLimit}`);
    }
  }
  return faults;
}

/** Lines, orders and products that name different sellers, purchases that name another buyer. */
function checkPeople({ products, orders, purchases, ledger }: Books): string[] {
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
  for (const { orderId, uid, revokedAt } of purchases) {
    const buyer = byId.get(orderId)?.buyerUid;
    if (revokedAt === null && buyer !== uid) {
      faults.push(`order ${orderId}: opened for ${buyer}, bought by ${uid}`);
    }
  }
  return faults;
}
