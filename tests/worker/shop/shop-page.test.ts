import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";
import { cardTitles, listProduct, readPage } from "../../support/visited-page";

const DAY_MS = 86_400_000;

// spec: state.shop.new, state.shop.top
// spec: catalogue.top-sale
test("the shop marks the three products with most sales, and those of the last 24 hours", async () => {
  const { uid } = await newSeller();
  const sales = { First: 9, Second: 7, Third: 5, Fourth: 3, Fifth: 0 };
  for (const [title, sold] of Object.entries(sales)) {
    const id = await insertProduct(env.DB, uid, { title, sold });
    const created_at = Date.now() - (title === "Second" ? DAY_MS + 60_000 : 60_000);
    await changeRow(env.DB, "products", { id }, { created_at });
  }
  const page = await SELF.fetch(`${ORIGIN}/shop`, { headers: { Cookie: "locale=en" } });
  const cards = [...(await page.text()).matchAll(/<article.*?<\/article>/gs)].map(([html]) => html);
  const marked = (badge: string) =>
    Object.keys(sales).filter((title) =>
      cards.some((html) => html.includes(`>${title}<`) && html.includes(`>${badge}<`)),
    );
  expect(marked("Top sale")).toEqual(["First", "Second", "Third"]);
  expect(marked("New")).toEqual(["First", "Third", "Fourth", "Fifth"]);
});

// spec: screen.shop-card, state.product.visible, state.product.sold-out, call.read.products
// spec: constant.sorts
test("the shop lists products on sale, newest first, by category and by price", async () => {
  const seller = await newSeller();
  await listProduct(seller, { title: "Old and dear", categoryId: 14, price: 900_000_000 });
  await listProduct(seller, { title: "Hidden", categoryId: 14, status: "disabled" });
  await listProduct(seller, { title: "Unfinished", categoryId: 14, status: "draft" });
  await listProduct(seller, {
    title: "Gone",
    categoryId: 14,
    price: 80_000_000,
    sold: 2,
    saleLimit: 2,
  });
  await listProduct(seller, { title: "Elsewhere", categoryId: 13 });

  const recent = await readPage("/shop?category=14");
  expect(recent.status).toBe(200);
  expect(cardTitles(recent.html)).toEqual(["Gone", "Old and dear"]);
  expect(recent.html).toContain("2 produits");
  expect(recent.html).toContain("Épuisé");
  expect(recent.html).toMatch(/0,08<span[^>]*>SOL/);
  expect(recent.html).toContain('<option value="recent" selected="">Plus récents');
  const dear = await readPage("/shop?category=14&sort=price-desc", "en");
  expect(cardTitles(dear.html)).toEqual(["Old and dear", "Gone"]);
  expect(dear.html).toContain("Sold out");
});

// spec: control.shop.pages, constant.page-size
test("a page of the shop has 16 products; next and previous keep the filter", async () => {
  const seller = await newSeller();
  for (let at = 1; at <= 18; at += 1)
    await listProduct(seller, { title: `Print ${at}`, categoryId: 12 });

  const first = await readPage("/shop?category=12");
  expect(cardTitles(first.html)).toHaveLength(16);
  expect(first.html).toContain('href="/shop?category=12&amp;page=2"');
  expect(first.html).not.toContain('rel="prev"');
  const second = await readPage("/shop?category=12&page=2");
  expect(cardTitles(second.html)).toEqual(["Print 2", "Print 1"]);
  expect(second.html).not.toContain('rel="next"');
  const beyond = await readPage("/shop?category=12&page=9");
  expect([beyond.status, beyond.headers.get("Location")]).toEqual([
    302,
    "/shop?category=12&page=2",
  ]);
});

// spec: state.shop.empty
test("an empty category says so and links back", async () => {
  const french = await readPage("/shop?category=8");
  expect(french.html).toContain("Aucun produit ne correspond à votre recherche.");
  const english = await readPage("/shop?category=8", "en");
  expect(english.html).toContain("No products match your search.");
  expect(english.html).toContain("Try another keyword, category, or reset filters.");
});

test("a title is escaped", async () => {
  const title = "<script>alert(1)</script>";
  const id = await listProduct(await newSeller(), { title, categoryId: 11 });
  for (const path of ["/shop?category=11", `/preview/${id}`]) {
    const { html } = await readPage(path);
    expect(html).toContain("&lt;script&gt;alert(1)");
    expect(html).not.toContain(title);
  }
});
