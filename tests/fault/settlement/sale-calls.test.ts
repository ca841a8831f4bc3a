import { VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rpcConnection, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { openLivePage } from "../../support/live-page";
import { reportSignature, requestUnsigned, waitForStatus } from "../../support/order-api";
import { startTwoNodeApp, type TwoNodeApp } from "../../support/two-node-app";

let running: TwoNodeApp;

beforeAll(async () => {
  running = await startTwoNodeApp();
});
afterAll(() => running?.stop());

/** All methods of both nodes, those of the cron included. */
const MAX_CALLS_PER_SALE = 14;
/** From the request for the transaction until the buyer has approved it. */
const APPROVAL_MS = 7_000;
const STEP_MS = 1_000;

// spec: payment.calls
test("a sale by browser wallet, alone and with its page open, costs at most 14 calls", async () => {
  const { app, nodes } = running;
  // The first one also asks for what is kept for a day, such as the chain of each node.
  for (const isCounted of [false, true]) {
    const { buyer, payer, transactionId } = await readyToPay(app);
    const page = await openLivePage(app, transactionId, buyer.headers);
    for (const node of nodes) node.calls.clear();
    const built = await requestUnsigned(app, buyer, transactionId, payer.publicKey.toBase58());
    const { transaction } = (await built.json()) as { transaction: string };
    for (let ms = 0; ms < APPROVAL_MS; ms += STEP_MS) await app.clock.advance(STEP_MS);
    const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
    signed.sign([payer]);
    const signature = await rpcConnection(app).sendRawTransaction(signed.serialize());
    app.chain.advanceSlots(1);
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
    app.chain.advanceSlots(40);
    const isFinal = async () => {
      await app.clock.advance(STEP_MS);
      const [order] = await sql(app, "SELECT finalized_at FROM orders WHERE id = ?", transactionId);
      return order?.finalized_at !== null;
    };
    await expect.poll(isFinal).toBe(true);
    await page.close();
    const calls = nodes.flatMap((node) => [...node.calls]);
    const count = calls.reduce((sum, [, times]) => sum + times, 0);
    if (isCounted) expect(count, JSON.stringify(calls)).toBeLessThanOrEqual(MAX_CALLS_PER_SALE);
  }
});
