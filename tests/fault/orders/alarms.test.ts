import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { expectLedgerConsistent } from "../../support/ledger-checks";
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

// spec: payment.alarms
test("the sweep settles an order whose every alarm is lost", async () => {
  const { buyer, payer, orderId } = await readyToPay(app, { saleLimit: 3 });
  let lost = 0;
  app.control.decide = ({ label, point }) => {
    if (label !== orderId || !point.endsWith("storage.setAlarm:before")) return "continue";
    lost++;
    return "drop";
  };
  const signature = await payOrder(app, orderId, payer);
  app.chain.advanceSlots(2);
  await reportSignature(app, buyer, orderId, signature);
  expect(lost).toBeGreaterThan(1);
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
