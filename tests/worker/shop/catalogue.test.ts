import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { formatSol } from "../../../app/lib/lamports";
import { CATEGORIES, PRODUCT_TYPES } from "../../../app/products/rules/categories";
import { type RandomInt, seededRandom } from "../../../app/products/rules/cover-shapes";
import { foldText } from "../../../app/products/rules/search-text";
import { readShopState } from "../../../app/shop/http/shop-state";
import { encodeCursor } from "../../../app/shop/rules/cursor";
import {
  MAX_PAGE,
  MAX_SEARCHED,
  PAGE_SIZE,
  type ShopState,
  SORTS,
} from "../../../app/shop/rules/shop";
import { browseCards } from "../../../app/shop/use-cases/browse-cards";
import { browseShop, type ShopPage } from "../../../app/shop/use-cases/browse-shop";
import { openDb } from "../../../db/client";
import { catalogueIn } from "../../../db/shop/catalogue";
import { insertProducts } from "../../../dev/seed/generated/insert-products";
import { meter } from "../../support/d1-meter";
import { insertion } from "../../support/rows";
import { corpus, pick } from "../../support/shop/corpus";
import { type Listed, listed, referenceList, referencePage } from "../../support/shop/reference";

const PRODUCTS = 20_000;
const COMBINATIONS = env.TEST_LONG ? 2_000 : 400;
const INSERTED_AT_ONCE = 1_000;
const VISITOR = { uid: null };
const MEMBER = { uid: "member" };

const rows = corpus(PRODUCTS);
const products = listed(rows);
const favourites = rows.filter((_, at) => at % 53 === 7).map(({ id }) => id);
const metered = meter(env.DB);
const deps = { catalogue: catalogueIn(openDb(metered.db)), clock: { now: () => 0 } };
const DEFAULT = readShopState(new URLSearchParams());

beforeAll(async () => {
  await insertion(env.DB, "users", { uid: "seller", display_name: "", created_at: 0 }).run();
  for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE) {
    const some = rows.slice(at, at + INSERTED_AT_ONCE);
    await insertProducts(env.DB, some, { key: "file", name: "file" });
  }
  const favourite = (product_id: string) =>
    insertion(env.DB, "favourites", { uid: MEMBER.uid, product_id, added_at: 0 });
  await env.DB.batch(favourites.map(favourite));
});

// spec: rule.shop.price-range, call.read.products
// spec: catalogue.reads
test("random filters give the ids and counts of a plain implementation, by few rows", async () => {
  const random = seededRandom("filters");
  let [withProducts, inexact, partial] = [0, 0, 0];
  for (let at = 0; at < COMBINATIONS; at += 1) {
    const state = randomState(random);
    const among = state.favs ? new Set(favourites) : null;
    const expected = referencePage(products, state, among);
    withProducts += expected.ids.length > 0 ? 1 : 0;
    inexact += expected.isExact ? 0 : 1;
    partial += expected.isPartial ? 1 : 0;
    metered.take();
    const page = await browseShop(state, MEMBER, deps);
    expect(summary(page), JSON.stringify(state)).toEqual(expected);
    const { batches, read } = metered.take();
    expect(batches).toBe(1);
    expect(read, JSON.stringify(state)).toBeLessThanOrEqual(maxRows(state));
  }
  // Enough of them must find something, and reach each bound.
  expect(withProducts).toBeGreaterThan(COMBINATIONS / 4);
  expect(Math.min(inexact, partial)).toBeGreaterThan(COMBINATIONS / 100);
});

test("ids in place of favourites give the same pages, the last one for those beyond", async () => {
  const random = seededRandom("ids");
  const ids = [...favourites.slice(0, 199), "unknown", favourites[0] ?? ""];
  for (let at = 0; at < 100; at += 1) {
    const state = randomState(random);
    const among = new Set(ids);
    const last = Math.max(1, Math.ceil(referencePage(products, state, among).count / PAGE_SIZE));
    const shown = { ...state, page: Math.min(state.page, last) };
    const { isPartial, ...expected } = referencePage(products, shown, among);
    const { cards, count, isExact, hasNext, pages } = await browseCards([...among], state, deps);
    const found = { ids: cards.map(({ id }) => id), count, isExact, hasNext };
    expect(found, JSON.stringify(state)).toEqual(expected);
    expect([isPartial, pages]).toEqual([false, last]);
  }
});

// spec: constant.sorts
test("a cursor gives the products after or before one, in every order, by few rows", async () => {
  const random = seededRandom("cursors");
  const filters = [
    ...[{}, { category: 4 }, { type: "autre" }, { min: "0.0125", max: "0.2" }],
    ...[{ max: "0.159" }, { min: "0.0001" }, { type: "autre", min: "0.01" }],
  ] as Partial<ShopState>[];
  const searches = [...filters.map((filter) => ({ ...filter, q: "" })), { q: "œuvre", max: "1" }];
  for (const sort of SORTS) {
    for (const filter of sort === "recent" ? searches : filters) {
      const state = { ...DEFAULT, ...filter, sort };
      const { sorted } = referenceList(products, state);
      const ids = sorted.map(({ id }) => id);
      for (const at of [0, random(sorted.length), random(sorted.length), sorted.length - 1]) {
        const cursor = encodeCursor(sorted[at] as Listed, sort);
        metered.take();
        const after = await browseShop({ ...state, after: cursor }, VISITOR, deps);
        expect(metered.take().read, JSON.stringify(state)).toBeLessThanOrEqual(maxRows(state));
        expect(after.cards.map(({ id }) => id)).toEqual(ids.slice(at + 1, at + 17));
        expect(after.next !== null).toBe(ids.length > at + 17);
        const before = await browseShop({ ...state, before: cursor }, VISITOR, deps);
        expect(metered.take().read, JSON.stringify(state)).toBeLessThanOrEqual(maxRows(state));
        expect(before.cards.map(({ id }) => id)).toEqual(ids.slice(Math.max(0, at - 16), at));
        expect(before.previous !== null).toBe(at > 16);
      }
    }
  }
});

test("a cursor outside the range of prices gives all products or none", async () => {
  const state = { ...DEFAULT, min: "0.05", max: "0.2" };
  for (const sort of ["price-asc", "price-desc"] as const) {
    const first = await browseShop({ ...state, sort }, VISITOR, deps);
    const [cheap, dear] = [0, 10 ** 12].map((priceLamports) =>
      encodeCursor({ seq: 1, priceLamports, sold: 0 }, sort),
    );
    const [before, beyond] = sort === "price-asc" ? [cheap, dear] : [dear, cheap];
    const all = await browseShop({ ...state, sort, after: before ?? null }, VISITOR, deps);
    expect(all.cards).toEqual(first.cards);
    const none = await browseShop({ ...state, sort, after: beyond ?? null }, VISITOR, deps);
    expect(none.cards).toEqual([]);
  }
});

// spec: catalogue.pages
test("after page 500 there are cursors, both ways", async () => {
  const state = { ...DEFAULT, sort: "popular" as const };
  const ids = referenceList(products, state).sorted.map(({ id }) => id);
  const last = await browseShop({ ...state, page: MAX_PAGE }, VISITOR, deps);
  expect(last).toMatchObject({ pages: MAX_PAGE, hasNext: true, previous: null });
  const next = await browseShop({ ...state, after: last.next }, VISITOR, deps);
  expect(next.cards.map(({ id }) => id)).toEqual(ids.slice(8_000, 8_016));
  const back = await browseShop({ ...state, before: next.previous }, VISITOR, deps);
  expect(back.cards).toEqual(last.cards);
  const earlier = await browseShop({ ...state, page: MAX_PAGE - 1 }, VISITOR, deps);
  expect(earlier).toMatchObject({ hasNext: true, next: null, previous: null });
});

const summary = ({ cards, count, isExact, isPartial, hasNext }: ShopPage) => ({
  ids: cards.map(({ id }) => id),
  count,
  isExact,
  isPartial,
  hasNext,
});

/** Rows that a page may read; a search that no index has in order reads a bounded set, several times. */
function maxRows({ q, sort, favs, page }: ShopState): number {
  const isInOrder =
    favs || foldText(q) === "" || ([...foldText(q)].length > 2 && sort === "recent");
  return isInOrder ? 2_500 + 16 * page : 5 * MAX_SEARCHED;
}

function randomState(random: RandomInt): ShopState {
  const maybe = <T>(one: number, make: () => T) => (random(one) === 0 ? make() : null);
  const category = maybe(2, () => pick(CATEGORIES, random));
  const [a, b] = [maybe(2, () => randomPrice(random)), maybe(2, () => randomPrice(random))];
  return {
    ...DEFAULT,
    category: category?.id ?? null,
    subcategory: category && maybe(2, () => pick(category.subcategories, random)),
    type: maybe(4, () => (category && random(2) ? category.type : pick(PRODUCT_TYPES, random))),
    min: a === null ? null : formatSol(a),
    max: b === null ? null : formatSol(b),
    q: maybe(3, () => randomSearch(random)) ?? "",
    sort: pick(SORTS, random),
    page: random(3) ? 1 : pick([2, 3, 10, 60, 63, 200, 500], random),
    favs: random(8) === 0,
  };
}

function randomPrice(random: RandomInt): bigint {
  const { priceLamports } = pick(products, random);
  const digits = 10 ** random(10);
  const near = random(3) ? Math.round(priceLamports / digits) * digits : priceLamports;
  return BigInt(Math.max(1, near));
}

/** Part of a text, in any case; some match nothing, or are operators of the search engine. */
function randomSearch(random: RandomInt): string {
  const kind = random(10);
  if (kind === 0) {
    const odd = [
      '"',
      "*",
      "a* OR b*",
      "NEAR(a b)",
      "%_%",
      "tags:c",
      "\0",
      "́",
      "piano\0",
      "-",
      "^the",
    ];
    return pick(odd, random);
  }
  const { title, description } = pick(products, random);
  const text = random(2) ? title : description;
  const from = random(text.length);
  const part = text.slice(from, from + 1 + random(kind < 4 ? 2 : 12));
  return random(2) ? part.toUpperCase() : part;
}
