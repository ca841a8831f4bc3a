import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import {
  REPORT_PAGE_SIZE,
  reportTransactions,
} from "../../../app/dashboard/use-cases/report-transactions";
import { openDb } from "../../../db/client";
import { transactionsIn } from "../../../db/dashboard/transactions";
import { ordersIn } from "../../../db/orders/orders";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { newSeller, type Seller } from "../../support/seller";
import { newOrder, newPayment } from "../../support/worker-orders";

const PATH = "/dashboard/transactions.csv";
const db = openDb(env.DB);
const orders = ordersIn(db);
const transactions = transactionsIn(db);

let seller: Seller;
let other: Seller;
let ids: string[];
const times = [Date.UTC(2024, 11, 31, 23, 59, 59, 999), Date.UTC(2025, 0), Date.UTC(2025, 5)];
beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
  await insertProduct(env.DB, seller.uid, { id: "mine" });
  await insertProduct(env.DB, other.uid, { id: "theirs" });
  ids = [];
  for (const [index, at] of times.entries()) {
    const terms = { productId: "mine", ownerUid: seller.uid, buyerUid: `buyer ${index}` };
    const order = await newOrder({ ...terms, label: '=cmd|"x",1', createdAt: at - 1 });
    await orders.settle(order.id, { ...newPayment(`signature${index}`), payer: "Payer" }, at);
    ids.push(order.id);
  }
  await orders.rollBack(ids[2] ?? "", "signature2", Date.UTC(2025, 6));
  const theirs = await newOrder({ productId: "theirs", ownerUid: other.uid, buyerUid: null });
  await orders.settle(theirs.id, newPayment("foreign"), Date.UTC(2025, 1));
});

/** Rows of the report without its first one. */
async function report(who: Seller, search = ""): Promise<string[]> {
  const answer = await who.call(PATH + search);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text.endsWith("\r\n")).toBe(true);
  return text.split("\r\n").slice(1, -1);
}

const title = `"'=cmd|""x"",1"`;

test("has a row for each entry, with the commission of a sale, oldest first", async () => {
  const rows = await report(seller);
  const row = (at: string, kind: string, lamports: string, index: number, status = "paid") =>
    `"${at}","${kind}","mine",${title},${lamports},"signature${index}",5,"Payer","${ids[index]}","${status}"`;
  const surplus = "3,0.000000003,";
  const [first, second] = ["2024-12-31T23:59:59.999Z", "2025-01-01T00:00:00.000Z"];
  expect(rows.slice(0, 6)).toEqual([
    row(first, "sale", "1000,0.000001,10", 0),
    row(first, "fee", "-10,-0.00000001,", 0),
    row(first, "surplus", surplus, 0),
    row(second, "sale", "1000,0.000001,10", 1),
    row(second, "fee", "-10,-0.00000001,", 1),
    row(second, "surplus", surplus, 1),
  ]);
  const rolledBack = "2025-07-01T00:00:00.000Z";
  expect(rows).toContain(row(rolledBack, "rolled_back", "-1000,-0.000001,-10", 2, "review"));
  expect(rows).toContain(row(rolledBack, "fee_rolled_back", "10,0.00000001,", 2, "review"));
});

// spec: seller.transactions-csv
test("its lamports add up to what the seller keeps", async () => {
  const rows = (await report(seller)).map((row) => row.replaceAll(title, "").split(","));
  const sum = rows.reduce((total, cells) => total + Number(cells[4]), 0);
  expect(sum).toBe(2 * (1_000 + 3 - 10));
});

test("a year is one in UTC", async () => {
  const dates = async (year: string) =>
    new Set((await report(seller, `?year=${year}`)).map((row) => row.slice(1, 11)));
  expect(await dates("2024")).toEqual(new Set(["2024-12-31"]));
  expect(await dates("2025")).toEqual(new Set(["2025-01-01", "2025-06-01", "2025-07-01"]));
  expect(await dates("2023")).toEqual(new Set());
  expect(await dates("")).toEqual(await dates("").then((all) => new Set(all)));
  expect((await report(seller, "?year=")).length).toBe((await report(seller)).length);
});

test("is a file, and of the seller alone", async () => {
  const answer = await seller.call(`${PATH}?year=2025`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="transactions-2025.csv"',
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).not.toContain("foreign");
  expect((await report(other)).map((row) => row.split(",")[7])).toEqual(
    Array.from({ length: 3 }, () => '"foreign"'),
  );
  expect((await report(await newSeller())).length).toBe(0);
  const head = await seller.call(PATH, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(head.headers.get("Content-Disposition")).toMatch(/"transactions-all-[\d-]{10}\.csv"$/);
});

test.each([
  "20256",
  "-1",
  "2025%0d%0aSet-Cookie:a=b",
  '2025"',
  "9".repeat(70),
  "%00",
  "NaN",
  "٢٠٢٥",
])("the year %s is refused", async (year) => {
  const answer = await seller.call(`${PATH}?year=${year}`);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ error: { code: "invalid_input" } });
});

describe("a long report", () => {
  const SALES = 2_600;
  const span = { from: 0, until: Number.MAX_SAFE_INTEGER };
  let busy: Seller;
  beforeAll(async () => {
    busy = await newSeller();
    const productId = await insertProduct(env.DB, busy.uid);
    // Many of the same time: a page ends between them.
    const sales = { ownerUid: busy.uid, productId, count: SALES, from: times[0] ?? 0, everyMs: 0 };
    await insertManySales(env.DB, sales);
  });

  test("has each entry once", async () => {
    const rows = await report(busy);
    expect(rows).toHaveLength(2 * SALES);
    expect(new Set(rows).size).toBe(2 * SALES);
  });

  test("is read page by page, as the reader takes it", async () => {
    const pages: number[] = [];
    const counted: typeof transactions = {
      async page(uid, selection) {
        const entries = await transactions.page(uid, selection);
        pages.push(entries.length);
        return entries;
      },
    };
    const stream = reportTransactions({ uid: busy.uid, ...span }, { transactions: counted });
    const reader = stream.getReader();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(pages).toEqual([]);
    for (let read = 1; read <= 3; read++) {
      const { value } = await reader.read();
      expect(value?.length).toBeLessThan(REPORT_PAGE_SIZE * 400);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(pages).toEqual(Array.from({ length: read }, () => REPORT_PAGE_SIZE));
    }
    // A reader that leaves ends the reading.
    await reader.cancel();
    expect(pages).toHaveLength(3);
  });
});
