import { splitRange } from "../../app/products/rules/price-bands";
import { type Filters, priceCondition, scopesOf } from "./filters";
import { unionAll } from "./listing";
import type { Query } from "./query";

/** First code of the letters that stand for ids in `tags`: a private use area of Unicode. */
const FIRST_TAG_CODE = 57_344;
/** Bands that one tag of a group stands for. */
const BANDS_OF_GROUP = 10;

/**
 * The active products that match and contain a folded text that `isIndexed`, as a
 * query of `seq` without an ORDER BY; with one by `seq` it reads the rows of the result only.
 *
 * @param bound SQL comparison that `seq` meets: `< 5`
 */
export function found(text: string, filters: Filters, bound?: string): Query {
  const matches = `product_search MATCH ?${bound ? ` AND rowid ${bound}` : ""}`;
  if (scopesOf(filters).length === 0)
    return { sql: "SELECT seq FROM products WHERE 0", params: [] };
  const { bands, parts } = filters.price ? splitRange(filters.price) : { bands: null, parts: [] };
  const queries: string[] = [];
  const params: string[] = [];
  if (bands === null || bands.length > 0) {
    queries.push(`SELECT rowid AS seq FROM product_search WHERE ${matches}`);
    params.push(matchExpression(text, filters, bands));
  }
  if (parts.length > 0) {
    const ends = parts.map(({ band }) => band);
    queries.push(
      `SELECT product_search.rowid AS seq FROM product_search CROSS JOIN products
       ON products.seq = product_search.rowid
       WHERE ${matches.replace("rowid", "product_search.rowid")} AND ${priceCondition(filters)}`,
    );
    params.push(matchExpression(text, filters, ends));
  }
  return { sql: unionAll(queries), params };
}

/** `bands` of prices, ascending; null for all. */
function matchExpression(text: string, filters: Filters, bands: readonly number[] | null): string {
  const terms: string[] = [];
  const { category, subcategory, type } = filters;
  if (subcategory !== null) terms.push(anyTag([tag("s", subcategory)]));
  else if (category !== null || type !== null) {
    terms.push(anyTag(scopesOf(filters).map(({ id }) => tag("c", id))));
  }
  if (bands) terms.push(anyTag(tagsOfBands(bands)));
  terms.push(`text : ${quoted(text)}`);
  return terms.join(" AND ");
}

/** One tag for each group of ten bands, and one for each other band. */
function tagsOfBands(bands: readonly number[]): string[] {
  const known = new Set(bands);
  const tags = new Set<string>();
  for (const band of bands) {
    const group = Math.floor(band / BANDS_OF_GROUP);
    const members = Array.from({ length: BANDS_OF_GROUP }, (_, at) => group * BANDS_OF_GROUP + at);
    tags.add(members.every((one) => known.has(one)) ? tag("g", group) : tag("b", band));
  }
  return [...tags];
}

/** The trigram that the triggers on `products` write. */
function tag(kind: "c" | "s" | "b" | "g", id: number): string {
  return `${kind}${String.fromCodePoint(FIRST_TAG_CODE + id)};`;
}

const anyTag = (tags: readonly string[]) => `tags : (${tags.map(quoted).join(" OR ")})`;

/** A phrase: inside quotes no operator of FTS5 has a meaning. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
