import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PRICE, sql, wallet } from "../../support/app-under-test";
import { linkWallet, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { type BreakableApp, startBreakableApp } from "../../support/failpoints/app";
import { killAtEveryPoint } from "../../support/failpoints/kill-scenario";
import { type Sale, settled, untilAll } from "../../support/failpoints/orders";
import { expectBooksAgree } from "../../support/ledger-checks";
import { hint, ledgerOf, order, transferByHand, until, view } from "../../support/order-api";
import { decide, finalize, send, signedRefund } from "../../support/review-api";

const FEE = PRICE / 100;
/** More than there are failpoints on any way. */
const PLENTY = 500;
/** More sales than a refund has writes. */
const SALES = 24;

/** Some dozens of sales, on a machine that does other things, too. */
const LONG = { timeout: 300_000 };

let app: BreakableApp;

beforeAll(async () => {
  app = await startBreakableApp();
});
afterEach(async () => {
  app.chain.resume();
  await expectBooksAgree(app);
});
afterAll(() => app?.stop());

/** Sales that no fork can undo any more, one for each `next`. */
async function finalSales(item: TestProduct) {
  const sales = await Promise.all(Array.from({ length: SALES }, () => settled(app, item)));
  await finalize(app);
  return {
    left: sales,
    next(): Sale {
      const sale = sales.pop();
      if (!sale) throw new Error("there are more failpoints than sales");
      return sale;
    },
  };
}

/** Paid back once, and the file is gone. */
async function expectRefundedOnce(sales: Sale[]) {
  await Promise.all(
    sales.map(async ({ orderId, buyer, payer }) => {
      const shown = await view(app, buyer, orderId);
      expect(shown.downloadUrl).toBeUndefined();
      const snapshot = await ledgerOf(app, orderId);
      expect(snapshot).toEqual({ sale: PRICE, fee: FEE, refund: -PRICE });
      // What is left went for signatures.
      const lost = 1_000_000_000n - app.chain.balance(payer.publicKey.toBase58());
      expect(Number(lost)).toBeLessThan(20_000);
    }),
  );
}

describe("the server, killed around every write,", LONG, () => {
  test("gives back once what a seller asked to give back", async () => {
    // What is built lives as long as the scene lasts.
    app.chain.pause();
    const item = await product(app, { saleLimit: PLENTY });
    const sales = await finalSales(item);
    const { points, orders } = await killAtEveryPoint(app, {
      async prepare(stage) {
        const sale = sales.next();
        stage.holdRounds(sale.orderId);
        return sale;
      },
      act: ({ orderId }) => decide(app, item.seller, orderId, "refund"),
      writesOnly: true,
    });
    expect(points).toContain("request refunds.open d1.batch:after 1");
    for (const { orderId } of orders) {
      await send(app, await signedRefund(app, item.seller, item.recipient, orderId));
    }
    await finalize(app);
    await untilAll(app, orders, "refunded");
    await expectRefundedOnce(orders);
    const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
    expect(stock).toEqual([{ sold: sales.left.length, held: 0 }]);
  });

  test("proves once what was given back", async () => {
    app.chain.pause();
    const item = await product(app, { saleLimit: PLENTY });
    const sales = await finalSales(item);
    const { points, orders } = await killAtEveryPoint(app, {
      async prepare(stage) {
        const sale = sales.next();
        stage.holdRounds(sale.orderId);
        await send(app, await signedRefund(app, item.seller, item.recipient, sale.orderId));
        return sale;
      },
      async act({ orderId }, stage) {
        await finalize(app);
        await stage.oneRound(orderId);
      },
      writesOnly: true,
    });
    expect(points).toContain("watcher alarm refunds.complete d1.batch:after 1");
    await untilAll(app, orders, "refunded");
    await expectRefundedOnce(orders);
  });

  test("sells once what a seller accepts", async () => {
    const item = await product(app, { saleLimit: PLENTY });
    const { points, orders } = await killAtEveryPoint(app, {
      async prepare(stage) {
        const [buyer, payer] = [await person(app), wallet(app)];
        const opened = await order(app, buyer, item.id, payer);
        const orderId = opened.transactionId;
        const signature = await transferByHand(app, payer, [
          { to: opened.recipient, lamports: PRICE - 1, references: [opened.reference] },
        ]);
        await hint(app, buyer, orderId, signature);
        await until(app, buyer, orderId, "review");
        stage.holdRounds(orderId);
        return { orderId, buyer };
      },
      act: ({ orderId }) => decide(app, item.seller, orderId, "accept"),
      writesOnly: true,
    });
    expect(points).toContain("request orders.settle d1.batch:after 1");
    await Promise.all(
      orders.map(async ({ orderId, buyer }) => {
        expect((await decide(app, item.seller, orderId, "accept")).status).toBe(204);
        expect((await view(app, buyer, orderId)).downloadUrl).toBeDefined();
        expect(await ledgerOf(app, orderId)).toMatchObject({ sale: PRICE - 1, fee_owed: FEE });
      }),
    );
  });

  test("sells once what the wallet that paid claims", async () => {
    const item = await product(app, { saleLimit: PLENTY });
    const { points, orders } = await killAtEveryPoint(app, {
      async prepare(stage) {
        const [buyer, owner, payer] = [await person(app), await person(app), wallet(app)];
        const opened = await order(app, buyer, item.id, wallet(app));
        const orderId = opened.transactionId;
        const signature = await transferByHand(app, payer, [
          { to: opened.recipient, lamports: PRICE, references: [opened.reference] },
        ]);
        await hint(app, buyer, orderId, signature);
        await until(app, buyer, orderId, "paid_by_other");
        const address = payer.publicKey.toBase58();
        await linkWallet(app, owner, address);
        stage.holdRounds(orderId);
        return { orderId, owner };
      },
      act: ({ orderId, owner }) => decide(app, owner, orderId, "claim"),
      writesOnly: true,
    });
    expect(points).toContain("request orders.claim d1.batch:after 1");
    await Promise.all(
      orders.map(async ({ orderId, owner }) => {
        expect((await decide(app, owner, orderId, "claim")).status).toBe(200);
        const owned = "SELECT order_id FROM purchases WHERE uid = ?";
        expect(await sql(app, owned, owner.uid)).toEqual([{ order_id: orderId }]);
        expect(await ledgerOf(app, orderId)).toMatchObject({ sale: PRICE });
      }),
    );
  });
});
