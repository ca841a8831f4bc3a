import { env } from "cloudflare:test";
import type { SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { productsOf } from "../../../db/dashboard/dashboard";
import { pageOfTransactions } from "../../../db/dashboard/transactions";
import { newestEventOf } from "../../../db/orders/events";
import { paymentsToReview, salesOf } from "../../../db/orders/incoming-payments";
import { ordersIn } from "../../../db/orders/orders";
import { draftsOf } from "../../../db/products/draft-list";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { insertion } from "../../support/rows";
import { newOrder, newPayment } from "../../support/worker-orders";

const SALES = 6_000;
const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2024, 0);
const LAST = FROM + (SALES - 1) * HOUR_MS;
const PAGE = 50;

/** All products, the newest first. */
const NEWEST = { search: "", sort: null } as const;

const dialect = new SQLiteSyncDialect();
const bound = (query: SQL) => {
  const { sql, params } = dialect.sqlToQuery(query);
  return { text: sql, params };
};

let seller: string;
beforeAll(async () => {
  seller = (await insertPerson(env.DB)).uid;
  // Products of another seller, whose sales lie between those of this one.
  const other = (await insertPerson(env.DB)).uid;
  for (const [ownerUid, productId, count] of [
    [seller, "busy", SALES],
    [seller, "rare", 5],
    [other, "foreign", 200],
  ] as const) {
    await insertProduct(env.DB, ownerUid, { id: productId });
    const sales = { ownerUid, productId, count, from: FROM, everyMs: HOUR_MS, refundEach: 50 };
    await insertManySales(env.DB, sales);
  }
  const orders = ordersIn(openDb(env.DB));
  for (let at = 0; at < 3; at++) {
    const order = await newOrder({ productId: "busy", ownerUid: seller, buyerUid: `late ${at}` });
    await orders.review(order.id, "late", { ...newPayment(), payer: "Late" }, LAST);
  }
});

/** Steps of the plan, as SQLite words them. */
async function planOf(query: SQL): Promise<string[]> {
  const { text, params } = bound(query);
  const statement = env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`).bind(...params);
  return (await statement.all<{ detail: string }>()).results.map(({ detail }) => detail);
}

async function read(query: SQL) {
  const { text, params } = bound(query);
  const { results, meta } = await env.DB.prepare(text)
    .bind(...params)
    .all<Record<string, unknown>>();
  return { rows: results, read: meta.rows_read };
}

describe("the report of transactions", () => {
  const span = { from: 0, until: Number.MAX_SAFE_INTEGER };
  const middle = { at: FROM + (SALES / 2) * HOUR_MS, id: SALES };
  const year = { from: Date.UTC(2024, 5), until: Date.UTC(2024, 6) };
  test.each([
    ["the first page", { ...span, limit: PAGE }],
    ["a page after a cursor", { ...span, after: middle, limit: PAGE }],
    ["a span", { ...year, limit: PAGE }],
    ["a page of a span", { ...year, after: { at: year.from, id: 9 }, limit: PAGE }],
    ["nothing", { from: LAST + HOUR_MS, until: LAST + 2 * HOUR_MS, limit: PAGE }],
  ])("%s reads as many rows as it has", async (_name, selection) => {
    const query = pageOfTransactions(seller, selection);
    const plan = await planOf(query);
    expect(plan.filter((step) => /^SCAN|TEMP B-TREE|AUTOMATIC/.test(step))).toEqual([]);
    expect(plan[0]).toMatch(/^SEARCH l USING INDEX ledger_by_time \(owner_uid=\? AND /);
    const { rows, read: rowsRead } = await read(query);
    // Entry, order and the commission of a sale.
    expect(rowsRead).toBeLessThanOrEqual(8 * rows.length + 8);
    if (_name !== "nothing") expect(rows).toHaveLength(PAGE);
  });
});

describe("the list of sales", () => {
  const before = { at: FROM + (SALES / 2) * HOUR_MS, orderId: "busy:3000", payer: "Payer" };
  test.each([
    ["of all products", {}, PAGE],
    ["after a cursor", { before }, PAGE],
    ["of a product", { productId: "busy" }, PAGE],
    ["of a product with few", { productId: "rare" }, 5],
    ["of a product after a cursor", { productId: "busy", before }, PAGE],
    ["of a period", { since: LAST - 10 * HOUR_MS }, 11],
    ["of a product of another seller", { productId: "foreign" }, 0],
  ])("%s reads the orders of the page", async (_name, filter, length) => {
    const { rows, read: rowsRead } = await read(salesOf(seller, { ...filter, limit: PAGE }));
    expect(rows).toHaveLength(length);
    const foreign = "productId" in filter && filter.productId === "foreign" ? 400 : 0;
    expect(rowsRead).toBeLessThanOrEqual(25 * length + 25 + foreign);
  });

  test("finds the page in an index", async () => {
    for (const filter of [{}, { before }, { since: FROM }, { productId: "busy", before }]) {
      const plan = await planOf(salesOf(seller, { ...filter, limit: PAGE }));
      const name = "productId" in filter ? "orders_sold_of_product" : "orders_sold";
      expect(plan.join("\n")).toContain(`USING INDEX ${name} (`);
      expect(plan.filter((step) => /^SCAN (?!SUBQUERY)|AUTOMATIC/.test(step))).toEqual([]);
    }
  });
});

test("payments to review are found without the sales", async () => {
  const { rows, read: rowsRead } = await read(paymentsToReview(seller, { limit: 1_000 }));
  expect(rows).toHaveLength(3);
  expect(rowsRead).toBeLessThanOrEqual(75);
});

describe("the product table", () => {
  const DAYS = 400;
  const today = Math.floor(LAST / 86_400_000);
  const ids = Array.from({ length: 200 }, (_, at) => `viewed-${at}`);
  let rich: string;
  beforeAll(async () => {
    rich = (await insertPerson(env.DB)).uid;
    for (const id of ids) await insertProduct(env.DB, rich, { id });
    // Half of them are viewed and sold on every day.
    for (const [table, column] of [
      ["product_views", "views"],
      ["product_days", "sales"],
    ] as const) {
      await env.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
         INSERT INTO ${table} (product_id, day, ${column}) SELECT p.id, ?2 - i, 1
         FROM n JOIN products p ON p.owner_uid = ?3 AND p.seq % 2 = 0`,
      )
        .bind(DAYS, today, rich)
        .run();
    }
  });

  test.each([
    ["30 days", today - 29, 30],
    ["all days", 0, DAYS],
  ])("of %s reads the days of its page", async (_, since, days) => {
    for (const offset of [0, 50]) {
      const { rows, read: rowsRead } = await read(
        productsOf(rich, { ...NEWEST, limit: PAGE, offset, since }),
      );
      expect(rows).toHaveLength(PAGE);
      const sums = rows.map(({ views, sales }) => [views, sales]);
      expect(new Set(sums.map(String))).toEqual(new Set([String([0, 0]), String([days, days])]));
      // Index and table, of views and of sales, for half of the products; and the rows before the page.
      expect(rowsRead).toBeLessThanOrEqual(2 * days * PAGE + 8 * PAGE + 4 * offset);
    }
  });

  test("does not read the sales of a seller with many", async () => {
    const since = { ...NEWEST, since: 0, limit: PAGE, offset: 0 };
    const { read: rowsRead } = await read(productsOf(seller, since));
    // Two products, with a row for each day of sales.
    expect(rowsRead).toBeLessThanOrEqual(2 * (SALES / 24 + 10) + 20);
    const plan = await planOf(productsOf(seller, since));
    expect(plan.filter((step) => /^SCAN (?!CONSTANT)|TEMP B-TREE|AUTOMATIC/.test(step))).toEqual(
      [],
    );
  });
});

test("the newest event, which open dashboards poll, is found by one row of the index", async () => {
  const { rows, read: rowsRead } = await read(newestEventOf(seller));
  expect(rows).toEqual([{ id: expect.any(Number) }]);
  expect(rowsRead).toBeLessThanOrEqual(2);
  const plan = (await planOf(newestEventOf(seller))).join("\n");
  expect(plan).toContain("USING COVERING INDEX events_by_owner (owner_uid=?)");
});

test("drafts are found by the uploads of their owner", async () => {
  const { uid } = await insertPerson(env.DB);
  await insertProduct(env.DB, uid, { id: "on-sale" });
  await insertProduct(env.DB, uid, { id: "draft", status: "draft" });
  const upload = (key: string, productId: string, at: number) =>
    insertion(env.DB, "files", {
      key,
      storage_path: key,
      owner_uid: uid,
      product_id: productId,
      file_name: "a.wav",
      content_type: "audio/wav",
      size_bytes: 100,
      status: "uploading",
      part_size_bytes: 50,
      created_at: at,
    });
  const part = { file_key: "f1", part_number: 1, etag: "e", size_bytes: 50 };
  await env.DB.batch([
    upload("f1", "draft", 1),
    // The file of a product on sale is being replaced.
    upload("f2", "on-sale", 2),
    insertion(env.DB, "file_parts", part),
  ]);
  const { rows } = await read(draftsOf(uid, 10));
  expect(rows).toMatchObject([{ key: "f1", title: "A file", receivedBytes: 50, sizeBytes: 100 }]);
  const plan = await planOf(draftsOf(uid, 10));
  expect(plan.filter((step) => /^SCAN|AUTOMATIC/.test(step))).toEqual([]);
});
