import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { readShopState } from "../../../app/shop/http/shop-state";
import type { ShopState } from "../../../app/shop/rules/shop";
import { browseShop } from "../../../app/shop/use-cases/browse-shop";
import { openDb } from "../../../db/client";
import { catalogueIn } from "../../../db/shop/catalogue";
import { recordStatements } from "../../support/count-statements";
import { meter } from "../../support/d1-meter";
import type { ProductTraits } from "../../support/factories/product";
import { newSeller, type Seller } from "../../support/seller";
import { cardTitles, listProduct, readPage } from "../../support/visited-page";

const FRONT = readShopState(new URLSearchParams());
const clock = { now: () => 0 };
/** By both rows together, beyond what the page reads without them. */
const MAX_ROWS_READ = 90;

let seller: Seller;
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM products").run();
  seller = await newSeller();
});

/** Products by title, the last one the newest. */
async function list(all: Record<string, ProductTraits>): Promise<void> {
  for (const [title, traits] of Object.entries(all))
    await listProduct(seller, { title, ...traits });
}

/** Twelve products in three categories, "Old 1" to "Old 12"; those with sales first in the row. */
function older(sold: (at: number) => number): Record<string, ProductTraits> {
  const all = Array.from({ length: 12 }, (_, at): [string, ProductTraits] => [
    `Old ${at + 1}`,
    { categoryId: (at % 3) + 1, sold: sold(at + 1) },
  ]);
  return Object.fromEntries(all);
}

/** Titles of the rows of a page, by their headings. */
async function rowsOf(
  path = "/shop",
  locale: "fr" | "en" = "en",
): Promise<Record<string, string[]>> {
  const { html } = await readPage(path, locale);
  const sections = html.matchAll(
    /<h2 id="(?:new|selling)">(.*?)<\/h2>.*?<ul class="small-cards">(.*?)<\/ul>/gs,
  );
  const titlesIn = (row: string) =>
    [...row.matchAll(/<h3.*?<\/h3>/gs)].map(([title]) => title.replace(/<[^>]*>/g, ""));
  return Object.fromEntries([...sections].map(([, title, row = ""]) => [title, titlesIn(row)]));
}

// spec: catalogue.rows
test("the first page has the newest product of each category, and what sells most", async () => {
  await list({
    ...older((at) => (at <= 4 ? at : 0)),
    "New cards": { categoryId: 4 },
    Hidden: { categoryId: 5, status: "disabled" },
    "New maps": { categoryId: 6 },
    Gone: { categoryId: 7, sold: 9, saleLimit: 9 },
    "Newer maps": { categoryId: 6 },
    "Hidden hit": { categoryId: 6, sold: 99, status: "disabled" },
  });
  const selling = ["Old 4", "Old 3", "Old 2", "Old 1"];
  const newest = ["Newer maps", "New cards", "Old 12", "Old 11", "Old 10"];
  expect(await rowsOf()).toEqual({ New: newest, "What sells": selling });
  expect(await rowsOf("/shop", "fr")).toEqual({ Nouveautés: newest, "Ce qui se vend": selling });
  const { html } = await readPage("/shop", "en");
  expect(cardTitles(html).slice(0, 3)).toEqual(["Newer maps", "Gone", "New maps"]);
  expect(html).toContain('href="/shop#products"');
  expect(html).toContain('href="/shop?sort=popular"');
});

// spec: catalogue.rows
test("searches, filters, other orders and later pages have no rows; a view and a quick view have", async () => {
  await list({
    ...older((at) => at),
    ...Object.fromEntries(
      [4, 5, 6, 7, 8].map((categoryId) => [`In ${categoryId}`, { categoryId }]),
    ),
  });
  for (const query of [
    "q=Old",
    "category=1",
    "type=musique",
    "min=0.000001",
    "max=1",
    "sort=popular",
    "page=2",
    "favs=1",
  ]) {
    expect([query, await rowsOf(`/shop?${query}`)]).toEqual([query, {}]);
  }
  const shown = await rowsOf();
  expect(Object.values(shown).map(({ length }) => length)).toEqual([6, 6]);
  const id = await env.DB.prepare("SELECT id FROM products LIMIT 1").first("id");
  for (const query of ["view=list", `product=${id}`, "sort=recent"]) {
    expect(await rowsOf(`/shop?${query}`)).toEqual(shown);
  }
});

// spec: catalogue.rows
test("a small shop has no rows, nor one in which little sells and most is of one kind", async () => {
  const { "Old 1": _first, ...eleven } = older((at) => at);
  await list({ ...eleven, More: { categoryId: 4 }, Off: { status: "disabled" } });
  expect(Object.keys(await rowsOf())).toEqual(["New", "What sells"]);
  await env.DB.prepare("DELETE FROM products WHERE title = 'Old 2'").run();
  expect(await rowsOf()).toEqual({});
  await env.DB.prepare("DELETE FROM products").run();
  await list(older((at) => (at <= 3 ? 1 : 0)));
  expect(await rowsOf()).toEqual({});
});

// spec: catalogue.rows, catalogue.reads
test("the rows are one more query of the page's batch, and read as few rows in a larger shop", async () => {
  const extra: number[] = [];
  for (const products of [20, 200]) {
    await env.DB.prepare("DELETE FROM products").run();
    const all = Array.from({ length: products }, (_, at): [string, ProductTraits] => [
      `Print ${at}`,
      { categoryId: (at % 14) + 1, sold: at },
    ]);
    await list(Object.fromEntries(all));
    const front = await costOf(FRONT);
    // The same products by another index.
    const plain = await costOf({ ...FRONT, sort: "popular" });
    expect([front.batches, front.statements, plain.statements]).toEqual([1, 4, 3]);
    extra.push(front.read - plain.read);
  }
  expect(extra[1]).toBe(extra[0]);
  expect(extra[0]).toBeLessThanOrEqual(MAX_ROWS_READ);
});

async function costOf(state: ShopState) {
  const { db, recorded } = recordStatements(env.DB);
  const metered = meter(db);
  await browseShop(state, { uid: null }, { catalogue: catalogueIn(openDb(metered.db)), clock });
  return { ...metered.take(), statements: recorded.length };
}
