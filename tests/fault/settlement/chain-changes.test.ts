import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fundedWallet, PRICE_LAMPORTS, rpcConnection, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  sendSigned,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import type { Lie } from "../../support/rpc-proxy";
import { startTwoNodeApp, type TwoNodeApp } from "../../support/two-node-app";

let running: TwoNodeApp;
let app: TwoNodeApp["app"];
let chain: TwoNodeApp["chain"];

// What is confirmed is final, as with Alpenglow.
beforeAll(async () => {
  running = await startTwoNodeApp({ finalizedAfter: 1 });
  ({ app, chain } = running);
});
afterEach(async () => {
  chain.resume();
  chain.clearFaults();
  chain.setRent(5_080);
  for (const node of running.nodes) node.setLie(null);
  await forgetFigures();
  await expectLedgerConsistent(app);
});
afterAll(() => running?.stop());

/** Longer than what nodes said of rent and pace is kept. */
const forgetFigures = () => app.clock.advance(11 * 60_000);

const stockOf = (productId: string) =>
  sql(app, "SELECT sold, held FROM products WHERE id = ?", productId);
const penalties = (wallet: Keypair) =>
  sql(app, "SELECT 1 FROM payer_penalties WHERE wallet = ?", wallet.publicKey.toBase58());

describe("slots", () => {
  const slotsOf =
    (slotMs: number): Lie =>
    ({ method }, result) =>
      method === "getRecentPerformanceSamples"
        ? [{ slot: 1, numSlots: 60_000 / slotMs, numTransactions: 0, samplePeriodSecs: 60 }]
        : result;

  /** What `/send` answers to bytes whose blockhash is valid for so many blocks more. */
  async function sendWith(blocksLeft: number) {
    const { item, buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
    const bytes = await signFirst(app, buyer, transactionId, payer);
    // At `confirmed` the height is one less than at the tip.
    chain.advanceSlots(150 - blocksLeft);
    const answer = await sendSigned(app, buyer, transactionId, bytes);
    return { item, buyer, transactionId, status: answer.status };
  }

  // spec: payment.slots
  test.each([100, 200, 400])("of %i ms leave eight seconds at least to send", async (slotMs) => {
    for (const node of running.nodes) node.setLie(slotsOf(slotMs));
    await forgetFigures();
    chain.pause();
    const blocks = 8_000 / slotMs;
    expect((await sendWith(blocks - 1)).status).toBe(410);
    const { item, buyer, transactionId, status } = await sendWith(blocks);
    expect(status).toBe(200);
    chain.resume();
    await waitForStatus(app, buyer, transactionId, "paid");
    expect(await stockOf(item.id)).toEqual([{ sold: 1, held: 0 }]);
  });

  test("are measured by the more careful of two nodes, within bounds", async () => {
    running.nodes[0].setLie(slotsOf(0.1));
    running.nodes[1].setLie(slotsOf(400));
    await forgetFigures();
    chain.pause();
    expect((await sendWith(79)).status).toBe(410);
    expect((await sendWith(80)).status).toBe(200);
  });
});

// spec: money.rent-asked
test("rent that steps down and up within an order is asked again", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const { transactionId } = await openOrder(app, buyer, item.id);
  const fees = 5_200;
  const payer = fundedWallet(app, PRICE_LAMPORTS + fees + 100_000);
  const ask = () => requestTransaction(app, transactionId, payer.publicKey.toBase58());
  const missing = async () => {
    const answer = await ask();
    expect(answer.status).toBe(422);
    return (await answer.json()) as { error: { missing: string } };
  };
  chain.setRent(6_960);
  await forgetFigures();
  expect((await missing()).error.missing).toBe("0.00079088");
  chain.setRent(696);
  await forgetFigures();
  expect((await ask()).status).toBe(200);
  chain.setRent(6_960);
  chain.advanceSlots(200);
  await forgetFigures();
  expect((await missing()).error.missing).toBe("0.00079088");
  chain.setRent(696);
  await forgetFigures();
  await reportSignature(app, buyer, transactionId, await payOrder(app, transactionId, payer));
  await waitForStatus(app, buyer, transactionId, "paid");
  expect(chain.balance(payer.publicKey.toBase58())).toBe(100_000n);
});

describe("a transaction that stands in a block and did not run", () => {
  const notRun = { kind: "not-run", method: "sendTransaction", times: 2 } as const;

  // spec: payment.not-run
  test("delivers nothing and keeps the unit, until the same signature runs", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
    const bytes = await signFirst(app, buyer, transactionId, payer);
    // One for each node.
    chain.injectFault(notRun);
    const answer = await sendSigned(app, buyer, transactionId, bytes);
    expect(answer.status).toBe(200);
    const { signature } = (await answer.json()) as { signature: string };
    const status = async () => (await rpcConnection(app).getSignatureStatus(signature)).value;
    await expect.poll(status).toMatchObject({ err: "InsufficientFundsForFee" });
    chain.advanceSlots(2);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("awaiting");
    expect(await stockOf(item.id)).toEqual([{ sold: 0, held: 1 }]);
    // The object sends it again.
    await app.clock.advance(2_500);
    await waitForStatus(app, buyer, transactionId, "paid");
    expect(await status()).toMatchObject({ err: null });
    expect(await stockOf(item.id)).toEqual([{ sold: 1, held: 0 }]);
    expect(await penalties(payer)).toEqual([]);
  });

  // spec: payment.not-run
  test("is neither a payment nor remembered as rejected, and lapses with its blockhash", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    chain.injectFault({ ...notRun, times: 1 });
    const answer = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
    const { transaction } = (await answer.json()) as { transaction: string };
    const wire = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
    wire.sign([payer]);
    const send = () => rpcConnection(app).sendRawTransaction(wire.serialize());
    const signature = await send();
    chain.advanceSlots(2);
    await reportSignature(app, buyer, transactionId, signature);
    const searches = () =>
      running.nodes.reduce((sum, { calls }) => sum + (calls.get("getSignatureStatuses") ?? 0), 0);
    const before = searches();
    await expect.poll(searches).toBeGreaterThan(before + 3);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("awaiting");
    expect(await ledgerByKind(app, transactionId)).toEqual({});
    expect(await send()).toBe(signature);
    chain.advanceSlots(2);
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
  });
});
