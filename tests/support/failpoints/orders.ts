import type { Keypair } from "@solana/web3.js";
import { expect } from "vitest";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../app-under-test";
import { type Person, person } from "../factories/person";
import type { TestProduct } from "../factories/product";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  readOrder,
  reportSignature,
  waitForStatus,
} from "../order-api";
import type { FailpointApp } from "./app";
import type { PollControl } from "./kill-scenario";

/** After this the poll of an order with recent activity is overdue. */
const POLL_OVERDUE_MS = 130_000;
/** The same for an order without recent activity. */
const RARE_POLL_OVERDUE_MS = 9 * 3_600_000;

export interface PaidOrder {
  item: TestProduct;
  orderId: string;
  buyer: Person;
  payer: Keypair;
  signature: string;
}

/** An order whose payment is on the chain and which has not been polled since. */
export async function paidOrderBeforePoll(
  app: FailpointApp,
  item: TestProduct,
  polls: PollControl,
): Promise<PaidOrder> {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
  await polls.pausePolls(orderId);
  const signature = await payOrder(app, orderId, payer);
  app.chain.advanceSlots(2);
  return { item, orderId, buyer, payer, signature };
}

/** An order that is paid and settled. */
export async function settledOrder(app: FailpointApp, item: TestProduct): Promise<PaidOrder> {
  const [order] = await settledOrders(app, [item]);
  if (!order) throw new Error("no order was made");
  return order;
}

/**
 * An order for each of the items, paid and settled. All wallets are funded before the first payment,
 * since that advances the chain, and none of the payments may be final yet.
 */
export async function settledOrders(
  app: FailpointApp,
  items: readonly TestProduct[],
): Promise<PaidOrder[]> {
  const wallets = items.map((item) => ({ item, payer: fundedWallet(app) }));
  const paid = await Promise.all(
    wallets.map(async ({ item, payer }) => {
      const buyer = await person(app);
      const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
      const signature = await payOrder(app, orderId, payer);
      return { item, orderId, buyer, payer, signature };
    }),
  );
  app.chain.advanceSlots(2);
  await Promise.all(
    paid.map(async ({ orderId, buyer, signature }) => {
      await reportSignature(app, buyer, orderId, signature);
      await waitForStatus(app, buyer, orderId, "paid");
    }),
  );
  return paid;
}

/** Polls an order whose polls are paused until it has the status. */
export function pollUntilStatus(
  app: FailpointApp,
  polls: PollControl,
  orderId: string,
  status: string,
): Promise<void> {
  return polls.runPollsUntil(orderId, async () => {
    const rows = await sql(app, "SELECT status FROM orders WHERE id = ?", orderId);
    return rows[0]?.status === status;
  });
}

/** Advances time and sweeps until all these orders have the status. */
export async function sweepUntilStatus(
  app: FailpointApp,
  orders: { orderId: string; buyer: Person }[],
  status: string,
): Promise<void> {
  // A paid order is polled ever less often. A pending one expires after a day, which must not pass.
  const longest = status === "pending" ? POLL_OVERDUE_MS : RARE_POLL_OVERDUE_MS;
  let ms = POLL_OVERDUE_MS;
  const others = async () => {
    await app.advanceAndSweep(ms);
    ms = Math.min(ms * 2, longest);
    const views = await Promise.all(
      orders.map(({ orderId, buyer }) => readOrder(app, buyer, orderId)),
    );
    return views.map((one) => one.status).filter((one) => one !== status);
  };
  // Each sweep polls every order, which has to end before the next one.
  await expect.poll(others, { interval: 1_000 }).toEqual([]);
}

/** Each is settled once for the price, and the buyer can download the file. */
export async function expectSettledOnce(app: FailpointApp, sales: PaidOrder[]): Promise<void> {
  await Promise.all(
    sales.map(async ({ item, buyer, orderId, signature }) => {
      const shown = await readOrder(app, buyer, orderId);
      expect(shown).toMatchObject({ status: "paid", signature });
      expect(await ledgerByKind(app, orderId)).toEqual({
        sale: PRICE_LAMPORTS,
        fee: PRICE_LAMPORTS / 100,
      });
      const file = await fetch(String(shown.downloadUrl));
      expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
    }),
  );
  const ids = sales.map(({ orderId }) => `'${orderId}'`).join();
  const bought = await sql(app, `SELECT uid FROM purchases WHERE order_id IN (${ids})`);
  expect(bought).toHaveLength(sales.length);
}
