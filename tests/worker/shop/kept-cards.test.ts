import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";

/** The cards of a page of the shop, as a visitor sees them. */
async function cards(path = "/shop", locale = "en"): Promise<string[]> {
  const page = await SELF.fetch(ORIGIN + path, { headers: { Cookie: `locale=${locale}` } });
  return cardsIn(await page.text());
}

const cardsIn = (html: string) =>
  [...html.matchAll(/<li[^>]*>(<article.*?<\/article>)<\/li>/gs)].map(([, card = ""]) => card);

test("the cards of a page are the same the second time, and others in the other language", async () => {
  const { uid } = await newSeller();
  for (const title of ["Atlas", "Ballads & <blues>", "L’été"]) {
    await insertProduct(env.DB, uid, { title });
  }
  const first = await cards();
  expect(first).toHaveLength(3);
  expect(first.join()).toContain("Ballads &amp; &lt;blues&gt;");
  const french = await cards("/shop", "fr");
  expect(await cards()).toEqual(first);
  expect(french.join()).toContain("Aperçu rapide");
  expect(first.join()).not.toContain("Aperçu rapide");
});

test("a card shows a change of its product at once", async () => {
  const { uid } = await newSeller();
  const id = await insertProduct(env.DB, uid, { title: "Changing" });
  const before = await cards();
  await changeRow(env.DB, "products", { id }, { price_lamports: 1_234_000_000 });
  expect(before.join()).not.toContain("1.234");
  expect((await cards()).join()).toContain("1.234");
  await changeRow(env.DB, "products", { id }, { title: "Changed" });
  expect((await cards()).join()).toContain("Changed");
});

test("the links of a card lead to the list that is shown", async () => {
  const { uid } = await newSeller();
  const id = await insertProduct(env.DB, uid, { title: "Listed" });
  for (const path of ["/shop", "/shop?view=list", "/shop?sort=popular", "/shop"]) {
    const quickView = `${path}${path.includes("?") ? "&amp;" : "?"}product=${id}`;
    expect((await cards(path)).join()).toContain(`href="${quickView}"`);
  }
});

test("a member's cards are not a visitor's", async () => {
  const seller = await newSeller();
  await insertProduct(env.DB, seller.uid, { title: "Shared" });
  const visitor = await cards();
  const member = cardsIn(await (await seller.call("/shop")).text());
  expect(member.join()).toContain("<form");
  expect(visitor.join()).not.toContain("<form");
  expect(await cards()).toEqual(visitor);
});
