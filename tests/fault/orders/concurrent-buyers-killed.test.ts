import { VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BLOCKHASH_LIFETIME_MS } from "../../../app/orders/rules/poll-schedule";
import { fundedWallet, rpcConnection, sql } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { sweepUntilStatus } from "../../support/failpoints/orders";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { openOrder, readOrder, reportSignature, requestTransaction } from "../../support/order-api";

const UNITS = 10;

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

test("100 concurrent buyers for 10 units, workerd killed twice: at most 10 sold, every payment settled", async () => {
  const item = await product(app, { saleLimit: UNITS });
  const buyers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const [buyer, payer] = [await person(app), fundedWallet(app)];
      const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
      return { buyer, payer, orderId };
    }),
  );
  type Buyer = (typeof buyers)[number];
  /** The transaction; null where the server refuses or does not answer. */
  const given = async ({ orderId, payer }: Buyer): Promise<string | null> => {
    const answer = await requestTransaction(app, orderId, payer.publicKey.toBase58()).catch(
      () => null,
    );
    if (answer?.status !== 200) return null;
    return ((await answer.json()) as { transaction: string }).transaction;
  };

  app.chain.pause();
  const dead = killAt(/orders\.recordBuilt d1\.batch:after$/, 6);
  const first = Promise.all(buyers.map(given));
  await dead;
  const got = await first;
  await startAgain();
  const holding = await sql<{ id: string }>(
    app,
    "SELECT id FROM orders WHERE product_id = ? AND hold = 'held'",
    item.id,
  );
  expect(holding.length).toBeGreaterThanOrEqual(6);
  // Some of the buyers that hold a unit without an answer do not come back.
  const unanswered = buyers.filter(
    ({ orderId }, index) => got[index] === null && holding.some(({ id }) => id === orderId),
  );
  const gone = new Set(unanswered.slice(0, 3));
  expect(gone.size).toBeGreaterThan(0);
  const again = await Promise.all(
    buyers.map((one, index) => got[index] ?? (gone.has(one) ? null : given(one))),
  );
  const winners = buyers.flatMap((one, index) => {
    const bytes = again[index];
    return bytes ? [{ ...one, bytes }] : [];
  });
  expect(winners).toHaveLength(UNITS - gone.size);

  const deadAgain = killAt(/orders\.settle d1\.batch:after$/, 3);
  await Promise.all(
    winners.map(async ({ buyer, payer, orderId, bytes }) => {
      const signed = VersionedTransaction.deserialize(Buffer.from(bytes, "base64"));
      signed.sign([payer]);
      const signature = await rpcConnection(app).sendRawTransaction(signed.serialize());
      app.chain.advanceSlots(2);
      await reportSignature(app, buyer, orderId, signature).catch(() => undefined);
    }),
  );
  await deadAgain;
  await startAgain();
  await sweepUntilStatus(app, winners, "paid");

  for (const { buyer, orderId } of winners) {
    const { downloadUrl } = await readOrder(app, buyer, orderId);
    const file = await fetch(String(downloadUrl));
    expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
  }
  app.chain.advanceSlots(200);
  await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
  const won = new Set(winners.map(({ orderId }) => orderId));
  await sweepUntilStatus(
    app,
    buyers.filter(({ orderId }) => !won.has(orderId)),
    "pending",
  );
  const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
  expect(stock).toEqual([{ sold: winners.length, held: 0 }]);
  const bought = await sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id);
  expect(bought).toHaveLength(winners.length);
  await expectLedgerConsistent(app);
}, 300_000);
