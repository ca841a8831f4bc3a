import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { CATEGORIES } from "../../../app/products/rules/categories";
import { insertProduct } from "../../support/factories/product";
import { newSeller, ORIGIN } from "../../support/seller";

async function head(path: string, locale = "en") {
  const headers = { Cookie: `locale=${locale}` };
  const html = await (await SELF.fetch(ORIGIN + path, { headers })).text();
  const find = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll("&amp;", "&");
  return {
    title: find(/<title>(.*?)<\/title>/),
    description: find(/<meta name="description" content="(.*?)"/),
    canonical: find(/<link rel="canonical" href="(.*?)"/),
    isPrivate: html.includes('content="noindex"'),
  };
}

// spec: catalogue.categories
test("each category has a title and a description of its own in each language", async () => {
  const found = [];
  for (const { id } of CATEGORIES) {
    found.push(await head(`/shop?category=${id}`, "fr"), await head(`/shop?category=${id}`, "en"));
  }
  found.push(await head("/shop", "fr"), await head("/shop", "en"));
  expect(new Set(found.map(({ title }) => title)).size).toBe(found.length);
  expect(new Set(found.map(({ description }) => description)).size).toBe(found.length);
});

// spec: catalogue.categories
test("a subcategory is named with its category", async () => {
  expect(await head("/shop?category=1&subcategory=106")).toEqual({
    title: "Sheet music: Music · Comptoir",
    description:
      "Sheet music, in Music: files sold directly by the people who make them, paid in SOL.",
    canonical: `${ORIGIN}/shop?category=1&subcategory=106`,
    isPrivate: false,
  });
});

test.each([
  ["/shop", "/shop", false],
  ["/shop?sort=popular&view=list", "/shop", false],
  ["/shop?category=2&min=1&type=ebook", "/shop?category=2", false],
  ["/shop?category=2&product=x", "/shop?category=2", false],
  ["/shop?q=map&category=2", "/shop?category=2", true],
  ["/shop?favs=1", "/shop", true],
])("%s has the canonical address %s", async (path, canonical, isPrivate) => {
  expect(await head(path)).toMatchObject({ canonical: ORIGIN + canonical, isPrivate });
});

test("later pages have an address and a title of their own", async () => {
  const seller = await newSeller();
  for (let at = 0; at < 17; at++) await insertProduct(env.DB, seller.uid, { categoryId: 12 });
  const second = await head("/shop?category=12&page=2");
  expect(second.title).toBe("Data & Resources: files to download, page 2 · Comptoir");
  expect(second.canonical).toBe(`${ORIGIN}/shop?category=12&page=2`);
  expect((await head("/shop?category=12&page=2&view=list")).canonical).toBe(second.canonical);
  const sorted = await head("/shop?category=12&page=2&sort=popular");
  expect(sorted.canonical).toBe(`${ORIGIN}/shop?category=12`);
});
