import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FEE_LAMPORTS, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { settledOrder } from "../../support/failpoints/orders";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  payOrder,
  postOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import {
  advanceToFinality,
  buildSignedRefund,
  postReviewAction,
  sendTransaction,
} from "../../support/review-api";

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp();
});
afterEach(async () => {
  app.control.decide = () => "continue";
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

/** Every statement fails before it reaches the database. */
function takeDatabaseDown() {
  app.control.decide = ({ point }) => (/ d1\.\w+:before$/.test(point) ? "throw" : "continue");
}

/** At the next pass of this failpoint the call takes effect and its answer is lost. */
function loseAnswer(where: RegExp): { lost(): boolean } {
  let lost = false;
  app.control.decide = ({ point }) => {
    if (lost || !where.test(point)) return "continue";
    lost = true;
    return "throw";
  };
  return { lost: () => lost };
}

function stockOf(productId: string) {
  return sql(app, "SELECT sold, held FROM products WHERE id = ?", productId);
}

describe("while the database is down", () => {
  // spec: payment.database-down
  test("every route answers 503 unavailable", async () => {
    const { item, buyer, payer, orderId } = await readyToPay(app);
    const before = await sql(app, "SELECT * FROM orders");
    takeDatabaseDown();
    const get = (path: string) =>
      fetch(app.url + path, { headers: buyer.headers, redirect: "manual" });
    const pages = ["/", "/shop", `/acheter/${item.id}`, "/dashboard", "/purchases", "/cgu"];
    for (const path of pages) {
      const page = await get(path);
      expect([path, page.status]).toEqual([path, 503]);
      const html = await page.text();
      expect(html).toContain("<h1");
      expect(html).toMatch(/<title>[^<]+ · Comptoir<\/title>/);
    }
    expect((await get("/shop.data")).status).toBe(503);
    expect(await (await get("/health")).json()).toMatchObject({ checks: { database: false } });
    const answers = await Promise.all([
      get(`/api/transactions/${orderId}`),
      get("/dashboard/sales.csv"),
      get(`/download/${"x".repeat(43)}`),
      postOrder(app, buyer, { productId: item.id }),
      requestTransaction(app, orderId, payer.publicKey.toBase58()),
      reportSignature(app, buyer, orderId, "5".repeat(88)),
      postReviewAction(app, item.seller, orderId, "refund"),
      postReviewAction(app, item.seller, orderId, "accept"),
    ]);
    for (const answer of answers) {
      const actual = [answer.url, answer.status, await answer.json()];
      expect(actual).toMatchObject([answer.url, 503, { error: { code: "unavailable" } }]);
    }
    app.control.decide = () => "continue";
    expect(await sql(app, "SELECT * FROM orders")).toEqual(before);
  });

  // spec: payment.database-down
  test("a payment that lands is settled when it is up again", async () => {
    const { buyer, payer, orderId } = await readyToPay(app);
    const broken: string[] = [];
    app.chain.pause();
    const signature = await payOrder(app, orderId, payer);
    app.control.decide = ({ label, point }) => {
      if (!/ d1\.\w+:before$/.test(point)) return "continue";
      if (label === orderId && point.startsWith("watcher")) broken.push(point);
      return "throw";
    };
    app.chain.resume();
    await expect.poll(() => broken.length).toBeGreaterThan(1);
    app.control.decide = () => "continue";
    expect(await waitForStatus(app, buyer, orderId, "paid")).toMatchObject({ signature });
    expect(await ledgerByKind(app, orderId)).toEqual({ sale: PRICE_LAMPORTS, fee: FEE_LAMPORTS });
  });
});

describe("when a write commits and its answer is lost,", () => {
  test("an opened order is the one that the buyer gets", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const { lost } = loseAnswer(/orders\.insert d1\.\w+:after$/);
    expect((await postOrder(app, buyer, { productId: item.id })).status).toBe(503);
    expect(lost()).toBe(true);
    expect((await postOrder(app, buyer, { productId: item.id })).status).toBe(200);
    const rows = await sql(app, "SELECT id FROM orders WHERE product_id = ?", item.id);
    expect(rows).toHaveLength(1);
  });

  test("the last unit is held for the requesting buyer", async () => {
    const { item, buyer, payer, orderId } = await readyToPay(app, { saleLimit: 1 });
    const { lost } = loseAnswer(/orders\.recordBuilt d1\.batch:after$/);
    const signature = await payOrder(app, orderId, payer);
    expect(lost()).toBe(true);
    expect(await waitForStatus(app, buyer, orderId, "paid")).toMatchObject({ signature });
    expect(await stockOf(item.id)).toEqual([{ sold: 1, held: 0 }]);
  });

  // spec: payment.database-down
  test.each([
    ["an unlimited product", undefined],
    ["the last unit", 1],
  ])("a payment for %s settles once", async (_, saleLimit) => {
    const { item, buyer, payer, orderId } = await readyToPay(app, { saleLimit: saleLimit });
    const { lost } = loseAnswer(/orders\.settle d1\.batch:after$/);
    const signature = await payOrder(app, orderId, payer);
    await reportSignature(app, buyer, orderId, signature);
    const { downloadUrl } = await waitForStatus(app, buyer, orderId, "paid");
    await expect.poll(lost).toBe(true);
    app.chain.advanceSlots(2);
    await app.advanceAndSweep(130_000);
    expect(await ledgerByKind(app, orderId)).toEqual({ sale: PRICE_LAMPORTS, fee: FEE_LAMPORTS });
    expect(await stockOf(item.id)).toEqual([{ sold: 1, held: 0 }]);
    expect((await fetch(String(downloadUrl))).status).toBe(200);
  });

  test("a confirmed refund is recorded once", async () => {
    const item = await product(app, { saleLimit: 1 });
    const { orderId, buyer } = await settledOrder(app, item);
    await advanceToFinality(app);
    const { lost } = loseAnswer(/refunds\.complete d1\.batch:after$/);
    await sendTransaction(app, await buildSignedRefund(app, item.seller, item.recipient, orderId));
    await advanceToFinality(app);
    await waitForStatus(app, buyer, orderId, "refunded");
    await expect.poll(lost).toBe(true);
    await app.advanceAndSweep(130_000);
    expect((await readOrder(app, buyer, orderId)).status).toBe("refunded");
    expect(await ledgerByKind(app, orderId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: FEE_LAMPORTS,
      refund: -PRICE_LAMPORTS,
    });
    expect(await stockOf(item.id)).toEqual([{ sold: 0, held: 0 }]);
  });

  test("a built refund is returned again, not built again", async () => {
    const item = await product(app);
    const { orderId } = await settledOrder(app, item);
    await advanceToFinality(app);
    const { lost } = loseAnswer(/refunds\.open d1\.batch:after$/);
    expect((await postReviewAction(app, item.seller, orderId, "refund")).status).toBe(503);
    expect(lost()).toBe(true);
    expect((await postReviewAction(app, item.seller, orderId, "refund")).status).toBe(200);
    const open = "SELECT reference FROM refunds WHERE order_id = ?";
    expect(await sql(app, open, orderId)).toHaveLength(1);
  });
});
