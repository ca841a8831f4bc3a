import { env, SELF } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { MAX_OTHER_PRODUCTS } from "../../../app/checkout/rules/other-products";
import {
  NEWEST_FIRST,
  type ProductOrder,
  TOP_SALES_FIRST,
} from "../../../app/products/rules/product-order";
import { readShopState } from "../../../app/shop/http/shop-state";
import { SORTS, TOP_SALES } from "../../../app/shop/rules/shop";
import { SORT_ORDERS } from "../../../app/shop/rules/sort-orders";
import { offersIn } from "../../../db/checkout/offers";
import { openDb } from "../../../db/client";
import { catalogueIn } from "../../../db/shop/catalogue";
import { sellPagesIn } from "../../../db/storefront/sell-pages";
import en from "../../../locales/en/pages.server.json";
import enShop from "../../../locales/en/shop.json";
import fr from "../../../locales/fr/pages.server.json";
import frShop from "../../../locales/fr/shop.json";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { ORIGIN } from "../../support/seller";

/** Prices and sales repeat, so that equals are decided by the next column. */
const PRODUCTS = 12;
const facts: { id: string; seq: number; price_lamports: number; sold: number; ranked: number }[] =
  [];
let seller: string;

beforeAll(async () => {
  seller = (await insertPerson(env.DB)).uid;
  for (let at = 0; at < PRODUCTS; at += 1) {
    const sold = (at * 5) % 4;
    const traits = { price: 1_000_000 * (1 + (at % 3)), sold, ranked: sold && (at % 3) + 1 };
    const id = await insertProduct(env.DB, seller, traits);
    facts.push({ id, seq: at, price_lamports: traits.price, sold, ranked: traits.ranked });
  }
});

/** Ids by an order as it is described. */
function described({ columns, isDescending }: ProductOrder): string[] {
  const sign = isDescending ? -1 : 1;
  return [...facts]
    .sort((one, other) => {
      const column = columns.find((name) => one[name] !== other[name]);
      return column ? sign * (one[column] - other[column]) : 0;
    })
    .map(({ id }) => id);
}

// spec: law.ranking
test.each(SORTS)(
  "the shop's sort %s returns products in the order that is described",
  async (sort) => {
    const { category, subcategory, type } = readShopState(new URLSearchParams());
    const filters = { category, subcategory, type, price: null };
    const position = { offset: 0 };
    const bounds = { top: TOP_SALES, count: 100, search: 100 };
    const catalogue = catalogueIn(openDb(env.DB));
    for (const text of ["", "file"]) {
      const query = { filters, text, among: null, sort, position, limit: PRODUCTS };
      const { products, top } = await catalogue.browse(query, bounds);
      expect(products.map(({ id }) => id)).toEqual(described(SORT_ORDERS[sort]));
      expect(top).toEqual(described(TOP_SALES_FIRST).slice(0, TOP_SALES));
    }
  },
);

// spec: law.ranking
test("the lists of one seller have the order that is described", async () => {
  const newest = described(NEWEST_FIRST);
  const page = await sellPagesIn(openDb(env.DB)).byUid(seller, { limit: PRODUCTS });
  expect(page?.products.map(({ id }) => id)).toEqual(newest);
  const [asked = "", ...rest] = newest;
  const offer = await offersIn(openDb(env.DB)).ofProduct(asked, {
    others: MAX_OTHER_PRODUCTS,
    reviews: 5,
    since: 0,
  });
  expect(offer?.others.map(({ id }) => id)).toEqual(rest.slice(0, MAX_OTHER_PRODUCTS));
});

// spec: law.ranking
test.each([
  ["fr", fr["page-ranking"], frShop.shop.sort],
  ["en", en["page-ranking"], enShop.shop.sort],
] as const)(
  "the public page says of each sort what it orders by (%s)",
  async (locale, words, names) => {
    const answer = await SELF.fetch(`${ORIGIN}/classement`, {
      headers: { Cookie: `locale=${locale}` },
    });
    const html = await answer.text();
    const rows = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)];
    for (const sort of SORTS) {
      const { columns, isDescending } = SORT_ORDERS[sort];
      const criteria = columns.map((one) => words.criterion[one][isDescending ? "desc" : "asc"]);
      const said = criteria.reduce((before, criterion) =>
        words.then.replace("{{before}}", before).replace("{{criterion}}", criterion),
      );
      const [, , order] = rows.find(([, name = ""]) => name.startsWith(names[sort])) ?? [];
      expect(order, sort).toBe(said);
    }
    expect(answer.headers.get("X-Robots-Tag")).toBeNull();
    const shop = await SELF.fetch(`${ORIGIN}/shop`, { headers: { Cookie: `locale=${locale}` } });
    const links = [...(await shop.text()).matchAll(/href="\/classement"/g)];
    // Beside the sorts and in the footer.
    expect(links).toHaveLength(2);
  },
);
