import {
  createExecutionContext,
  createScheduledController,
  env,
  SELF,
  waitOnExecutionContext,
} from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { placeIn } from "../../../app/dashboard/rules/place";
import { readDashboard } from "../../../app/dashboard/use-cases/read-dashboard";
import { VIEWS_LIFETIME_DAYS } from "../../../app/products/rules/sources";
import { purgeProductViews } from "../../../app/products/use-cases/purge-product-views";
import { VIEW_WRITE_INTERVAL_MS } from "../../../app/products/use-cases/view-counter";
import { openDb } from "../../../db/client";
import { dashboardIn } from "../../../db/dashboard/dashboard";
import { type DayViews, productViewsIn } from "../../../db/products/product-views";
// The built Worker has no types.
// @ts-expect-error
import built from "../../../dist-worker/index.js";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { openUpload } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

const worker = built as ExportedHandler<Cloudflare.Env>;

const DAY_MS = 86_400_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36";

const db = openDb(env.DB);
const views = productViewsIn(db);
const productViews = {
  ...views,
  add: (sums: Omit<DayViews, "sources">[]) =>
    views.add(sums.map((one) => ({ ...one, sources: [] }))),
};
const today = () => Math.floor(Date.now() / DAY_MS);

let seller: Seller;
let buyer: Seller;
beforeAll(async () => {
  [seller, buyer] = [await newSeller(), await newSeller()];
});

async function viewsOf(productId: string): Promise<number> {
  const row = await env.DB.prepare(
    "SELECT sum(views) AS views FROM product_views WHERE product_id = ?",
  )
    .bind(productId)
    .first<{ views: number | null }>();
  return row?.views ?? 0;
}

async function open(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await SELF.fetch(ORIGIN + path, {
    method,
    redirect: "manual",
    headers: { "User-Agent": BROWSER, ...headers },
  });
  await response.arrayBuffer();
  return response.status;
}

/** The first view after the interval writes all that are pending. */
async function writePending(): Promise<void> {
  const trigger = await insertProduct(env.DB, seller.uid);
  await open(`/acheter/${trigger}`);
  advanceClock(VIEW_WRITE_INTERVAL_MS);
  await open(`/acheter/${trigger}`);
  await expect.poll(() => viewsOf(trigger)).toBe(2);
}

describe("a view", () => {
  // spec: seller.views
  test("is a page that a person opens", async () => {
    const id = await insertProduct(env.DB, seller.uid);
    const path = `/acheter/${id}`;
    expect(await open(path)).toBe(200);
    expect(await open(path, { Cookie: buyer.cookie })).toBe(200);
    expect(await open(`${path}.data`, { Referer: `${ORIGIN}/shop` })).toBe(200);
    // Requests that are no views.
    expect(await open(path, { Cookie: seller.cookie })).toBe(200);
    expect(await open(`${path}.data`, { Referer: ORIGIN + path })).toBe(200);
    expect(await open(path, { "User-Agent": "Googlebot/2.1" })).toBe(200);
    expect(await open(path, { "Sec-Purpose": "prefetch" })).toBe(200);
    expect(await open(path, {}, "HEAD")).toBe(200);
    await writePending();
    expect(await viewsOf(id)).toBe(3);
  });

  test("of an unknown product or a draft is none", async () => {
    const { productId: draft } = await openUpload(seller, 10);
    for (const id of ["unknown", draft, "%00", "x".repeat(3_000)]) {
      expect(await open(`/acheter/${id}`)).toBe(404);
    }
    await writePending();
    const { results } = await env.DB.prepare(
      "SELECT product_id FROM product_views WHERE product_id NOT IN (SELECT id FROM products WHERE status <> 'draft')",
    ).all();
    expect(results).toEqual([]);
  });

  // spec: seller.views
  test("leaves nothing but a sum by product and day", async () => {
    const { results } = await env.DB.prepare("SELECT * FROM product_views").all();
    expect(results.length).toBeGreaterThan(0);
    for (const row of results) expect(Object.keys(row)).toEqual(["product_id", "day", "views"]);
  });
});

describe("the store", () => {
  test("adds to what is there, and ignores ids without a product", async () => {
    const id = await insertProduct(env.DB, seller.uid);
    await productViews.add([
      { productId: id, day: 5, views: 2 },
      { productId: id, day: 6, views: 1 },
      { productId: "nothing", day: 6, views: 9 },
    ]);
    await productViews.add([{ productId: id, day: 6, views: 4 }]);
    expect(await viewsOf(id)).toBe(7);
    expect(await viewsOf("nothing")).toBe(0);
  });

  test("removes old sums, a bounded number a run", async () => {
    const id = await insertProduct(env.DB, seller.uid);
    const old = Array.from({ length: 1_500 }, (_, at) => ({
      productId: id,
      day: 10 + at,
      views: 1,
    }));
    const kept = today() - VIEWS_LIFETIME_DAYS;
    await productViews.add([...old, { productId: id, day: kept, views: 1 }]);
    const deps = { clock: { now: () => Date.now() }, productViews };
    await purgeProductViews(deps);
    expect(await viewsOf(id)).toBeLessThanOrEqual(1_501 - 990);
    expect(await viewsOf(id)).toBeGreaterThan(1);
    await purgeProductViews(deps);
    expect(await viewsOf(id)).toBe(1);
  });
});

describe("the dashboard", () => {
  const NO_PLACE = placeIn(new URLSearchParams());
  const deps = {
    dashboard: dashboardIn(db),
    clock: { now: () => Date.now() },
    settings: { cluster: "localnet" as const },
  };
  const read = async (uid: string, period: "30-days" | "12-months" | "all", page = 1) =>
    readDashboard({ uid, place: { ...NO_PLACE, period, page }, confirmIds: [] }, deps);

  // spec: seller.figures
  test("has views and conversion of the period by product", async () => {
    const { uid } = await insertPerson(env.DB);
    const [busy, quiet] = [await insertProduct(env.DB, uid), await insertProduct(env.DB, uid)];
    await insertManySales(env.DB, {
      ownerUid: uid,
      productId: busy,
      count: 60,
      from: Date.now() - 59 * DAY_MS,
      everyMs: DAY_MS,
    });
    await productViews.add([
      { productId: busy, day: today(), views: 100 },
      { productId: busy, day: today() - 29, views: 20 },
      { productId: busy, day: today() - 30, views: 80 },
    ]);
    const month = await read(uid, "30-days");
    const shown = (page: typeof month, id: string) => page.products.find((one) => one.id === id);
    expect(shown(month, busy)).toMatchObject({ views: 120, conversion: 30 / 120 });
    expect(shown(month, quiet)).toMatchObject({ views: 0, conversion: null });
    expect(shown(await read(uid, "all"), busy)).toMatchObject({ views: 200 });
  });

  test("shows them by the rules of the language, and a dash without views", async () => {
    const someone = await newSeller();
    const id = await insertProduct(env.DB, someone.uid, { title: "Seen" });
    await insertManySales(env.DB, {
      ownerUid: someone.uid,
      productId: id,
      count: 1,
      from: Date.now(),
      everyMs: 1,
    });
    const cells = async (locale: string) => {
      const page = await someone.call("/dashboard", {
        headers: { Cookie: `${someone.cookie}; locale=${locale}` },
      });
      const found = (await page.text()).matchAll(
        /data-label="(?:Views|Vues|Conversion)"[^>]*>([^<]*)</g,
      );
      return [...found].map(([, text]) => text);
    };
    expect(await cells("en")).toEqual(["0", "–"]);
    await productViews.add([{ productId: id, day: today(), views: 1_500 }]);
    expect(await cells("en")).toEqual(["1,500", "0.1%"]);
    expect((await cells("fr")).map((text) => text?.replace(/\s/g, " "))).toEqual([
      "1 500",
      "0,1 %",
    ]);
  });

  test("has the products of a page, and totals of all", async () => {
    const { uid } = await insertPerson(env.DB);
    const ids: string[] = [];
    for (let at = 0; at < 103; at += 1) ids.push(await insertProduct(env.DB, uid, { sold: 1 }));
    const [first, second, beyond] = [
      await read(uid, "all"),
      await read(uid, "all", 2),
      await read(uid, "all", 9_999),
    ];
    expect([first.pages, first.products.length, second.products.length]).toEqual([2, 100, 3]);
    expect(beyond.products).toEqual([]);
    expect(second.products.map(({ id }) => id)).toEqual(ids.slice(0, 3).reverse());
    expect([second.found, second.onSale.active]).toEqual([103, 103]);
  });

  // spec: seller.product-table
  test("sorts and searches the products of their seller alone", async () => {
    const { uid } = await insertPerson(env.DB);
    const add = (title: string, sold: number, price: number, owner = uid) =>
      insertProduct(env.DB, owner, { title, sold, price });
    const [rain, waves, storm] = [
      await add("Rain", 3, 5_000),
      await add("Élan", 1, 9_000),
      await add("storm rain", 2, 7_000),
    ];
    await add("Rain of another", 9, 1, (await insertPerson(env.DB)).uid);
    await productViews.add([
      { productId: waves, day: today(), views: 5 },
      { productId: rain, day: today(), views: 2 },
    ]);
    const names = new Map([
      [rain, "r"],
      [waves, "w"],
      [storm, "s"],
    ]);
    const shown = async (search: string) => {
      const place = placeIn(new URLSearchParams(search));
      const { products, found } = await readDashboard({ uid, place, confirmIds: [] }, deps);
      expect(found).toBe(products.length);
      return products.map(({ id }) => names.get(id)).join("");
    };
    const orders = {
      "": "swr",
      "sort=title-asc": "wrs",
      "sort=title-desc": "srw",
      "sort=sales-desc": "rsw",
      "sort=sales-asc": "wsr",
      "sort=price-desc": "wsr",
      "sort=price-asc": "rsw",
      "sort=views-desc": "wrs",
      "sort=views-asc": "srw",
      "q=RAIN&sort=sales-asc": "sr",
      "q=elan": "w",
      "q=%25": "",
      "q=%00'": "",
    };
    for (const [search, order] of Object.entries(orders))
      expect([search, await shown(search)]).toEqual([search, order]);
  });

  test("links the pages of products, with the period", async () => {
    const someone = await newSeller();
    for (let at = 0; at < 101; at += 1) await insertProduct(env.DB, someone.uid);
    const page = async (search: string) => (await someone.call(`/dashboard?${search}`)).text();
    const links = (text: string) =>
      [...text.matchAll(/href="(\/dashboard\?[^"]*page=\d|\/dashboard\?period=all)"/g)].map(
        ([, href]) => href,
      );
    expect(links(await page("period=all"))).toEqual(["/dashboard?period=all&amp;page=2"]);
    const last = await page("period=all&page=2");
    expect(links(last)).toEqual(["/dashboard?period=all"]);
    expect(last).toContain("Page 2 of 2");
  });
});

test("the cron removes old sums", async () => {
  const id = await insertProduct(env.DB, seller.uid);
  await productViews.add([{ productId: id, day: 3, views: 1 }]);
  const context = createExecutionContext();
  await worker.scheduled?.(createScheduledController(), env, context);
  await waitOnExecutionContext(context);
  expect(await viewsOf(id)).toBe(0);
});
