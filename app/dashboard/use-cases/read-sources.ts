import type { SourceReads, SourceRow } from "../../../db/dashboard/sources";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { DAY_MS } from "../../lib/time-zone";
import { firstDayOf, type Period } from "../../orders/rules/period";
import { nameOfSource, VIEWS_LIFETIME_DAYS } from "../../products/rules/sources";
import { conversionOf } from "../rules/figures";
import type { ShownSource, SourceFigures } from "../rules/sources";

/** Of the table; the sums of the others are one row. */
const MAX_SHOWN_SOURCES = 100;
/** That links can be made for. */
const MAX_LINKED_PRODUCTS = 100;

interface Input {
  uid: string;
  period: Period;
  /** Null for all of the seller's products. */
  productId: string | null;
}

interface Deps {
  sources: Pick<SourceReads, "read">;
  clock: Clock;
}

/**
 * Views and sales of a period by source, with the names that the seller made and the product that links are
 * for: the chosen one, else the newest. Throws `not_found` for a product of another seller.
 */
export async function readSources({ uid, period, productId }: Input, deps: Deps) {
  const today = Math.floor(deps.clock.now() / DAY_MS);
  const { sources, names, products, product } = await deps.sources.read(uid, {
    ...daysOfSources(period, today),
    productId,
    limit: MAX_SHOWN_SOURCES,
    products: MAX_LINKED_PRODUCTS,
  });
  if (productId !== null && !product) throw new Problem("not_found");
  const isListed = !product || products.some(({ id }) => id === product.id);
  return {
    period,
    figures: sourceFigures(sources),
    names,
    products: isListed ? products : [product, ...products],
    linked: product ?? products[0] ?? null,
  };
}

/** The days of a period: the oldest sums are removed, so that all are `VIEWS_LIFETIME_DAYS`. */
export function daysOfSources(period: Period, today: number): { since: number; until: number } {
  return { since: firstDayOf(period, today) ?? today - VIEWS_LIFETIME_DAYS, until: today };
}

/** As page and card show them. */
export function sourceFigures(rows: readonly SourceRow[]): SourceFigures {
  const { allViews, allSales, countedFrom } = rows[0] ?? NOTHING;
  const sum = (key: "views" | "sales") => rows.reduce((total, row) => total + row[key], 0);
  const rest = { views: allViews - sum("views"), sales: allSales - sum("sales") };
  return {
    sources: rows.map(shownSource),
    rest: rest.views === 0 && rest.sales === 0 ? null : withConversion(rest),
    countedFrom: countedFrom === null ? null : countedFrom * DAY_MS,
  };
}

const NOTHING = { allViews: 0, allSales: 0, countedFrom: null };

function shownSource({ source, ...sums }: SourceRow): ShownSource {
  const name = nameOfSource(source);
  return { source, name, ...withConversion(sums) };
}

function withConversion({ views, sales }: { views: number; sales: number }) {
  return { views, sales, conversion: conversionOf({ views, sales }) };
}
