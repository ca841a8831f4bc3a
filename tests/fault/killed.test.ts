import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectBooksAgree } from "../support/books";
import { ask, hint, order, pay, until } from "../support/buying";
import { type BreakableApp, startBreakableApp } from "../support/failpoints/app";
import { killAtEveryPoint } from "../support/failpoints/kill-everywhere";
import { expectSoldOnce, paidUnseen, untilAll } from "../support/failpoints/sales";
import { person, product, sql, wallet } from "../support/market";

/** More than there are failpoints on any way. */
const PLENTY = 500;

/** Some dozens of sales, on a machine that does other things, too. */
const LONG = { timeout: 120_000 };

let app: BreakableApp;

beforeAll(async () => {
  app = await startBreakableApp();
});
afterEach(() => expectBooksAgree(app));
afterAll(() => app?.stop());

function stockOf(productId: string) {
  return sql(app, "SELECT sold, held FROM products WHERE id = ?", productId);
}

describe("the server, killed at every await,", LONG, () => {
  test("sells once what was paid, when the buyer's page has named the transaction", async () => {
    const item = await product(app);
    const { points, orders } = await killAtEveryPoint(app, {
      prepare: (stage) => paidUnseen(app, item, stage),
      async act({ orderId, buyer, signature }, stage) {
        await hint(app, buyer, orderId, signature);
        await stage.oneRound(orderId);
      },
    });
    expect(points).toContain("request orders.hint d1.run:after 1");
    expect(points).toContain("watcher alarm orders.settle d1.batch:after 1");
    await untilAll(app, orders, "paid");
    await expectSoldOnce(app, orders);
  });

  test("sells a unit that was held, once, when nobody has named the transaction", async () => {
    const item = await product(app, { saleLimit: PLENTY });
    const { points, orders } = await killAtEveryPoint(app, {
      prepare: (stage) => paidUnseen(app, item, stage),
      act: ({ orderId }, stage) => stage.oneRound(orderId),
    });
    expect(points).toContain("watcher alarm chain.signaturesFor:after 1");
    await untilAll(app, orders, "paid");
    await expectSoldOnce(app, orders);
    expect(await stockOf(item.id)).toEqual([{ sold: orders.length, held: 0 }]);
  });

  test("loses no unit that it was about to hold", async () => {
    const item = await product(app, { saleLimit: PLENTY });
    const { points, orders } = await killAtEveryPoint(app, {
      async prepare(stage) {
        const [buyer, payer] = [await person(app), wallet(app)];
        const { transactionId: orderId } = await order(app, buyer, item.id, payer);
        stage.holdRounds(orderId);
        return { orderId, buyer, payer };
      },
      act: ({ orderId, payer }) => ask(app, orderId, payer.publicKey.toBase58()),
    });
    expect(points).toContain("request orders.recordBuilt d1.batch:after 1");
    await expectBooksAgree(app);
    // Some ask again at once. The others have gone for good, and what they held is free again.
    const back = orders.filter((_, index) => index % 2 === 0);
    for (const { orderId, payer } of back) await pay(app, orderId, payer);
    app.chain.advanceSlots(2);
    await untilAll(app, back, "paid");
    app.chain.advanceSlots(200);
    await sql(app, "UPDATE orders SET built_at = built_at - 61000 WHERE status = 'awaiting'");
    const gone = orders.filter((_, index) => index % 2 === 1);
    await untilAll(app, gone, "pending");
    expect(await stockOf(item.id)).toEqual([{ sold: back.length, held: 0 }]);
    const [last] = gone;
    if (!last) throw new Error("nobody");
    await pay(app, last.orderId, last.payer);
    await until(app, last.buyer, last.orderId, "paid");
  });
});
