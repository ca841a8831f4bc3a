import type { DashboardReads, TableProduct } from "../../../db/dashboard/dashboard";
import type { Products } from "../../../db/products/products";
import { formatPrice, formatSol } from "../../lib/lamports";
import type { Clock, Settings } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import { firstDayOf, type Period } from "../../orders/rules/period";
import { coverOf } from "../../products/rules/cover";
import { MAX_LISTED_DRAFTS, shownDraft } from "../../products/rules/draft";
import { listingStatusOf } from "../../products/rules/product";
import { foldText } from "../../products/rules/search-text";
import { explorerLink } from "../../solana/explorer";
import { conversionOf, figuresOf, type SellerDay, type Sums, yearOf } from "../rules/figures";
import { type DashboardPlace, DEFAULT_PERIOD, MAX_SORTED_BY_VIEWS } from "../rules/place";
import { salesReportCsv } from "../rules/sales-report";
import { daysOfSources, sourceFigures } from "./read-sources";

/** Sources that the dashboard shows. */
const CARD_SOURCES = 5;
/** Orders that the dashboard shows. */
const LATEST_ORDERS = 5;

/** Of which the dashboard counts the uses of codes. */
const CODE_USES_MS = 30 * DAY_MS;

/** Rows of the product table, which bounds the days of views and sales that are read. */
export const PRODUCTS_PER_PAGE = 100;

interface Input {
  uid: string;
  place: DashboardPlace;
  /** Products to confirm a change of. */
  confirmIds: readonly string[];
}

interface Deps {
  dashboard: Pick<DashboardReads, "read">;
  clock: Clock;
  settings: Pick<Settings, "cluster">;
}

/** A seller's products and sales as the page shows them: amounts are SOL as decimal text. */
export async function readDashboard({ uid, place, confirmIds }: Input, deps: Deps) {
  const now = deps.clock.now();
  const today = Math.floor(now / DAY_MS);
  const period = place.period ?? DEFAULT_PERIOD;
  const page = place.page ?? 1;
  const records = await deps.dashboard.read(uid, {
    products: {
      limit: PRODUCTS_PER_PAGE,
      offset: (page - 1) * PRODUCTS_PER_PAGE,
      search: foldText(place.q ?? ""),
      sort: place.sort,
      since: firstDayOf(period, today) ?? 0,
    },
    latest: LATEST_ORDERS,
    drafts: MAX_LISTED_DRAFTS,
    confirmIds,
    sources: { ...daysOfSources(period, today), productId: null, limit: CARD_SOURCES },
    codes: { now, since: now - CODE_USES_MS },
  });
  const { totals, days, toReview, withdrawals, latest, drafts, newestEvent, confirm } = records;
  return {
    period,
    page,
    pages: Math.max(1, Math.ceil(totals.found / PRODUCTS_PER_PAGE)),
    hasProducts: totals.products > 0,
    /** They share in a product of somebody, or did. */
    isAuthor: totals.isAuthor === 1,
    /** They recommend a product of somebody, did, or have applied for it. */
    isAffiliate: totals.isAffiliate === 1,
    /** Products that the search finds. */
    found: totals.found,
    canSortByViews: totals.products <= MAX_SORTED_BY_VIEWS,
    products: records.products.map(dashboardProduct),
    confirm,
    /** The last saved first. */
    drafts: drafts.map(shownDraft),
    /** Number of payments in review. */
    toReview,
    withdrawals,
    /** Null for a seller without codes. */
    codes: totals.codes > 0 ? { live: totals.liveCodes, uses: totals.codeUses } : null,
    onSale: { active: totals.active, soldOut: totals.soldOut },
    figures: shownFigures(days, period, today),
    sources: sourceFigures(records.sources),
    /** Newest first. */
    latest: latest.map((sale) => latestOrder(sale, deps.settings)),
    /** Years with entries, for the report; newest first. */
    years: yearsSince(days[0]?.day ?? today, today),
    newestEvent,
  };
}

function dashboardProduct(product: TableProduct) {
  const { id, title, sold, saleType, saleLimit, status, views } = product;
  const price = formatPrice(product);
  return {
    id,
    title,
    cover: coverOf(product, "small"),
    sales: sold,
    given: product.given,
    price,
    saleType,
    saleLimit,
    status,
    listing: listingStatusOf(product),
    views,
    conversion: conversionOf(product),
  };
}

function latestOrder(sale: IncomingPayment, { cluster }: Pick<Settings, "cluster">) {
  const { orderId, title, payer, signature, at, status } = sale;
  const explorer = explorerLink(signature, cluster);
  const isRefunded = status === "refunded";
  return { orderId, title, payer, explorer, at, paid: formatSol(sale.paid), isRefunded };
}

function shownFigures(days: readonly SellerDay[], period: Period, today: number) {
  const { total, before, unit, bars } = figuresOf(days, period, today);
  return {
    unit,
    hasSales: days.length > 0,
    ...shownSums(total),
    /** Of the period before; null where there is none, or nothing was sold in it. */
    before: before && before.sales !== 0 ? shownSums(before) : null,
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
    products.map((product) => ({
      id: product.id,
      title: product.title,
      sales: product.sold,
      price: formatSol(product.priceLamports),
      status: listingStatusOf(product),
    })),
  );
}
