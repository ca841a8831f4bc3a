import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { openLivePage } from "../../support/live-page";
import {
  ledgerByKind,
  payOrder,
  readOrder,
  reportSignature,
  waitForStatus,
} from "../../support/order-api";

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp();
});
afterEach(async () => {
  app.control.decide = () => "continue";
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

/** Every alarm that the order's object sets from now on is lost, and counted. */
function loseAlarmsOf(orderId: string): { count: number } {
  const lost = { count: 0 };
  app.control.decide = ({ label, point }) => {
    if (label !== orderId || !point.endsWith("storage.setAlarm:before")) return "continue";
    lost.count++;
    return "drop";
  };
  return lost;
}

// spec: payment.alarms
test("the sweep settles an order whose every alarm is lost", async () => {
  const { buyer, payer, orderId } = await readyToPay(app, { saleLimit: 3 });
  const lost = loseAlarmsOf(orderId);
  const signature = await payOrder(app, orderId, payer);
  app.chain.advanceSlots(2);
  await reportSignature(app, buyer, orderId, signature);
  expect(lost.count).toBeGreaterThan(1);
  expect((await readOrder(app, buyer, orderId)).status).toBe("awaiting");
  app.control.decide = () => "continue";
  await app.advanceAndSweep(130_000);
  expect(await waitForStatus(app, buyer, orderId, "paid")).toMatchObject({ signature });
});

// spec: payment.alarms
test("an alarm that always fires twice at once settles once", async () => {
  const { item, buyer, payer, orderId } = await readyToPay(app, { saleLimit: 3 });
  let doubled = 0;
  app.control.decide = ({ label, point }) => {
    if (label !== orderId || point !== "watcher alarm:before") return "continue";
    doubled++;
    return "duplicate";
  };
  const signature = await payOrder(app, orderId, payer);
  app.chain.advanceSlots(2);
  await reportSignature(app, buyer, orderId, signature);
  expect(await waitForStatus(app, buyer, orderId, "paid")).toMatchObject({ signature });
  expect(doubled).toBeGreaterThan(0);
  expect(await ledgerByKind(app, orderId)).toEqual({
    sale: PRICE_LAMPORTS,
    fee: PRICE_LAMPORTS / 100,
  });
  const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
  expect(stock).toEqual([{ sold: 1, held: 0 }]);
});

// spec: product.delete
test("an open page is told that its product was deleted, without an alarm", async () => {
  const { item, buyer, orderId } = await readyToPay(app);
  loseAlarmsOf(orderId);
  const page = await openLivePage(app, orderId, buyer.headers);
  const answer = await fetch(`${app.url}/edit/${item.id}/delete`, {
    method: "POST",
    headers: item.seller.headers,
    body: new URLSearchParams(),
    redirect: "manual",
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/dashboard"]);
  await expect.poll(() => page.told.at(-1)).toMatchObject({ status: "expired", paid: false });
  expect(await readOrder(app, buyer, orderId)).toMatchObject({ status: "expired", paid: false });
  await page.close();
});
