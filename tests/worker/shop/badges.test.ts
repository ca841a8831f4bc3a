import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";

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
