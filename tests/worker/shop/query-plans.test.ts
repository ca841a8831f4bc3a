import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { MAX_LAMPORTS } from "../../../app/lib/lamports";
import { PRODUCT_TYPES } from "../../../app/products/rules/categories";
import { SORTS } from "../../../app/shop/rules/shop";
import type { Filters } from "../../../db/shop/filters";
import {
  bestSellers,
  bestSellingCards,
  type CatalogueQuery,
  countOfListing,
  keptCount,
  newestOfCategories,
  pageOfListing,
} from "../../../db/shop/page-queries";
import type { Query } from "../../../db/shop/query";

const SCOPES: Record<string, Partial<Filters>> = {
  all: {},
  category: { category: 4 },
  subcategory: { category: 4, subcategory: 404 },
  ...Object.fromEntries(PRODUCT_TYPES.map((type) => [`type ${type}`, { type }])),
};
const SOL = 1_000_000_000;
const PRICES: Record<string, Filters["price"]> = {
  "all prices": null,
  "round bounds": { from: 0.05 * SOL, to: 0.2 * SOL - 1 },
  "no upper bound": { from: 0.001 * SOL, to: Number(MAX_LAMPORTS) },
};
const KEY = { seq: 5, priceLamports: 0.1 * SOL, sold: 3 };
const POSITIONS: CatalogueQuery["position"][] = [
  { offset: 7_984 },
  { after: KEY },
  { before: KEY },
];

/** Steps of the plan, as SQLite words them. */
async function planOf({ sql, params }: Query): Promise<string[]> {
  const statement = env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params);
  return (await statement.all<{ detail: string }>()).results.map(({ detail }) => detail);
}

/** Steps that read a whole table or index without its order, or that sort. */
function slowSteps(plan: readonly string[]): string[] {
  return plan.filter(
    (step) =>
      /TEMP B-TREE|AUTOMATIC/.test(step) ||
      (/^SCAN products/.test(step) && !/USING (COVERING )?INDEX active_by_/.test(step)),
  );
}

describe.each(Object.keys(SCOPES))("%s", (scope) => {
  // spec: catalogue.reads
  test.each(Object.keys(PRICES))("%s: every order is read from indexes", async (price) => {
    const filters = { category: null, subcategory: null, type: null, ...SCOPES[scope] };
    const query = { filters: { ...filters, price: PRICES[price] ?? null }, text: "", among: null };
    for (const sort of SORTS) {
      for (const position of POSITIONS) {
        const page = pageOfListing({ ...query, sort, position, limit: 17 });
        const plan = await planOf(page);
        // The page itself is sorted once more, which is not more than its rows.
        const [last] = plan.slice(-1);
        expect(last).toContain("USE TEMP B-TREE FOR ORDER BY");
        expect(slowSteps(plan.slice(0, -1)), page.sql).toEqual([]);
        // A cursor is found by its whole key.
        const searches = plan.filter((step) => /^(SEARCH|SCAN) products/.test(step));
        if (!("offset" in position)) {
          expect(searches.filter((step) => !/\b(rowid|seq)\b\)?[<>=]/.test(step))).toEqual([]);
        }
      }
      const counted = { ...query, sort, position: { offset: 0 }, limit: 17 };
      const count = keptCount(counted) ?? countOfListing(counted, 1_001);
      expect(slowSteps(await planOf(count))).toEqual([]);
    }
  });

  test.each(Object.keys(PRICES))("%s: a search is read in order", async (price) => {
    const filters = { category: null, subcategory: null, type: null, ...SCOPES[scope] };
    const query = {
      filters: { ...filters, price: PRICES[price] ?? null },
      text: "été",
      among: null,
    };
    for (const position of POSITIONS) {
      const plan = await planOf(pageOfListing({ ...query, sort: "recent", position, limit: 17 }));
      expect(slowSteps(plan.slice(0, -1))).toEqual([]);
      expect(plan.some((step) => /^SCAN product_search VIRTUAL TABLE/.test(step))).toBe(true);
    }
  });
});

test("best sellers, and the rows of the first page, are read in order", async () => {
  expect(slowSteps(await planOf(bestSellers(3)))).toEqual([]);
  for (const row of [bestSellingCards(12), newestOfCategories()]) {
    const plan = await planOf(row);
    // The row itself is sorted once more.
    expect(plan.at(-1)).toContain("USE TEMP B-TREE FOR ORDER BY");
    expect(slowSteps(plan.slice(0, -1))).toEqual([]);
  }
});
