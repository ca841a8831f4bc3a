import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { Products } from "../../../db/products/products";
import type { Withdrawals } from "../../../db/withdrawals/withdrawals";
import type { Clock } from "../../lib/ports";
import { localDays } from "../../lib/time-zone";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import { firstDayOf, type Period } from "../../orders/rules/period";
import { readIncomingPayments } from "./read-incoming-payments";

interface Input {
  sellerUid: string;
  /** Null for all; one that the seller does not have is ignored. */
  productId: string | null;
  period: Period;
  /** The zone whose days are meant. */
  timeZone: string;
  /** The `next` of an earlier page. */
  before: string | null;
}

interface SalesDay {
  /** Days since 1970-01-01. */
  day: number;
  /** Newest first. */
  sales: IncomingPayment[];
}

/**
 * A page of sales by day, newest first, with the products to choose from. `unproved` has, by order, the
 * declarations of withdrawal that nothing proves.
 */
export async function readSales(
  { sellerUid, period, timeZone, before, ...input }: Input,
  deps: {
    incomingPayments: Pick<IncomingPayments, "toReview" | "sales">;
    products: Pick<Products, "titlesByOwner">;
    withdrawals: Pick<Withdrawals, "countUnproved">;
    clock: Clock;
  },
) {
  const zone = localDays(timeZone);
  const products = await deps.products.titlesByOwner(sellerUid);
  const productId = products.find(({ id }) => id === input.productId)?.id ?? null;
  const first = firstDayOf(period, zone.dayOf(deps.clock.now()));
  const since = first === null ? null : zone.startOf(first);
  const page = { sellerUid, list: "sales" as const, productId, since, before };
  const { items, next } = await readIncomingPayments(page, deps);
  const unproved = await deps.withdrawals.countUnproved(items.map(({ orderId }) => orderId));
  return { days: byDay(items, zone.dayOf), unproved, next, products, productId };
}

function byDay(sales: readonly IncomingPayment[], dayOf: (at: number) => number): SalesDay[] {
  const days: SalesDay[] = [];
  for (const sale of sales) {
    const day = dayOf(sale.at);
    const last = days.at(-1);
    if (last?.day === day) last.sales.push(sale);
    else days.push({ day, sales: [sale] });
  }
  return days;
}
