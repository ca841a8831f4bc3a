import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";

/** The page of a product for a visitor, without the data of the router. */
async function page(path: string, cookie = "locale=en"): Promise<string> {
  const answer = await SELF.fetch(ORIGIN + path, { headers: { Cookie: cookie } });
  return (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "");
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const partOf = (html: string, tag: string) =>
  new RegExp(`<${tag}[ >].*</${tag}>`, "s").exec(html)?.[0];

test("a product's page shows each change of product, seller and others at once", async () => {
  const { uid } = await newSeller();
  const id = await insertProduct(env.DB, uid, {
    title: "First",
    saleLimit: 9,
    price: 2_000_000_000,
  });
  const other = await insertProduct(env.DB, uid, { title: "Beside" });
  const shown = async () => textOf(await page(`/acheter/${id}`));
  const first = await shown();
  expect(first).toContain("Beside");
  expect(await shown()).toBe(first);
  const changes: [string, Record<string, string>, Record<string, unknown>, string][] = [
    ["products", { id }, { title: "Second" }, "Second"],
    ["products", { id }, { description: "Other words" }, "Other words"],
    ["products", { id }, { price_lamports: 3_456_000_000 }, "3.456"],
    ["products", { id }, { sold: 4 }, "4 of 9 sold"],
    ["users", { uid }, { display_name: "Renamed seller" }, "Renamed seller"],
    ["products", { id: other }, { title: "Changed beside" }, "Changed beside"],
  ];
  for (const [table, where, change, text] of changes) {
    expect(await shown()).not.toContain(text);
    await changeRow(env.DB, table, where, change);
    expect(await shown()).toContain(text);
  }
});

test("a part is kept for its language", async () => {
  const { uid } = await newSeller();
  const path = `/acheter/${await insertProduct(env.DB, uid)}`;
  const english = await page(path);
  const french = await page(path, "locale=fr");
  expect(textOf(english)).toContain("Sold by");
  expect(textOf(french)).toContain("Vendu par");
  expect([await page(path), await page(path, "locale=fr")]).toEqual([english, french]);
});

test("bar and footer lead back to the page that they are on", async () => {
  const { uid } = await newSeller();
  const ids = [await insertProduct(env.DB, uid), await insertProduct(env.DB, uid)];
  const paths = [...ids.map((id) => `/acheter/${id}`), "/shop", "/about"];
  for (const path of [...paths, ...paths]) {
    for (const query of ["", "?q=%22%3E%3Cb%3E&lang=en"]) {
      const html = await page(path + query);
      const header = partOf(html, "header") ?? "";
      const others = query && "q=%22%3E%3Cb%3E&amp;";
      const languages = [...header.matchAll(/href="([^"]*lang=..)"/g)].map(([, href]) => href);
      const wanted = ["fr", "en"].map((locale) => `${path}?${others}lang=${locale}`);
      expect(languages).toEqual([...wanted, ...wanted]);
      expect(partOf(html, "footer")).toContain(`value="${(path + query).replace("&", "&amp;")}"`);
      expect(header.match(/aria-current="page"/g)?.length ?? 0).toBe(
        paths.indexOf(path) < 2 ? 0 : 2,
      );
    }
  }
});

test("a member's bar is not a visitor's", async () => {
  const seller = await newSeller();
  const path = `/acheter/${await insertProduct(env.DB, seller.uid)}`;
  const visitor = partOf(await page(path), "header");
  const member = partOf(await page(path, `${seller.cookie}; locale=en`), "header");
  expect(member).toContain('action="/logout"');
  expect(visitor).not.toContain('action="/logout"');
  expect(partOf(await page(path), "header")).toBe(visitor);
});
