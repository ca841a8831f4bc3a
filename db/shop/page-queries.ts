import { isIndexed } from "../../app/shop/rules/search";
import type { Sort } from "../../app/shop/rules/shop";
import { cardColumns } from "../products/cards";
import { conditionOf, type Filters, scopesOf } from "./filters";
import { listing, matching } from "./listing";
import { orderBy, orderOf, type Position, reversed } from "./order";
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

const CARD = Object.entries(cardColumns)
  .map(([name, column]) => `products.${column.name} AS ${name}`)
  .join(", ");

/** One page of a listing, or of a search sorted by age. */
export function pageOfListing({ filters, text, sort, position, limit }: CatalogueQuery): Query {
  const order = "before" in position ? reversed(orderOf(sort)) : orderOf(sort);
  const key = "after" in position ? position.after : "before" in position ? position.before : null;
  const offset = "offset" in position ? position.offset : 0;
  const comparison = order.isDescending ? "<" : ">";
  const rows = text
    ? found(text, filters, key ? `${comparison} ${key.seq}` : undefined)
    : listing(filters, order, key ?? undefined);
  return {
    sql: `SELECT products.seq, ${CARD}
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

/**
 * One page of a bounded set. Every row has the size of the set as `count`, and as `isPartial` whether
 * there are more than `bound` products to look at; an empty page is one row without a product.
 */
export function pageOfSet(query: CatalogueQuery, bound: number): Query {
  const { filters, text, among, sort, position, limit } = query;
  const order = orderOf(sort);
  const offset = "offset" in position ? position.offset : 0;
  const candidates = candidatesOf(query, bound);
  const isFound = among === null && isIndexed(text);
  const contains = text && !isFound ? "AND instr(search_text, ?) > 0" : "";
  return {
    sql: `WITH candidates AS MATERIALIZED (${candidates.sql}),
      matches AS MATERIALIZED (
        SELECT products.seq, price_lamports, sold
        FROM (SELECT seq FROM candidates ORDER BY seq DESC LIMIT ${bound}) AS candidate
        CROSS JOIN products ON products.seq = candidate.seq
        WHERE ${conditionOf(filters)} ${contains}
      )
      SELECT (SELECT count(*) FROM matches) AS count,
        (SELECT count(*) FROM candidates) > ${bound} AS isPartial, products.seq, ${CARD}
      FROM (SELECT 1) LEFT JOIN (
        SELECT seq FROM matches ORDER BY ${orderBy(order)} LIMIT ${limit} OFFSET ${offset}
      ) AS page LEFT JOIN products ON products.seq = page.seq
      ORDER BY ${orderBy(order, "products")}`,
    params: contains ? [...candidates.params, text] : candidates.params,
  };
}

/** The products to look at, one more than `bound` where there are more. */
function candidatesOf({ among, text, filters }: CatalogueQuery, bound: number): Query {
  const limit = `LIMIT ${bound + 1}`;
  if (among && "ids" in among) {
    return {
      sql: `SELECT products.seq FROM (SELECT DISTINCT value FROM json_each(?)) AS listed
        CROSS JOIN products ON products.id = listed.value ${limit}`,
      params: [JSON.stringify(among.ids)],
    };
  }
  if (among) {
    return {
      sql: `SELECT products.seq FROM favourites
        CROSS JOIN products ON products.id = favourites.product_id
        WHERE favourites.uid = ? ${limit}`,
      params: [among.favouritesOf],
    };
  }
  const recent = orderOf("recent");
  const rows = isIndexed(text) ? found(text, filters) : listing(filters, recent);
  return { sql: `${rows.sql} ORDER BY ${orderBy(recent)} ${limit}`, params: rows.params };
}

/** The best-selling products of the whole shop, only those with sales. */
export function bestSellers(limit: number): Query {
  return {
    sql: `SELECT id FROM products INDEXED BY active_by_sold
      WHERE status = 'active' AND sold > 0 ORDER BY sold DESC, seq DESC LIMIT ${limit}`,
    params: [],
  };
}
