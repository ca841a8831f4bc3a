import { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { BLOCKHASH_LIFETIME_MS } from "../../../app/orders/rules/poll-schedule";
import { fundedWallet, sql } from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { killAtEachFailpoint, type PollControl } from "../../support/failpoints/kill-scenario";
import {
  expectSettledOnce,
  paidOrderBeforePoll,
  sweepUntilStatus,
} from "../../support/failpoints/orders";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  openOrder,
  payOrder,
  reportSignature,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";

/** More than the failpoints of any scenario. */
const MANY_UNITS = 500;

/** Each test settles dozens of orders. */
const LONG = { timeout: 300_000 };

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp();
});
afterEach(async () => {
  app.chain.resume();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

/** An order whose transaction the wallet has signed and not sent. */
async function signedUnsentOrder(item: TestProduct, polls: PollControl) {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
  await polls.pausePolls(orderId);
  const answer = await requestTransaction(app, orderId, payer.publicKey.toBase58());
  const { transaction } = (await answer.json()) as { transaction: string };
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  const bytes = Buffer.from(signed.serialize()).toString("base64");
  const signature = bs58.encode(signed.signatures[0] ?? new Uint8Array());
  return { item, orderId, buyer, payer, signature, bytes };
}

function sendFor({ orderId, buyer, bytes }: { orderId: string; buyer: Person; bytes: string }) {
  return fetch(`${app.url}/api/transactions/${orderId}/send`, {
    method: "POST",
    headers: { ...buyer.headers, "Content-Type": "application/json" },
    body: JSON.stringify({ transaction: bytes }),
  });
}

function stockOf(productId: string) {
  return sql(app, "SELECT sold, held FROM products WHERE id = ?", productId);
}

describe("when workerd is killed at each write,", LONG, () => {
  test("settles once a payment whose signature was reported", async () => {
    const item = await product(app);
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => paidOrderBeforePoll(app, item, polls),
      async run({ orderId, buyer, signature }, polls) {
        await reportSignature(app, buyer, orderId, signature);
        await polls.runPoll(orderId);
      },
    });
    expect(points).toContain("request orders.reportSignature d1.run:after 1");
    expect(points).toContain("watcher alarm orders.settle d1.batch:after 1");
    await sweepUntilStatus(app, orders, "paid");
    await expectSettledOnce(app, orders);
  });

  test("settles a held unit once when it is found by reference", async () => {
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => paidOrderBeforePoll(app, item, polls),
      run: ({ orderId }, polls) => polls.runPoll(orderId),
    });
    expect(points).toContain("watcher alarm orders.settle d1.batch:after 1");
    await sweepUntilStatus(app, orders, "paid");
    await expectSettledOnce(app, orders);
    expect(await stockOf(item.id)).toEqual([{ sold: orders.length, held: 0 }]);
  });

  test("sends once the transaction of a sign-only wallet", async () => {
    // No transaction expires while the chain is paused.
    app.chain.pause();
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => signedUnsentOrder(item, polls),
      run: (one) => sendFor(one),
    });
    expect(points).toContain("request chain.send:after 1");
    // Without an answer the page sends it again; it may have landed already.
    await Promise.all(orders.map(sendFor));
    app.chain.advanceSlots(2);
    await sweepUntilStatus(app, orders, "paid");
    await expectSettledOnce(app, orders);
  });

  test("loses no unit that is about to be held", async () => {
    // No transaction expires while the chain is paused.
    app.chain.pause();
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      async prepare(polls) {
        const [buyer, payer] = [await person(app), fundedWallet(app)];
        const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
        await polls.pausePolls(orderId);
        return { orderId, buyer, payer };
      },
      run: ({ orderId, payer }) => requestTransaction(app, orderId, payer.publicKey.toBase58()),
    });
    expect(points).toContain("request orders.recordBuilt d1.batch:after 1");
    await expectLedgerConsistent(app);
    // Half of the buyers retry. The holds of the others are released.
    const back = orders.filter((_, index) => index % 2 === 0);
    for (const { orderId, payer } of back) await payOrder(app, orderId, payer);
    app.chain.advanceSlots(2);
    await sweepUntilStatus(app, back, "paid");
    app.chain.advanceSlots(200);
    await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
    const gone = orders.filter((_, index) => index % 2 === 1);
    await sweepUntilStatus(app, gone, "pending");
    expect(await stockOf(item.id)).toEqual([{ sold: back.length, held: 0 }]);
    const [last] = gone;
    if (!last) throw new Error("no order left");
    await payOrder(app, last.orderId, last.payer);
    app.chain.advanceSlots(2);
    await waitForStatus(app, last.buyer, last.orderId, "paid");
  });
});
