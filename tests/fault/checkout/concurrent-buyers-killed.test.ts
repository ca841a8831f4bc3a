import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet, sql } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { sweepUntilStatus } from "../../support/failpoints/orders";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { openOrder, readOrder, sendSigned, signFirst } from "../../support/order-api";
import { LONG_RUN } from "../../support/test-scale";

const UNITS = 10;
const BUYERS = LONG_RUN ? 100 : 40;

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp();
});
afterAll(() => app?.stop());

/** Kills workerd when this failpoint is passed for the n-th time; resolves after the kill. */
function killAt(where: RegExp, n: number): Promise<void> {
  let passed = 0;
  return new Promise((dead) => {
    app.control.decide = ({ point }) => {
      if (passed >= n) return new Promise(() => undefined);
      if (!where.test(point) || ++passed < n) return "continue";
      app.kill().then(dead);
      return new Promise(() => undefined);
    };
  });
}

async function startAgain() {
  app.control.decide = () => "continue";
  await app.restart();
}

// spec: stock.never-oversold
test(`${BUYERS} concurrent buyers for ${UNITS} units, workerd killed twice: at most ${UNITS} sold, every payment settled`, async () => {
  const item = await product(app, { saleLimit: UNITS });
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const [buyer, payer] = [await person(app), fundedWallet(app)];
      const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
      return { buyer, payer, orderId };
    }),
  );
  type Buyer = (typeof buyers)[number];
  // Blockhashes do not grow old while a busy machine signs.
  app.chain.pause();
  const signed = new Map(
    await Promise.all(
      buyers.map(async (one) => {
        const bytes = await signFirst(app, one.buyer, one.orderId, one.payer);
        return [one, bytes] as const;
      }),
    ),
  );
  /** True where the signed payment was taken; false where the server refuses or does not answer. */
  const taken = async (one: Buyer): Promise<boolean> => {
    const { buyer, orderId } = one;
    const answer = await sendSigned(app, buyer, orderId, signed.get(one) ?? "").catch(() => null);
    return answer?.status === 200;
  };

  const dead = killAt(/orders\.takeUnit d1\.batch:after$/, 6);
  const first = Promise.all(buyers.map(taken));
  await dead;
  await first;
  await startAgain();
  const holding = await sql<{ id: string }>(
    app,
    "SELECT id FROM orders WHERE product_id = ? AND hold = 'held'",
    item.id,
  );
  expect(holding.length).toBeGreaterThanOrEqual(6);
  // The sweep sends those whose buyers do not come back.
  const gone = new Set(
    buyers.filter(({ orderId }) => holding.some(({ id }) => id === orderId)).slice(0, 3),
  );
  expect(gone.size).toBe(3);
  const again = await Promise.all(buyers.map((one) => gone.has(one) || taken(one)));
  const winners = buyers.filter((_, index) => again[index]);
  expect(winners).toHaveLength(UNITS);

  const deadAgain = killAt(/orders\.settle d1\.batch:after$/, 3);
  await app.advanceAndSweep(1_000);
  app.chain.resume();
  let isDead = false;
  void deadAgain.then(() => {
    isDead = true;
  });
  // A sweep that the kill interrupts fails.
  while (!isDead) await app.advanceAndSweep(2_000).catch(() => undefined);
  await startAgain();
  await sweepUntilStatus(app, winners, "paid");

  for (const { buyer, orderId } of winners) {
    const { downloadUrl } = await readOrder(app, buyer, orderId);
    const file = await fetch(String(downloadUrl));
    expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
  }
  const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
  expect(stock).toEqual([{ sold: winners.length, held: 0 }]);
  const bought = await sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id);
  expect(bought).toHaveLength(winners.length);
  await expectLedgerConsistent(app);
}, 300_000);
