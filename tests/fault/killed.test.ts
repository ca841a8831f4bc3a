import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectBooksAgree } from "../support/books";
import { hint, ledgerOf, order, pay, view } from "../support/buying";
import { type BreakableApp, startBreakableApp } from "../support/failpoints/app";
import { killAtEveryPoint, type Stage } from "../support/failpoints/kill-everywhere";
import {
  type Person,
  PRICE,
  person,
  product,
  sql,
  type TestProduct,
  wallet,
} from "../support/market";

const FEE = PRICE / 100;
/** After this the record says that a look is overdue (ms). */
const OVERDUE = 130_000;

let app: BreakableApp;

beforeAll(async () => {
  app = await startBreakableApp();
});
afterEach(() => expectBooksAgree(app));
afterAll(() => app?.stop());

/** An order whose payment is on the chain while its watcher has not looked yet. */
async function paidUnseen(item: TestProduct, stage: Stage) {
  const [buyer, payer] = [await person(app), wallet(app)];
  const { transactionId: orderId } = await order(app, buyer, item.id, payer);
  stage.holdRounds(orderId);
  const signature = await pay(app, orderId, payer);
  app.chain.advanceSlots(2);
  return { item, orderId, buyer, payer, signature };
}

type Sale = Awaited<ReturnType<typeof paidUnseen>>;

/** Sweeps as time goes by, until all these orders have the status. */
async function untilAll(orders: { orderId: string; buyer: Person }[], status: string) {
  const states = async () => {
    await app.sweepAfter(OVERDUE);
    const views = await Promise.all(orders.map(({ orderId, buyer }) => view(app, buyer, orderId)));
    return views.filter((one) => one.status !== status).length;
  };
  await expect.poll(states, { timeout: 20_000, interval: 500 }).toBe(0);
}

/** Each was sold once, paid once, and its file is there for who paid. */
async function expectSoldOnce(sales: Sale[]) {
  await Promise.all(
    sales.map(async ({ item, buyer, orderId, signature }) => {
      const shown = await view(app, buyer, orderId);
      expect(shown).toMatchObject({ status: "paid", signature });
      expect(await ledgerOf(app, orderId)).toEqual({ sale: PRICE, fee: FEE });
      const file = await fetch(String(shown.downloadUrl));
      expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
    }),
  );
  const ids = sales.map(({ orderId }) => `'${orderId}'`).join();
  const bought = await sql(app, `SELECT uid FROM purchases WHERE order_id IN (${ids})`);
  expect(bought).toHaveLength(sales.length);
}

test("a sale that its buyer's page hints at", async () => {
  const item = await product(app);
  const { points, orders } = await killAtEveryPoint(app, {
    prepare: (stage) => paidUnseen(item, stage),
    async act({ orderId, buyer, signature }, stage) {
      await hint(app, buyer, orderId, signature);
      await stage.oneRound(orderId);
    },
  });
  expect(points).toContain("watcher alarm orders.settle d1.batch:after 1");
  await untilAll(orders, "paid");
  await expectSoldOnce(orders);
});
