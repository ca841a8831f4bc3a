import type { SellerDays } from "../../../db/dashboard/seller-days";
import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { Products } from "../../../db/products/products";
import { formatSol } from "../../lib/lamports";
import type { Clock, Settings } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import type { Period } from "../../orders/rules/period";
import { coverOf } from "../../products/rules/cover";
import type { Product } from "../../products/rules/product";
import { explorerLink } from "../../solana/explorer";
import { figuresOf, type SellerDay, type Sums, sumOf, yearOf } from "../rules/figures";
import { salesReportCsv } from "../rules/sales-report";

/** Orders that the dashboard shows. */
const LATEST_ORDERS = 5;

interface Deps {
  products: Pick<Products, "byOwner">;
  sellerDays: SellerDays;
  incomingPayments: Pick<IncomingPayments, "countToReview" | "sales">;
  clock: Clock;
  settings: Pick<Settings, "cluster">;
}

/** A seller's products and sales as the page shows them: amounts are SOL as decimal text. */
export async function readDashboard({ uid, period }: { uid: string; period: Period }, deps: Deps) {
  const [products, days, toReview, latest] = await Promise.all([
    deps.products.byOwner(uid),
    deps.sellerDays.ofSeller(uid),
    deps.incomingPayments.countToReview(uid),
    deps.incomingPayments.sales(uid, { limit: LATEST_ORDERS }),
  ]);
  const today = Math.floor(deps.clock.now() / DAY_MS);
  const { sales: _, ...total } = shownSums(sumOf(days));
  return {
    /** Newest first. */
    products: products.map(dashboardProduct),
    /** Number of payments in review. */
    toReview,
    stats: {
      sales: products.reduce((sum, product) => sum + product.sold, 0),
      active: products.filter((product) => product.status === "active").length,
      ...total,
    },
    /** Null before the first sale. */
    figures: days.length > 0 ? shownFigures(days, period, today) : null,
    /** Newest first. */
    latest: latest.map((sale) => latestOrder(sale, deps.settings)),
    /** Years with entries, for the report; newest first. */
    years: yearsSince(days[0]?.day ?? today, today),
  };
}

function dashboardProduct(product: Product) {
  const { id, title, sold, saleType, saleLimit, status } = product;
  const price = formatSol(product.priceLamports);
  return {
    id,
    title,
    cover: coverOf(product, "small"),
    sales: sold,
    price,
    saleType,
    saleLimit,
    status,
  };
}

function latestOrder(sale: IncomingPayment, { cluster }: Pick<Settings, "cluster">) {
  const { orderId, title, payer, signature, at, status } = sale;
  const explorer = explorerLink(signature, cluster);
  const isRefunded = status === "refunded";
  return { orderId, title, payer, explorer, at, paid: formatSol(sale.paid), isRefunded };
}

function shownFigures(days: readonly SellerDay[], period: Period, today: number) {
  const { total, unit, bars } = figuresOf(days, period, today);
  return {
    period,
    unit,
    ...shownSums(total),
    bars: bars.map((bar) => ({
      /** The start of the day, month or year in UTC, epoch ms. */
      at: bar.day * DAY_MS,
      ...shownSums(bar),
      /** Revenue for the chart, which may be rounded. */
      height: Number(bar.grossLamports),
    })),
  };
}

function shownSums({ sales, grossLamports, feeLamports }: Sums) {
  return {
    sales,
    revenue: formatSol(grossLamports),
    net: formatSol(grossLamports - feeLamports),
  };
}

function yearsSince(first: number, today: number): number[] {
  const [oldest, newest] = [yearOf(first), yearOf(today)];
  return Array.from({ length: newest - oldest + 1 }, (_, at) => newest - at);
}

/** A seller's products and their sales as CSV. */
export async function readSalesReport(
  { uid }: { uid: string },
  deps: { products: Pick<Products, "byOwner"> },
): Promise<string> {
  const products = await deps.products.byOwner(uid);
  return salesReportCsv(
    products.map(({ id, title, sold, priceLamports, status }) => ({
      id,
      title,
      sales: sold,
      price: formatSol(priceLamports),
      status,
    })),
  );
}
