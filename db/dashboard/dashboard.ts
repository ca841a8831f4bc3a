import { type SQL, sql } from "drizzle-orm";
import type { SellerDay } from "../../app/dashboard/rules/figures";
import { MAX_SORTED_BY_VIEWS, type ProductSort } from "../../app/dashboard/rules/place";
import type { IncomingPayment } from "../../app/orders/rules/incoming-payment";
import { hasChosenPrice } from "../../app/products/rules/chosen-price";
import type { Draft } from "../../app/products/rules/draft";
import { isGivenFree } from "../../app/products/rules/product";
import type { SaleType } from "../../app/products/rules/sale-type";
import { type Db, readBatch } from "../client";
import { newestEventOf } from "../orders/events";
import { type IncomingPaymentRow, toIncomingPayment } from "../orders/incoming-payment-rows";
import {
  MAX_TO_REVIEW,
  paymentsToReview,
  salesOf,
  shortPayments,
} from "../orders/incoming-payments";
import { type DraftRow, draftsOf, toDraft } from "../products/draft-list";
import { openWithdrawals } from "../withdrawals/withdrawals";
import { type CodeTotals, codeTotals } from "./code-sales";
import { type SourceRow, type SourceSelection, sourcesOf } from "./sources";

interface DashboardSelection {
  /** Products of the table, newest first. */
  products: ProductSelection;
  /** Newest sales. */
  latest: number;
  /** Unfinished uploads. */
  drafts: number;
  /** Products to confirm a change of; their rows may be on other pages. */
  confirmIds: readonly string[];
  sources: SourceSelection;
  /** Times (epoch ms): uses of codes are counted from `since` on. */
  codes: { now: number; since: number };
}

interface ProductSelection {
  limit: number;
  offset: number;
  /** What titles contain, as `foldText` returns it; empty for all. */
  search: string;
  sort: ProductSort | null;
  /** First day of views and of the sales compared with them; days since 1970-01-01. */
  since: number;
}

/** A row of the product table. */
export interface TableProduct {
  id: string;
  title: string;
  coverMediaId: string;
  coverSmallMediaId: string;
  coverFocusX: number | null;
  coverFocusY: number | null;
  sold: number;
  /** People to whom it was given without a payment, which is no sale. */
  given: number;
  priceLamports: bigint;
  isFree: boolean;
  isPriceChosen: boolean;
  saleType: SaleType;
  saleLimit: number | null;
  status: "active" | "disabled";
  /** Of the selected days. */
  views: number;
  /** On those of the selected days on which views were counted. */
  sales: number;
}

interface Totals extends CodeTotals {
  products: number;
  /** Those that the search finds. */
  found: number;
  /** On sale: active, and not sold out. */
  active: number;
  soldOut: number;
  /** 1 for one who shares in a product of somebody, or did; else 0. */
  isAuthor: number;
  isAffiliate: number;
}

interface DashboardRecords {
  /** Without other people's products, drafts and unknown ids; newest first. */
  confirm: Pick<TableProduct, "id" | "title" | "status">[];
  products: TableProduct[];
  sources: SourceRow[];
  totals: Totals;
  days: SellerDay[];
  toReview: number;
  /** Declarations of withdrawal that wait for the seller. */
  withdrawals: number;
  latest: IncomingPayment[];
  drafts: Draft[];
  /** Id of the newest event; 0 without one. */
  newestEvent: number;
}

export type DashboardReads = ReturnType<typeof dashboardIn>;

/** What the dashboard of a seller shows. */
export function dashboardIn(db: Db) {
  return {
    /** All of it, by one batch. */
    async read(ownerUid: string, selection: DashboardSelection): Promise<DashboardRecords> {
      const rows = await readBatch(db, [
        productsOf(ownerUid, selection.products),
        totalsOf(ownerUid, selection),
        daysOf(ownerUid),
        paymentsToReview(ownerUid, { limit: MAX_TO_REVIEW }),
        shortPayments(ownerUid, { limit: MAX_TO_REVIEW, open: true }),
        salesOf(ownerUid, { limit: selection.latest }),
        draftsOf(ownerUid, selection.drafts),
        newestEventOf(ownerUid),
        confirmedProducts(ownerUid, selection.confirmIds),
        openWithdrawals(ownerUid),
        sourcesOf(ownerUid, selection.sources),
      ]);
      const [products, totals, days, toReview, short, latest, drafts, event, confirm, ...others] =
        rows;
      const [withdrawals, sources] = others;
      return {
        products: (products as ProductRow[]).map(toTableProduct),
        totals: (totals as Totals[])[0] ?? NO_PRODUCTS,
        days: (days as DayRow[]).map(toSellerDay),
        toReview: Math.min((toReview?.length ?? 0) + (short?.length ?? 0), MAX_TO_REVIEW),
        withdrawals: withdrawals?.length ?? 0,
        latest: (latest as IncomingPaymentRow[]).map(toIncomingPayment),
        drafts: (drafts as DraftRow[]).map(toDraft),
        newestEvent: (event as { id: number }[])[0]?.id ?? 0,
        confirm: confirm as DashboardRecords["confirm"],
        sources: sources as SourceRow[],
      };
    },
  };
}

interface ProductRow extends Omit<TableProduct, "priceLamports" | "isFree" | "isPriceChosen"> {
  priceLamports: number;
  isFree: number;
  isPriceChosen: number;
}

/**
 * Sales are compared with views from the first day on that has views of any product: before it, none
 * were counted. Reads the products of the page and their days.
 */
export function productsOf(ownerUid: string, selection: ProductSelection): SQL {
  const { limit, offset, search, sort, since } = selection;
  const counted = sql`max(${since}, coalesce((SELECT min(day) FROM product_views), 0))`;
  return sql`
    SELECT p.id, p.title, p.cover_media_id AS coverMediaId,
      p.cover_small_media_id AS coverSmallMediaId,
      p.cover_focus_x AS coverFocusX, p.cover_focus_y AS coverFocusY, p.sold, p.given,
      p.price_lamports AS priceLamports, p.is_free AS isFree, p.is_price_chosen AS isPriceChosen,
      p.sale_type AS saleType, p.sale_limit AS saleLimit, p.status,
      (SELECT coalesce(sum(v.views), 0) FROM product_views v
        WHERE v.product_id = p.id AND v.day >= ${since}) AS views,
      (SELECT coalesce(sum(d.sales), 0) FROM product_days d
        WHERE d.product_id = p.id AND d.day >= ${counted}) AS sales
    FROM products p WHERE p.owner_uid = ${ownerUid} AND p.status <> 'draft' AND ${contains(search)}
    ORDER BY ${orderOf(ownerUid, sort)} LIMIT ${limit} OFFSET ${offset}`;
}

/** SQL condition on the titles of products, which begin their texts: a search finds no line break. */
function contains(search: string): SQL {
  if (search === "") return sql`1`;
  return sql`instr(search_text, ${search}) BETWEEN 1 AND instr(search_text, char(10))`;
}

/** SQL order of products `p` of `productsOf`; the newest come first where they are equal. */
function orderOf(ownerUid: string, sort: ProductSort | null): SQL {
  const newest = sql.raw("p.seq DESC");
  if (sort === null) return newest;
  const [column, direction] = sort.split("-") as [keyof typeof columns | "views", string];
  // The title begins the text.
  const columns = { title: "p.search_text", sales: "p.sold", price: "p.price_lamports" };
  const isFew = sql`(SELECT count(*) FROM (SELECT 1 FROM products WHERE owner_uid = ${ownerUid}
    LIMIT ${MAX_SORTED_BY_VIEWS + 1})) <= ${MAX_SORTED_BY_VIEWS}`;
  const value =
    column === "views" ? sql`CASE WHEN ${isFew} THEN views END` : sql.raw(columns[column]);
  return sql`${value} ${sql.raw(direction)}, ${newest}`;
}

const NO_PRODUCTS: Totals = {
  ...{ products: 0, found: 0, active: 0, soldOut: 0, isAuthor: 0, isAffiliate: 0 },
  ...{ codes: 0, liveCodes: 0, codeUses: 0 },
};

/** As `listingStatusOf` says of each product. */
function totalsOf(
  ownerUid: string,
  { products: { search }, codes }: Pick<DashboardSelection, "products" | "codes">,
): SQL {
  const isSoldOut = sql`status = 'active' AND sale_limit IS NOT NULL AND sold >= sale_limit`;
  return sql`SELECT count(*) AS products, coalesce(sum(${contains(search)}), 0) AS found,
      coalesce(sum(status = 'active' AND NOT (${isSoldOut})), 0) AS active,
      coalesce(sum(${isSoldOut}), 0) AS soldOut, ${codeTotals(ownerUid, codes)},
      EXISTS (SELECT 1 FROM authors WHERE authors.uid = ${ownerUid}) AS isAuthor,
      EXISTS (SELECT 1 FROM affiliates WHERE affiliates.uid = ${ownerUid}) AS isAffiliate
    FROM products WHERE owner_uid = ${ownerUid} AND status <> 'draft'`;
}

interface DayRow {
  day: number;
  sales: number;
  gross: number;
  fee: number;
}

/** Every day with a sale, a refund or a rollback, oldest first. */
function daysOf(ownerUid: string): SQL {
  return sql`SELECT day, sales, gross_lamports AS gross, fee_lamports AS fee
    FROM seller_days WHERE owner_uid = ${ownerUid} ORDER BY day`;
}

function confirmedProducts(ownerUid: string, ids: readonly string[]): SQL {
  return sql`SELECT id, title, status FROM products
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND owner_uid = ${ownerUid} AND status <> 'draft' ORDER BY seq DESC`;
}

function toTableProduct(row: ProductRow): TableProduct {
  return {
    ...row,
    priceLamports: BigInt(row.priceLamports),
    isFree: isGivenFree(row),
    isPriceChosen: hasChosenPrice(row),
  };
}

function toSellerDay({ day, sales, gross, fee }: DayRow): SellerDay {
  return { day, sales, grossLamports: BigInt(gross), feeLamports: BigInt(fee) };
}
