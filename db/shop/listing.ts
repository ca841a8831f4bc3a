import { type PartOfBand, type PriceRange, splitRange } from "../../app/products/rules/price-bands";
import type { SortKey } from "../../app/shop/rules/cursor";
import { type Filters, priceCondition, type Scope, scopesOf } from "./filters";
import { follows, type SortOrder } from "./order";
import type { Query } from "./query";

/**
 * The most queries of one merge. SQLite limits the size of a compiled statement; this is well below
 * it with the longest conditions.
 */
const MAX_MERGED = 340;
/** The most terms of one compound SELECT that D1 accepts. */
const MAX_TERMS = 5;

/**
 * The active products that match, as a query of the columns of `order` without an ORDER BY; with one
 * it reads the rows of the result in their order, and few others.
 */
export function listing(filters: Filters, order: SortOrder, follow?: SortKey): Query {
  const { columns } = order;
  const start = follow ? ` AND ${follows(order, follow)}` : "";
  const queries = rowSources(filters, order, follow).map(
    ({ index, condition }) =>
      `SELECT ${columns} FROM products INDEXED BY ${index} WHERE status = 'active' AND ${condition}${start}`,
  );
  const sql = unionAll(queries.length > 0 ? queries : [`SELECT ${columns} FROM products WHERE 0`]);
  return { sql, params: [] };
}

/** The active products that match, in any order, with one column. */
export function matching(filters: Filters): Query {
  const queries = scopesOf(filters).map(
    ({ index, condition }) =>
      `SELECT seq FROM products INDEXED BY ${index}_price WHERE status = 'active' AND ${condition} AND ${priceCondition(filters)}`,
  );
  const sql = unionAll(queries.length > 0 ? queries : ["SELECT seq FROM products WHERE 0"]);
  return { sql, params: [] };
}

/** Rows of one index that are in the wanted order, or few enough to be sorted. */
interface RowSource {
  index: string;
  condition: string;
}

function rowSources(filters: Filters, order: SortOrder, follow?: SortKey): RowSource[] {
  const scopes = scopesOf(filters);
  const { price, type } = filters;
  const followed = (condition: string) =>
    follow ? `${condition} AND ${follows(order, follow)}` : condition;
  if (price && order.index !== "price" && scopes.length > 0) {
    const ofType = { index: "active_of_type_by", condition: `type = '${type}'`, id: 0 };
    const suffix = order.index === "seq" ? "" : `_${order.index}`;
    const sources = sourcesOfRange(price, scopes, scopes.length > 1 ? [ofType] : scopes, suffix);
    return sources.map((source) => ({ ...source, condition: followed(source.condition) }));
  }
  const range = order.index === "price" && price ? rangeAfter(price, order, follow) : followed("1");
  return scopes.map(({ index, condition }) => ({
    index: `${index}_${order.index}`,
    condition: `${condition} AND ${range}`,
  }));
}

/**
 * SQL condition for the prices of a range that follow a product. SQLite searches by one bound of each
 * kind, so that the range keeps only the one at the other end.
 */
function rangeAfter(price: PriceRange, order: SortOrder, follow: SortKey | undefined): string {
  const { from, to } = price;
  const isWithin =
    follow && (order.isDescending ? follow.priceLamports <= to : follow.priceLamports >= from);
  if (!isWithin) return priceCondition({ price });
  const end = order.isDescending ? `price_lamports >= ${from}` : `price_lamports <= ${to}`;
  return `${end} AND ${follows(order, follow)}`;
}

/**
 * A range of prices in the order of age or sales: its bands, and the prices of the bands at its
 * ends. `bandScopes` are the same products as `scopes`.
 */
function sourcesOfRange(
  price: PriceRange,
  scopes: readonly Scope[],
  bandScopes: readonly Scope[],
  suffix: string,
): RowSource[] {
  const { bands, parts } = splitRange(price);
  const inBand = (band: number, condition = "1") =>
    bandScopes.map((scope) => ({
      index: `${scope.index}_band${suffix}`,
      condition: `${scope.condition} AND price_band = ${band} AND ${condition}`,
    }));
  const sources = bands.flatMap((band) => inBand(band));
  for (const part of parts) {
    const single = scopes.flatMap((scope) => sourcesOfPart(part, scope, suffix));
    // A range that wide has few of its rows in this band.
    const between = priceCondition({ price: part });
    if (sources.length + single.length > MAX_MERGED) sources.push(...inBand(part.band, between));
    else sources.push(...single);
  }
  return sources;
}

/** Each round price of a part of a band, and the prices between them, which are few and sorted. */
function sourcesOfPart({ from, to, step }: PartOfBand, scope: Scope, suffix: string): RowSource[] {
  const sources: RowSource[] = [];
  let last = from - 1;
  const addBetween = (next: number) => {
    if (next - last < 2) return;
    const between = priceCondition({ price: { from: last + 1, to: next - 1 } });
    sources.push({
      index: `${scope.index}_price`,
      condition: `${scope.condition} AND ${between}`,
    });
  };
  const first = from === to ? from : Math.ceil(from / step) * step;
  for (let round = first; round <= to; round += step) {
    addBetween(round);
    sources.push({
      index: `${scope.index}_price${suffix}`,
      condition: `${scope.condition} AND price_lamports = ${round}`,
    });
    last = round;
  }
  addBetween(to + 1);
  return sources;
}

/**
 * The union of ordered queries, to be followed by one ORDER BY, in groups of groups of at most
 * `MAX_TERMS`. SQLite merges them and reads as many rows of each as the result needs.
 */
export function unionAll(queries: readonly string[]): string {
  if (queries.length <= MAX_TERMS) return queries.join(" UNION ALL ");
  let size = MAX_TERMS;
  while (size * MAX_TERMS < queries.length) size *= MAX_TERMS;
  const groups: string[] = [];
  for (let at = 0; at < queries.length; at += size) {
    groups.push(`SELECT * FROM (${unionAll(queries.slice(at, at + size))})`);
  }
  return groups.join(" UNION ALL ");
}
