import { CATEGORIES } from "../../app/products/rules/categories";
import { TOP_SALES_FIRST } from "../../app/products/rules/product-order";
import { isIndexed } from "../../app/shop/rules/search";
import type { Sort } from "../../app/shop/rules/shop";
import { CARD_COLUMNS } from "../products/cards";
import { orderBy } from "../products/order-by";
import { conditionOf, type Filters, scopesOf } from "./filters";
import { listing, matching } from "./listing";
import { type Position, reversed, sortOrderOf } from "./order";
import type { Query } from "./query";
import { found } from "./search-index";

export interface CatalogueQuery {
  filters: Filters;
  /** Folded text that title or description contain; empty for any. */
  text: string;
  /** The favourites of an account, or products by id; null for all. */
  among: { favouritesOf: string } | { ids: readonly string[] } | null;
  sort: Sort;
  /** Only an offset where `isBoundedSet` is true of the query. */
  position: Position;
  /** Rows to return. */
  limit: number;
}

/** One page of a listing, or of a search sorted by age. */
export function pageOfListing({ filters, text, sort, position, limit }: CatalogueQuery): Query {
  const order = "before" in position ? reversed(sortOrderOf(sort)) : sortOrderOf(sort);
  const key = "after" in position ? position.after : "before" in position ? position.before : null;
  const offset = "offset" in position ? position.offset : 0;
  const comparison = order.isDescending ? "<" : ">";
  const rows = text
    ? found(text, filters, key ? `${comparison} ${key.seq}` : undefined)
    : listing(filters, order, key ?? undefined);
  return {
    sql: `SELECT products.seq, ${CARD_COLUMNS}
      FROM (${rows.sql} ORDER BY ${orderBy(order)} LIMIT ${limit} OFFSET ${offset}) AS page
      CROSS JOIN products ON products.seq = page.seq
      ORDER BY ${orderBy(order, "products")}`,
    params: rows.params,
  };
}

/** The number of products of a listing, or of a search sorted by age, counted up to `bound`. */
export function countOfListing({ filters, text }: CatalogueQuery, bound: number): Query {
  const rows = text ? found(text, filters) : matching(filters);
  return {
    sql: `SELECT count(*) AS count FROM (SELECT 1 FROM (${rows.sql}) LIMIT ${bound})`,
    params: rows.params,
  };
}

/** The number of products as the triggers keep it; null for filters without a kept number. */
export function keptCount({ filters, text }: CatalogueQuery): Query | null {
  if (text || filters.price) return null;
  const ids = scopesOf(filters).map(({ id }) => id);
  return {
    sql: `SELECT coalesce(sum(products), 0) AS count FROM product_counts WHERE scope IN (${ids})`,
    params: [],
  };
}

/** Products to choose from: their `seq`, sort keys, and as `isMatch` whether they belong to the set. */
interface Candidates extends Query {
  /** Most products that are looked at; null for all. */
  bound: number | null;
  /** Where the query has the wanted order: none is made. */
  isSorted: boolean;
  /** Tells whether there are products beyond the bound; `found` has the others. */
  beyond: Query | null;
}

/**
 * One page of a bounded set, and the size of the set as `count`, by reading the set once. `isPartial`
 * is 1 where the bound leaves products out. There is one row for each place of the page, without a
 * product where the set ends before.
 */
export function pageOfSet(query: CatalogueQuery, bound: number): Query {
  return pageAndCount(query, candidatesOf(query, bound));
}

/**
 * The same for a search sorted by age whose page is within the products that are counted, up to
 * `bound`.
 */
export function firstPagesOfSearch(
  { filters, text, ...query }: CatalogueQuery,
  bound: number,
): Query {
  const newest = found(text, filters);
  const candidates = {
    sql: `SELECT seq, 1 AS isMatch FROM (${newest.sql} ORDER BY seq DESC LIMIT ${bound})`,
    params: newest.params,
  };
  return pageAndCount(
    { filters, text, ...query },
    { ...candidates, bound: null, isSorted: true, beyond: null },
  );
}

function pageAndCount({ sort, position, limit }: CatalogueQuery, candidates: Candidates): Query {
  const { sql, params, bound, isSorted, beyond } = candidates;
  const offset = "offset" in position ? position.offset : 0;
  const places = Array.from({ length: limit }, (_, place) => offset + place);
  const order = isSorted ? "" : `ORDER BY ${orderBy(sortOrderOf(sort))}`;
  return {
    sql: `WITH found AS MATERIALIZED (
        SELECT count(*) FILTER (WHERE isMatch) AS count, count(*) AS looked, min(seq) AS oldest,
          json_group_array(seq ${order}) FILTER (WHERE isMatch) AS seqs
        FROM (${sql})
      )
      SELECT found.count, ${beyond ? `looked = ${bound} AND EXISTS (${beyond.sql})` : 0} AS isPartial,
        products.seq, ${CARD_COLUMNS}
      FROM found CROSS JOIN json_each('${JSON.stringify(places)}') AS place
      LEFT JOIN products ON products.seq = json_extract(found.seqs, '$[' || place.value || ']')
      ORDER BY place.key`,
    params: beyond ? [...params, ...beyond.params] : params,
  };
}

function candidatesOf({ among, text, filters }: CatalogueQuery, bound: number): Candidates {
  const columns = "products.seq, products.price_lamports, products.sold";
  if (among) {
    const [source, param] =
      "ids" in among
        ? ["SELECT DISTINCT value AS id FROM json_each(?)", JSON.stringify(among.ids)]
        : ["SELECT product_id AS id FROM favourites WHERE uid = ?", among.favouritesOf];
    const contains = text ? "AND instr(search_text, ?) > 0" : "";
    return {
      sql: `SELECT ${columns}, 1 AS isMatch FROM (${source}) AS chosen
        CROSS JOIN products ON products.id = chosen.id
        WHERE ${conditionOf(filters)} ${contains}`,
      params: text ? [param, text] : [param],
      bound: null,
      isSorted: false,
      beyond: null,
    };
  }
  const newest = (rows: Query) => `(${rows.sql} ORDER BY seq DESC LIMIT ${bound}) AS newest
    CROSS JOIN products ON products.seq = newest.seq`;
  if (isIndexed(text)) {
    const matches = found(text, filters);
    return {
      sql: `SELECT ${columns}, 1 AS isMatch FROM ${newest(matches)}`,
      params: matches.params,
      bound,
      isSorted: false,
      beyond: found(text, filters, "< (SELECT oldest FROM found)"),
    };
  }
  return {
    sql: `SELECT ${columns}, instr(search_text, ?) > 0 AS isMatch
      FROM ${newest(listing(filters, sortOrderOf("recent")))}`,
    params: [text],
    bound,
    isSorted: false,
    beyond: { sql: `${matching(filters).sql} LIMIT 1 OFFSET ${bound}`, params: [] },
  };
}

/** The best-selling products of the whole shop, only those with sales that count. */
export function bestSellers(limit: number): Query {
  return {
    sql: `SELECT id FROM products INDEXED BY active_by_ranked
      WHERE status = 'active' AND ranked > 0 ORDER BY ${orderBy(TOP_SALES_FIRST)} LIMIT ${limit}`,
    params: [],
  };
}

/** The same with what their cards need. */
export function bestSellingCards(limit: number): Query {
  return {
    sql: `SELECT ${CARD_COLUMNS} FROM (SELECT ranked, seq FROM products INDEXED BY active_by_ranked
        WHERE status = 'active' AND ranked > 0 ORDER BY ${orderBy(TOP_SALES_FIRST)} LIMIT ${limit}) AS best
      CROSS JOIN products ON products.seq = best.seq
      ORDER BY ${orderBy(TOP_SALES_FIRST, "products")}`,
    params: [],
  };
}

/** The newest product of each category, the newest of them first. */
export function newestOfCategories(): Query {
  const ids = JSON.stringify(CATEGORIES.map(({ id }) => id));
  return {
    sql: `SELECT ${CARD_COLUMNS} FROM json_each('${ids}') AS category
      CROSS JOIN products ON products.seq = (
        SELECT seq FROM products INDEXED BY active_in_category_by_seq
        WHERE status = 'active' AND category_id = category.value ORDER BY seq DESC LIMIT 1)
      ORDER BY products.seq DESC`,
    params: [],
  };
}
