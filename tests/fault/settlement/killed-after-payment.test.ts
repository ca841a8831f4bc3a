import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FEE_LAMPORTS, fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { linkWallet, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import {
  KILL_FAILPOINTS,
  killAtEachFailpoint,
  type PollControl,
} from "../../support/failpoints/kill-scenario";
import {
  type PaidOrder,
  pollUntilStatus,
  settledOrders,
  sweepUntilStatus,
} from "../../support/failpoints/orders";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  readOrder,
  reportSignature,
  sendTransfers,
  waitForShort,
  waitForStatus,
} from "../../support/order-api";
import {
  advanceToFinality,
  buildSignedRefund,
  postReviewAction,
  sendTransaction,
} from "../../support/review-api";
import { LONG_RUN } from "../../support/test-scale";

/** More than the failpoints of any scenario. */
const MANY_UNITS = 500;
/** A seller may request 30 refunds a minute. The tests request two for each sale. */
const SALES_PER_SELLER = 12;
/** Their sales are more than the failpoints of a refund at which it is killed. */
const SELLERS = LONG_RUN ? 10 : 1;

/** Each test settles dozens of orders. */
const LONG = { timeout: 300_000 };

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp({ only: KILL_FAILPOINTS });
});
afterEach(async () => {
  app.chain.resume();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

/**
 * Sales that are final on the chain; `next` takes one. Their polls are paused before, so that each
 * records its finality with the first poll that a scenario runs.
 */
async function finalSales() {
  const items = await Promise.all(
    Array.from({ length: SELLERS }, () => product(app, { saleLimit: MANY_UNITS })),
  );
  const sold = items.flatMap((item) => Array.from({ length: SALES_PER_SELLER }, () => item));
  const sales = await settledOrders(app, sold);
  let isFinal = false;
  return {
    left: sales,
    stock: () => {
      const ids = items.map(({ id }) => `'${id}'`).join();
      const sums = "sum(sold) AS sold, sum(held) AS held";
      return sql(app, `SELECT ${sums} FROM products WHERE id IN (${ids})`);
    },
    async next(polls: PollControl): Promise<PaidOrder> {
      if (!isFinal) {
        isFinal = true;
        await Promise.all(sales.map(({ orderId }) => polls.pausePolls(orderId)));
        await advanceToFinality(app);
      }
      const sale = sales.pop();
      if (!sale) throw new Error("there are more failpoints than sales");
      return sale;
    },
  };
}

/** Each is refunded once, and its download is revoked. */
async function expectRefundedOnce(sales: PaidOrder[]) {
  await Promise.all(
    sales.map(async ({ orderId, buyer, payer }) => {
      const shown = await readOrder(app, buyer, orderId);
      expect(shown.downloadUrl).toBeUndefined();
      const snapshot = await ledgerByKind(app, orderId);
      expect(snapshot).toEqual({
        sale: PRICE_LAMPORTS,
        fee: FEE_LAMPORTS,
        refund: -PRICE_LAMPORTS,
      });
      // Only network fees are missing.
      const lost = 1_000_000_000n - app.chain.balance(payer.publicKey.toBase58());
      expect(Number(lost)).toBeLessThan(20_000);
    }),
  );
}

describe("when workerd is killed at each write,", LONG, () => {
  test("refunds once what a seller asked to refund", async () => {
    // No transaction expires while the chain is paused.
    app.chain.pause();
    const sales = await finalSales();
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => sales.next(polls),
      run: ({ orderId, item }) => postReviewAction(app, item.seller, orderId, "refund"),
    });
    expect(points).toContain("request refunds.open d1.batch:after 1");
    for (const { orderId, item } of orders) {
      await sendTransaction(
        app,
        await buildSignedRefund(app, item.seller, item.recipient, orderId),
      );
    }
    await advanceToFinality(app);
    await sweepUntilStatus(app, orders, "refunded");
    await expectRefundedOnce(orders);
    expect(await sales.stock()).toEqual([{ sold: sales.left.length, held: 0 }]);
  });

  test("records a confirmed refund once", async () => {
    app.chain.pause();
    const sales = await finalSales();
    const { points, orders } = await killAtEachFailpoint(app, {
      async prepare(polls) {
        const sale = await sales.next(polls);
        const { item, orderId } = sale;
        await sendTransaction(
          app,
          await buildSignedRefund(app, item.seller, item.recipient, orderId),
        );
        return sale;
      },
      async run({ orderId }, polls) {
        await advanceToFinality(app);
        await pollUntilStatus(app, polls, orderId, "refunded");
      },
    });
    expect(points).toContain("watcher alarm refunds.complete d1.batch:after 1");
    await sweepUntilStatus(app, orders, "refunded");
    await expectRefundedOnce(orders);
  });

  // spec: refund.accept
  test("settles once what a seller accepts", async () => {
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      async prepare(polls) {
        const [buyer, payer] = [await person(app), fundedWallet(app)];
        const opened = await openOrder(app, buyer, item.id, payer);
        const orderId = opened.transactionId;
        const signature = await sendTransfers(app, payer, [
          { to: opened.recipient, lamports: PRICE_LAMPORTS - 1, references: [opened.reference] },
        ]);
        await reportSignature(app, buyer, orderId, signature);
        await waitForShort(app, orderId, PRICE_LAMPORTS - 1);
        await advanceToFinality(app);
        await polls.pausePolls(orderId);
        return { orderId, buyer };
      },
      run: ({ orderId }) => postReviewAction(app, item.seller, orderId, "accept"),
    });
    expect(points).toContain("request orders.acceptShort d1.batch:after 1");
    await Promise.all(
      orders.map(async ({ orderId, buyer }) => {
        expect((await postReviewAction(app, item.seller, orderId, "accept")).status).toBe(204);
        expect((await readOrder(app, buyer, orderId)).downloadUrl).toBeDefined();
        expect(await ledgerByKind(app, orderId)).toMatchObject({
          partial: PRICE_LAMPORTS - 1,
          fee_owed: FEE_LAMPORTS,
        });
      }),
    );
  });

  test("settles once what the paying wallet claims", async () => {
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      async prepare(polls) {
        const [buyer, owner, payer] = [await person(app), await person(app), fundedWallet(app)];
        const opened = await openOrder(app, buyer, item.id, fundedWallet(app));
        const orderId = opened.transactionId;
        const signature = await sendTransfers(app, payer, [
          { to: opened.recipient, lamports: PRICE_LAMPORTS, references: [opened.reference] },
        ]);
        await reportSignature(app, buyer, orderId, signature);
        await waitForStatus(app, buyer, orderId, "paid_by_other");
        const address = payer.publicKey.toBase58();
        await linkWallet(app, owner, address);
        await polls.pausePolls(orderId);
        return { orderId, owner };
      },
      run: ({ orderId, owner }) => postReviewAction(app, owner, orderId, "claim"),
    });
    expect(points).toContain("request orders.claim d1.batch:after 1");
    await Promise.all(
      orders.map(async ({ orderId, owner }) => {
        expect((await postReviewAction(app, owner, orderId, "claim")).status).toBe(200);
        const owned = "SELECT order_id FROM purchases WHERE uid = ?";
        expect(await sql(app, owned, owner.uid)).toEqual([{ order_id: orderId }]);
        expect(await ledgerByKind(app, orderId)).toMatchObject({ sale: PRICE_LAMPORTS });
      }),
    );
  });
});
