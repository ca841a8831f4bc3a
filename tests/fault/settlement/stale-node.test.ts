import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fireCron } from "../../../dev/run/local-worker";
import { PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { changeOrder, readyToPay } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../../support/pace";
import { newSignature } from "../../support/random-keys";
import type { RpcProxy } from "../../support/rpc-proxy";
import { startTwoNodeApp, type TwoNodeApp } from "../../support/two-node-app";

let running: TwoNodeApp;
let app: TwoNodeApp["app"];
let chain: TwoNodeApp["chain"];
let nodes: TwoNodeApp["nodes"];

beforeAll(async () => {
  running = await startTwoNodeApp();
  ({ app, chain, nodes } = running);
});
beforeEach(() => {
  for (const node of nodes) {
    node.freezeAt(null);
    node.setSilent(false);
    node.setRateLimited(false);
  }
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => running?.stop());

describe("a settled payment", () => {
  const asked = () =>
    nodes.reduce((sum, { calls }) => sum + (calls.get("getSignatureStatuses") ?? 0), 0);

  /** Polls as for an old payment that was not seen finalized, until `count` polls were made. */
  const pollAgain = async (transactionId: string, times: number) => {
    const enough = asked() + times;
    const look = async () => {
      // Independent of finality and schedule: once in review it stays there.
      await changeOrder(app, transactionId, { finalized_at: null, next_poll_at: 1 });
      await app.clock.advance(200_000);
      await fireCron(app.worker);
      return asked();
    };
    await expect.poll(look, { interval: 300 }).toBeGreaterThanOrEqual(enough);
  };

  // spec: payment.final
  test("stays while a node lags or another one has it, and is rolled back when all lack it", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app);
    const before = app.chain.slot - 1;
    const signature = await payOrder(app, transactionId, payer);
    await waitForStatus(app, buyer, transactionId, "paid");
    app.chain.advanceSlots(40);
    const status = async () => (await readOrder(app, buyer, transactionId)).status;

    nodes[0].freezeAt(before);
    await pollAgain(transactionId, 8);
    expect(await status()).toBe("paid");
    nodes[0].freezeAt(null);
    nodes[0].dropTransaction(signature);
    await pollAgain(transactionId, 8);
    expect(await status()).toBe("paid");
    // A started download may resume for a day, so that the link does not expire by age.
    const { downloadUrl } = await readOrder(app, buyer, transactionId);
    const download = () => fetch(String(downloadUrl));
    expect(await (await download()).arrayBuffer()).toHaveProperty("byteLength", item.bytes.length);

    // Now both nodes lack it, past the required slot.
    nodes[1].dropTransaction(signature);
    await pollAgain(transactionId, 6);
    await waitForStatus(app, buyer, transactionId, "review");
    expect((await download()).status).toBe(410);
    expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 0, held: 1 },
    ]);
    const fee = PRICE_LAMPORTS / 100;
    expect(await ledgerByKind(app, transactionId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee,
      rolled_back: -PRICE_LAMPORTS,
      fee_rolled_back: -fee,
    });
  });
});

describe("a payment that a fork drops while one of two nodes is down", () => {
  test("stays, and is rolled back soon after the node is back", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    const status = async () => (await readOrder(app, buyer, transactionId)).status;
    chain.pause();
    const signature = await payOrder(app, transactionId, payer);
    chain.advanceSlots(2);
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
    const [down, up] = nodes;
    down.setRateLimited(true);
    expect(chain.reorg()).toContain(signature);
    chain.advanceSlots(200);
    chain.resume();
    const asked = (node: RpcProxy) => node.calls.get("getSignatureStatuses") ?? 0;
    // Days of it: an order is polled all the same.
    for (let day = 0; day < 3; day++) {
      await app.clock.advance(86_400_000);
      const before = asked(up);
      const later = async () => {
        await app.clock.advance(30_000);
        return asked(up);
      };
      await expect.poll(later, { interval: 500 }).toBeGreaterThan(before);
    }
    expect(await status()).toBe("paid");

    down.setRateLimited(false);
    const before = asked(down);
    // Its cooldown ends, and the next poll is due.
    await app.clock.advance(30_000);
    await expect.poll(() => asked(down)).toBeGreaterThan(before);
    const later = async () => {
      await app.clock.advance(30_000);
      return status();
    };
    await expect.poll(later, { interval: 500 }).toBe("review");
  });
});

describe("a unit of stock", () => {
  // spec: node.stale
  test("is not released on the answer of a lagging node", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
    expect((await requestTransaction(app, transactionId, payer.publicKey.toBase58())).status).toBe(
      200,
    );
    nodes[0].freezeAt(chain.slot - 1);
    chain.advanceSlots(200);
    await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
    for (let offset = 0; offset < 3; offset++) {
      const asked = nodes[0].calls.get("getSignaturesForAddress") ?? 0;
      await reportSignature(app, buyer, transactionId, newSignature());
      await expect
        .poll(() => nodes[0].calls.get("getSignaturesForAddress") ?? 0)
        .toBeGreaterThan(asked);
    }
    const stock = () => sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
    expect(await stock()).toEqual([{ sold: 0, held: 1 }]);
    nodes[0].freezeAt(null);
    await waitForStatus(app, buyer, transactionId, "pending");
    expect(await stock()).toEqual([{ sold: 0, held: 0 }]);
  });
});

describe("a node that accepts requests and never answers", () => {
  test("changes no state where the other one is alone; its return settles what landed", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    const [silent, fine] = nodes;
    // Sent, and confirmed only after the first node has stopped answering.
    chain.pause();
    const signature = await payOrder(app, transactionId, payer);
    silent.setSilent(true);
    const asked = () => silent.calls.get("getSignatureStatuses") ?? 0;
    const before = asked();
    chain.resume();
    await reportSignature(app, buyer, transactionId, signature);
    // Asked for the payment, and twice to confirm what the other one says of it.
    await expect.poll(asked).toBeGreaterThan(before + 2);
    expect(fine.calls.get("getTransaction")).toBeGreaterThan(0);
    expect(await readOrder(app, buyer, transactionId)).toMatchObject({ status: "awaiting" });
    silent.setSilent(false);
    expect(await waitForStatus(app, buyer, transactionId, "paid")).toMatchObject({ signature });
  });
});
