import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BLOCKHASH_LIFETIME_MS } from "../../../app/orders/rules/poll-schedule";
import type { ChainHandle } from "../../../dev/chain/handle";
import { startChain } from "../../../dev/chain/start-chain";
import { fireCron } from "../../../dev/run/cron";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { LAMPORTS_PER_SOL, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
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
import { newSignature } from "../../support/random-keys";
import { type RpcProxy, startRpcProxy } from "../../support/rpc-proxy";

const platform = Keypair.generate().publicKey.toBase58();
let app: InProcessApp;
let chain: ChainHandle;
let nodes: [RpcProxy, RpcProxy];

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  nodes = [await startRpcProxy(chain.url), await startRpcProxy(chain.url)];
  const urls = nodes.map(({ url }) => url).join(",");
  app = await startInProcessApp({
    chain,
    env: { SOLANA_RPC_URLS: urls, PLATFORM_WALLET: platform },
  });
});
beforeEach(() => {
  for (const node of nodes) {
    node.freezeAt(null);
    node.setSilent(false);
  }
});
afterEach(() => expectLedgerConsistent(app));
afterAll(async () => {
  await app?.stop();
  await Promise.all(nodes.map((node) => node.close()));
  await chain?.close();
});

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

describe("a unit of stock", () => {
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
  test("changes no state, and the other one is asked instead", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    const [silent, fine] = nodes;
    // Sent, and confirmed only after the first node has stopped answering.
    chain.pause();
    const signature = await payOrder(app, transactionId, payer);
    silent.setSilent(true);
    const asked = () => nodes.map(({ calls }) => calls.get("getSignatureStatuses") ?? 0);
    const [first = 0, second = 0] = asked();
    chain.resume();
    await reportSignature(app, buyer, transactionId, signature);
    await expect.poll(() => asked()[0]).toBeGreaterThan(first);
    expect(await readOrder(app, buyer, transactionId)).toMatchObject({ status: "awaiting" });
    expect(asked()[1]).toBe(second);
    expect(await waitForStatus(app, buyer, transactionId, "paid")).toMatchObject({ signature });
    expect(fine.calls.get("getTransaction")).toBeGreaterThan(0);
  });
});
