import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PRICE, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { type BreakableApp, startBreakableApp } from "../../support/failpoints/app";
import { expectBooksAgree } from "../../support/ledger-checks";
import { hint, ledgerOf, pay, until, view } from "../../support/order-api";

let app: BreakableApp;

beforeAll(async () => {
  app = await startBreakableApp();
});
afterEach(async () => {
  app.control.decide = () => "go";
  await expectBooksAgree(app);
});
afterAll(() => app?.stop());

test("an alarm that is lost, each time it is set, is made up for by the sweep", async () => {
  const { buyer, payer, orderId } = await readyToPay(app, { saleLimit: 3 });
  let lost = 0;
  app.control.decide = ({ label, point }) => {
    if (label !== orderId || !point.endsWith("storage.setAlarm:before")) return "go";
    lost++;
    return "lose";
  };
  const signature = await pay(app, orderId, payer);
  app.chain.advanceSlots(2);
  await hint(app, buyer, orderId, signature);
  expect(lost).toBeGreaterThan(1);
  expect((await view(app, buyer, orderId)).status).toBe("awaiting");
  app.control.decide = () => "go";
  await app.sweepAfter(130_000);
  expect(await until(app, buyer, orderId, "paid")).toMatchObject({ signature });
});

test("an alarm that comes twice at once, each time, sells once", async () => {
  const { item, buyer, payer, orderId } = await readyToPay(app, { saleLimit: 3 });
  let doubled = 0;
  app.control.decide = ({ label, point }) => {
    if (label !== orderId || point !== "watcher alarm:before") return "go";
    doubled++;
    return "twice";
  };
  const signature = await pay(app, orderId, payer);
  app.chain.advanceSlots(2);
  await hint(app, buyer, orderId, signature);
  expect(await until(app, buyer, orderId, "paid")).toMatchObject({ signature });
  expect(doubled).toBeGreaterThan(0);
  expect(await ledgerOf(app, orderId)).toEqual({ sale: PRICE, fee: PRICE / 100 });
  const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
  expect(stock).toEqual([{ sold: 1, held: 0 }]);
});
