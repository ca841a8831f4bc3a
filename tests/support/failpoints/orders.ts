import type { Keypair } from "@solana/web3.js";
import { expect } from "vitest";
import { PRICE, sql, wallet } from "../app-under-test";
import { type Person, person } from "../factories/person";
import type { TestProduct } from "../factories/product";
import { hint, ledgerOf, order, pay, until, view } from "../order-api";
import type { BreakableApp } from "./app";
import type { Stage } from "./kill-scenario";

/** After this the record says that a look is overdue (ms), for an order that was just touched. */
const OVERDUE = 130_000;
/** The same for an order that has been left alone for a while. */
const LONG_OVERDUE = 9 * 3_600_000;

export interface Sale {
  item: TestProduct;
  orderId: string;
  buyer: Person;
  payer: Keypair;
  signature: string;
}

/** An order whose payment is on the chain while its watcher has not looked yet. */
export async function paidUnseen(
  app: BreakableApp,
  item: TestProduct,
  stage: Stage,
): Promise<Sale> {
  const [buyer, payer] = [await person(app), wallet(app)];
  const { transactionId: orderId } = await order(app, buyer, item.id, payer);
  stage.holdRounds(orderId);
  const signature = await pay(app, orderId, payer);
  app.chain.advanceSlots(2);
  return { item, orderId, buyer, payer, signature };
}

/** An order that was paid, and settled. */
export async function settled(app: BreakableApp, item: TestProduct): Promise<Sale> {
  const [buyer, payer] = [await person(app), wallet(app)];
  const { transactionId: orderId } = await order(app, buyer, item.id, payer);
  const signature = await pay(app, orderId, payer);
  app.chain.advanceSlots(2);
  await hint(app, buyer, orderId, signature);
  await until(app, buyer, orderId, "paid");
  return { item, orderId, buyer, payer, signature };
}

/** Sweeps as time goes by, until all these orders have the status. */
export async function untilAll(
  app: BreakableApp,
  orders: { orderId: string; buyer: Person }[],
  status: string,
): Promise<void> {
  // What waits for its buyer ends after a day; what was paid does not, and is looked at ever rarer.
  const longest = status === "pending" ? OVERDUE : LONG_OVERDUE;
  let ms = OVERDUE;
  const others = async () => {
    await app.sweepAfter(ms);
    ms = Math.min(ms * 2, longest);
    const views = await Promise.all(orders.map(({ orderId, buyer }) => view(app, buyer, orderId)));
    return views.map((one) => one.status).filter((one) => one !== status);
  };
  // Each sweep wakes every order, which is to be done before the next one.
  await expect.poll(others, { interval: 1_000 }).toEqual([]);
}

/** Each was sold once, for what was paid, and its file is there for who paid. */
export async function expectSoldOnce(app: BreakableApp, sales: Sale[]): Promise<void> {
  await Promise.all(
    sales.map(async ({ item, buyer, orderId, signature }) => {
      const shown = await view(app, buyer, orderId);
      expect(shown).toMatchObject({ status: "paid", signature });
      expect(await ledgerOf(app, orderId)).toEqual({ sale: PRICE, fee: PRICE / 100 });
      const file = await fetch(String(shown.downloadUrl));
      expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
    }),
  );
  const ids = sales.map(({ orderId }) => `'${orderId}'`).join();
  const bought = await sql(app, `SELECT uid FROM purchases WHERE order_id IN (${ids})`);
  expect(bought).toHaveLength(sales.length);
}
