import type { CardFacts } from "../../app/products/rules/product-card";
import type { SortKey } from "../../app/shop/rules/cursor";
import { isBoundedSet } from "../../app/shop/rules/search";
import type { Db } from "../client";
import { type CardRow, toCardFacts } from "../products/cards";
import {
  bestSellers,
  bestSellingCards,
  type CatalogueQuery,
  countOfListing,
  firstPagesOfSearch,
  keptCount,
  newestOfCategories,
  pageOfListing,
  pageOfSet,
} from "./page-queries";
import { type Row, selectBatch } from "./query";

export type Catalogue = ReturnType<typeof catalogueIn>;

/** What bounds the cost of a query. */
export interface CatalogueBounds {
  /** Number of best-selling products. */
  top: number;
  /** Products are counted up to this number, where no number is kept. */
  count: number;
  /**
   * Newest matches of a search that are sorted by anything but age, and newest products that a
   * search too short for the index looks at.
   */
  search: number;
  /** Best-selling products with their cards; without a number there are no rows. */
  rows?: number;
}

export interface CataloguePage {
  products: (CardFacts & Pick<SortKey, "seq">)[];
  /** More products follow; with `before`, more precede. */
  hasMore: boolean;
  /** Ids of the best-selling products of the whole shop, only those with sales. */
  top: string[];
  /** Products that match; where `isExact` is false there are more. */
  count: number;
  isExact: boolean;
  /** The bound on searches left products out. */
  isPartial: boolean;
  /** Products with most sales, and the newest of each category; null where not asked for. */
  rows: { selling: CardFacts[]; newest: CardFacts[] } | null;
}

type ListedRow = CardRow & { seq: number };

/** Products on sale. */
export function catalogueIn(db: Db) {
  return {
    /** One page, by one batch. */
    async browse(query: CatalogueQuery, bounds: CatalogueBounds): Promise<CataloguePage> {
      // One more row tells whether there is another page, and one more counted whether all are.
      const { limit, text, position } = query;
      const more = { ...query, limit: limit + 1 };
      const counted = bounds.count + 1;
      const isSet = isBoundedSet(query);
      const isCountedPage =
        text !== "" && "offset" in position && position.offset + limit < counted;
      const kept = isSet ? null : keptCount(query);
      const queries = isSet
        ? [pageOfSet(more, bounds.search)]
        : isCountedPage
          ? [firstPagesOfSearch(more, counted)]
          : [pageOfListing(more), kept ?? countOfListing(query, counted)];
      const shown = bounds.rows
        ? [bestSellingCards(bounds.rows), newestOfCategories()]
        : [bestSellers(bounds.top)];
      const results = await selectBatch(db, [...queries, ...shown]);
      const [rows = [], [total = rows[0]] = []] = results.slice(0, queries.length);
      const [selling = [], newest = []] = results.slice(queries.length);
      const found = rows.filter(({ id }) => id !== null) as unknown as ListedRow[];
      const page = found.slice(0, limit).map((row) => ({ ...toCardFacts(row), seq: row.seq }));
      const { count = 0, isPartial = 0 } = total ?? {};
      const isExact = kept !== null || Number(count) <= bounds.count;
      return {
        products: "before" in query.position ? page.reverse() : page,
        hasMore: found.length > limit,
        top: selling.slice(0, bounds.top).map(({ id }) => String(id)),
        count: isExact ? Number(count) : bounds.count,
        isExact,
        isPartial: isPartial === 1,
        rows: bounds.rows ? { selling: cardsOf(selling), newest: cardsOf(newest) } : null,
      };
    },

    /** Those of the ids that are on sale, in no order. */
    async onSale(ids: readonly string[]): Promise<string[]> {
      const [rows = []] = await selectBatch(db, [
        {
          sql: `SELECT products.id FROM json_each(?) AS listed
            CROSS JOIN products ON products.id = listed.value WHERE status = 'active'`,
          params: [JSON.stringify(ids)],
        },
      ]);
      return rows.map(({ id }) => String(id));
    },
  };
}

function cardsOf(rows: readonly Row[]): CardFacts[] {
  return rows.map((row) => toCardFacts(row as unknown as CardRow));
}
