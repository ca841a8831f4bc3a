import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { PART_PRODUCTS } from "../../../app/pages/use-cases/read-sitemap";
import { openDb } from "../../../db/client";
import { sitemapIn } from "../../../db/shop/sitemap";
import { removeCachedText } from "../../support/cached-texts";
import { recordStatements } from "../../support/count-statements";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";

/** Fetches a sitemap and returns the path of each entry. */
async function locations(path: string, { isCached = false } = {}) {
  if (!isCached) await removeCachedText(path);
  const answer = await SELF.fetch(ORIGIN + path);
  const xml = await answer.text();
  const found = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) =>
    url.replace(ORIGIN, ""),
  );
  return { answer, xml, found };
}

// spec: web.sitemap
test("the index names the parts that have active products, with these and their sellers", async () => {
  const [seller, other] = [await newSeller(), await newSeller()];
  const [first, second, disabled, draft, far] = [
    await insertProduct(env.DB, seller.uid),
    await insertProduct(env.DB, seller.uid),
    await insertProduct(env.DB, seller.uid, { status: "disabled" }),
    await insertProduct(env.DB, seller.uid, { status: "draft" }),
    await insertProduct(env.DB, other.uid),
  ];
  const changedAt = Date.UTC(2026, 0, 2, 3, 4, 5);
  await changeRow(env.DB, "products", { id: second }, { updated_at: changedAt });
  // The next part has none that is active.
  await changeRow(env.DB, "products", { id: disabled }, { seq: PART_PRODUCTS });
  await changeRow(env.DB, "products", { id: far }, { seq: 2 * PART_PRODUCTS });

  const index = await locations("/sitemap.xml");
  expect(index.answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  expect(index.answer.headers.get("Cache-Control")).toBe("public, max-age=3600");
  expect(index.found).toEqual([
    "/sitemap/pages.xml",
    "/sitemap/products/0.xml",
    "/sitemap/products/2.xml",
    "/sitemap/sellers/0.xml",
    "/sitemap/sellers/2.xml",
  ]);
  const products = await locations("/sitemap/products/0.xml");
  expect(products.found).toEqual([`/acheter/${first}`, `/acheter/${second}`]);
  expect(products.xml).toContain("<lastmod>2026-01-02T03:04:05.000Z</lastmod>");
  expect(products.xml).not.toContain(draft);
  expect((await locations("/sitemap/products/2.xml")).found).toEqual([`/acheter/${far}`]);
  expect((await locations("/sitemap/sellers/0.xml")).found).toEqual([`/sell/${seller.uid}`]);
  expect((await locations("/sitemap/sellers/2.xml")).found).toEqual([`/sell/${other.uid}`]);

  await changeRow(env.DB, "products", { id: first }, { status: "disabled" });
  expect((await locations("/sitemap/products/0.xml", { isCached: true })).found).toHaveLength(2);
  expect((await locations("/sitemap/products/0.xml")).found).toEqual([`/acheter/${second}`]);
});

test("the part of the pages has pages that answer", async () => {
  const { found } = await locations("/sitemap/pages.xml");
  expect(found).toContain("/");
  expect(found).toContain("/shop?category=15");
  const statuses = await Promise.all(
    found.map(async (path) => {
      const answer = await SELF.fetch(ORIGIN + path, { redirect: "manual" });
      await answer.body?.cancel();
      return [answer.status, answer.headers.get("X-Robots-Tag")];
    }),
  );
  expect(new Set(statuses.map(String))).toEqual(new Set(["200,"]));
});

test.each(["1.xml", "00.xml", "-1.xml", "1e3.xml", "9999999999.xml", "0", "x.xml"])(
  "there is no part %s",
  async (name) => {
    for (const kind of ["products", "sellers"]) {
      expect((await locations(`/sitemap/${kind}/${name}`)).answer.status).toBe(404);
    }
  },
);

test("each part is read by its range of the index", async () => {
  const { db, statements } = recordStatements(env.DB);
  const sitemap = sitemapIn(openDb(db));
  const range = { first: 0, end: PART_PRODUCTS };
  await sitemap.ranges({ size: PART_PRODUCTS, limit: 100 });
  await sitemap.products(range);
  await sitemap.sellers(range);
  for (const sql of statements) {
    const parameters = [...sql.matchAll(/\?/g)].map(() => 1);
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail).filter((step) => /products/.test(step));
    expect(steps).not.toEqual([]);
    for (const step of steps) {
      expect(step).toMatch(/^(SEARCH|SCAN) products USING (COVERING )?INDEX active_by_seq/);
      if (step.startsWith("SCAN")) expect(step).toContain("COVERING");
    }
  }
});

// spec: web.sitemap
test("robots.txt names the sitemap and what crawlers leave alone", async () => {
  const answer = await SELF.fetch(`${ORIGIN}/robots.txt`);
  const lines = (await answer.text()).split("\n");
  expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const disallowed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  expect(disallowed).toEqual(expect.arrayContaining(["/dashboard", "/profil", "/edit/", "/api/"]));
  const listed = ["/", "/shop", "/acheter/x", "/preview/x", "/sell/x", "/media/x", "/share/a.jpg"];
  expect(listed.filter((path) => disallowed.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});

// spec: web.sitemap
test("the manifest has a description in the visitor's language, and icons that exist", async () => {
  const read = async (locale: string) => {
    const headers = { Cookie: `locale=${locale}` };
    const answer = await SELF.fetch(`${ORIGIN}/manifest.webmanifest`, { headers });
    expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
    return (await answer.json()) as { lang: string; description: string; icons: { src: string }[] };
  };
  const [fr, en] = [await read("fr"), await read("en")];
  expect([fr.lang, en.lang]).toEqual(["fr", "en"]);
  expect(fr.description).not.toBe(en.description);
  expect(fr.icons).toHaveLength(3);
});
