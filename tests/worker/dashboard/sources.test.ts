import { env } from "cloudflare:test";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { daysOfSources, sourceFigures } from "../../../app/dashboard/use-cases/read-sources";
import { MAX_SOURCE_NAMES } from "../../../app/products/rules/sources";
import { openDb, readBatch } from "../../../db/client";
import { MAX_SOURCE_ROWS, type SourceRow, sourcesOf } from "../../../db/dashboard/sources";
import { sourceNamesIn } from "../../../db/products/sources";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { insertion } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";

const DAY_MS = 86_400_000;
const today = () => Math.floor(Date.now() / DAY_MS);
const db = openDb(env.DB);
const names = sourceNamesIn(db);

let seller: Seller;
let other: Seller;
let id: string;
let theirs: string;
beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
  id = await insertProduct(env.DB, seller.uid, { title: "Rain" });
  theirs = await insertProduct(env.DB, other.uid, { title: "A stranger's" });
  await names.add(other.uid, "theirs", 1);
  await add(other.uid, theirs, "stranger.example", { views: 9 });
});

function add(
  ownerUid: string,
  productId: string,
  source: string,
  { day = today(), views = 0, sales = 0 }: { day?: number; views?: number; sales?: number },
) {
  const row = { owner_uid: ownerUid, day, product_id: productId, source, views, sales };
  return insertion(env.DB, "source_days", row).run();
}

/** Sends a form of the page. */
function postForm(who: Seller, fields: Record<string, string>, search = ""): Promise<Response> {
  const body = new URLSearchParams(fields);
  return who.call(`/dashboard/sources${search}`, { method: "POST", body });
}

/** The rows of the table, as text. */
async function table(who: Seller, search = "", locale = "en"): Promise<string[][]> {
  const page = await who.call(`/dashboard/sources${search}`, {
    headers: { Cookie: `${who.cookie}; locale=${locale}` },
  });
  expect(page.status).toBe(200);
  const rows = [...(await page.text()).matchAll(/<tr data-source[^>]*>(.*?)<\/tr>/gs)];
  return rows.map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text = ""]) => text.replace(/\s/g, " ")),
  );
}

describe("the page of sources", () => {
  // spec: seller.sources-page
  test("has views and sales of a period and a product by source", async () => {
    const second = await insertProduct(env.DB, seller.uid, { title: "Snow" });
    await add(seller.uid, id, "src:newsletter", { views: 8, sales: 2 });
    await add(seller.uid, id, "direct", { views: 20, sales: 1 });
    await add(seller.uid, id, "example.com", { views: 1_500 });
    await add(seller.uid, second, "direct", { views: 3 });
    await add(seller.uid, id, "other", { day: today() - 30, views: 5 });
    expect(await table(seller)).toEqual([
      ["newsletter", "8", "2", "25%"],
      ["Direct, or not known", "23", "1", "4.3%"],
      ["example.com", "1,500", "0", "0%"],
    ]);
    expect(await table(seller, `?product=${second}`)).toEqual([
      ["Direct, or not known", "3", "0", "0%"],
    ]);
    expect(await table(seller, "?period=all", "fr")).toEqual([
      ["newsletter", "8", "2", "25 %"],
      ["Accès direct, ou inconnu", "23", "1", "4,3 %"],
      ["example.com", "1 500", "0", "0 %"],
      ["Autres sites", "5", "0", "0 %"],
    ]);
  });

  test("takes other values of its address for absent", async () => {
    for (const search of ["?period=x", "?period=", "?product=", "?product=&period=30-days&x=1"]) {
      expect((await table(seller, search)).length).toBe(3);
    }
  });

  // spec: seller.sources-page
  test("is about the seller's own products, names and sums alone", async () => {
    for (const product of [theirs, "unknown", "%00", "x".repeat(3_000)]) {
      const answer = await seller.call(`/dashboard/sources?product=${product}`);
      expect([product, answer.status]).toEqual([product, 404]);
      expect(await answer.text()).not.toMatch(/stranger/i);
    }
    for (const path of ["/dashboard/sources", `/dashboard/sources?uid=${other.uid}`]) {
      expect(await (await seller.call(path)).text()).not.toMatch(/stranger|theirs/i);
    }
    await postForm(seller, { intent: "remove", name: "theirs" });
    expect(await names.ofOwner(other.uid)).toEqual(["theirs"]);
    const visitor = await seller.call("/dashboard/sources", { headers: { Cookie: "" } });
    expect(visitor.headers.get("Location")).toMatch(/^\/login\?to=/);
  });

  test("shows a newcomer what to do", async () => {
    const newcomer = await newSeller();
    const html = await (await newcomer.call("/dashboard/sources")).text();
    expect(html).toContain("No views or sales by source in this period.");
    expect(html).not.toContain("<table");
  });

  test("shows what a stranger has sent as text", async () => {
    const odd = await newSeller();
    const product = await insertProduct(env.DB, odd.uid);
    await add(odd.uid, product, "<img src=x>.example", { views: 1 });
    expect(await (await odd.call("/dashboard/sources")).text()).not.toContain("<img src=x>");
  });
});

describe("names", () => {
  // spec: seller.source-names
  test("are made and removed, each with a link to the chosen product", async () => {
    const made = await postForm(seller, { name: " Newsletter " }, `?product=${id}`);
    expect([made.status, made.headers.get("Location")]).toEqual([
      302,
      `/dashboard/sources?product=${id}`,
    ]);
    expect(made.headers.get("Set-Cookie")).toContain("sourceMade");
    expect((await postForm(seller, { name: "newsletter" })).status).toBe(302);
    const page = async (search = "") => (await seller.call(`/dashboard/sources${search}`)).text();
    expect(await page(`?product=${id}`)).toContain(`http://localhost/acheter/${id}?src=newsletter`);
    const removed = await postForm(seller, { intent: "remove", name: "newsletter" });
    expect(removed.headers.get("Set-Cookie")).toContain("sourceRemoved");
    expect(await names.ofOwner(seller.uid)).toEqual([]);
    // The sums of before stay.
    expect(await table(seller)).toContainEqual(["newsletter", "8", "2", "25%"]);
    expect(await page(`?product=${id}`)).not.toContain("src=newsletter");
  });

  const BAD = ["", " ", "a b", "é", "a".repeat(33), "src:a", "a.b", "<b>", "\u0000", "a/b", "A_B"];
  test.each(BAD)("of other forms are refused with the reason at the field: %j", async (name) => {
    const answer = await postForm(seller, { name });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("32 at most.");
    expect(await names.ofOwner(seller.uid)).toEqual([]);
  });

  test("are so many", async () => {
    const { uid, ...rest } = await newSeller();
    for (let at = 0; at < MAX_SOURCE_NAMES; at += 1) await names.add(uid, `n-${at}`, at);
    const full = await postForm({ uid, ...rest }, { name: "one-more" });
    expect(full.status).toBe(422);
    expect(await full.text()).toContain("You have 50 names");
    expect((await postForm({ uid, ...rest }, { name: "n-1" })).status).toBe(302);
    expect(await names.ofOwner(uid)).toHaveLength(MAX_SOURCE_NAMES);
  });
});

describe("the read", () => {
  const rowsRead = async (uid: string, productId: string | null) => {
    const selection = { ...daysOfSources("all", today()), productId, limit: 100 };
    const { sql, params } = new SQLiteSyncDialect().sqlToQuery(sourcesOf(uid, selection));
    const { meta } = await env.DB.prepare(sql)
      .bind(...params)
      .all();
    return meta.rows_read;
  };
  const read = async (uid: string, productId: string | null, limit = 100) => {
    const selection = { ...daysOfSources("all", today()), productId, limit };
    const [rows] = await readBatch(db, [sourcesOf(uid, selection)]);
    return sourceFigures(rows as SourceRow[]);
  };

  test("of a seller with many rows counts the newest days, and says from when on", async () => {
    const { uid } = await insertPerson(env.DB);
    await insertProduct(env.DB, uid, { id: "many" });
    // 100 rows a day, for 250 days.
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 25000)
       INSERT INTO source_days (owner_uid, day, product_id, source, views, sales)
       SELECT ?1, ?2 - i / 100, 'many', 'host-' || (i % 100) || '.example', 1, 0 FROM n`,
    )
      .bind(uid, today())
      .run();
    const { sources, rest, countedFrom } = await read(uid, null, 5);
    const days = MAX_SOURCE_ROWS / 100;
    expect(countedFrom).toBe((today() - days + 1) * DAY_MS);
    expect(sources.map(({ views }) => views)).toEqual([days, days, days, days, days]);
    expect(rest).toMatchObject({ views: 95 * days, sales: 0 });
    expect(await rowsRead(uid, null)).toBeLessThan(5 * MAX_SOURCE_ROWS);
  });

  test("of one product reads its rows alone", async () => {
    const { uid } = await insertPerson(env.DB);
    for (const product of ["few", "lots"]) await insertProduct(env.DB, uid, { id: product });
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 8000)
       INSERT INTO source_days (owner_uid, day, product_id, source, views, sales)
       SELECT ?1, ?2 - i / 20, 'lots', 'host-' || (i % 20) || '.example', 1, 0 FROM n`,
    )
      .bind(uid, today())
      .run();
    await add(uid, "few", "direct", { views: 2 });
    expect((await read(uid, "few")).sources).toMatchObject([{ source: "direct", views: 2 }]);
    expect(await rowsRead(uid, "few")).toBeLessThan(3_000);
  });
});
