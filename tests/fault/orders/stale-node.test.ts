import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BLOCKHASH_LIFETIME_MS } from "../../../app/orders/rules/poll-schedule";
import type { ChainHandle } from "../../../dev/chain/handle";
import { startChain } from "../../../dev/chain/start-chain";
import { fireCron } from "../../../dev/run/cron";
import { type AppHere, startAppHere } from "../../support/app-here";
import { PRICE, SOL, sql } from "../../support/app-under-test";
import { changeOrder, readyToPay } from "../../support/factories/order";
import { expectBooksAgree } from "../../support/ledger-checks";
import { ask, hint, ledgerOf, pay, until, view } from "../../support/order-api";
import { newSignature } from "../../support/random-keys";
import { type RpcProxy, startRpcProxy } from "../../support/rpc-proxy";

const platform = Keypair.generate().publicKey.toBase58();
let app: AppHere;
let chain: ChainHandle;
let nodes: [RpcProxy, RpcProxy];

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, SOL);
  nodes = [await startRpcProxy(chain.url), await startRpcProxy(chain.url)];
  const urls = nodes.map(({ url }) => url).join(",");
  app = await startAppHere({ chain, env: { SOLANA_RPC_URLS: urls, PLATFORM_WALLET: platform } });
});
beforeEach(() => {
  for (const node of nodes) {
    node.freezeAt(null);
    node.silence(false);
  }
});
afterEach(() => expectBooksAgree(app));
afterAll(async () => {
  await app?.stop();
  await Promise.all(nodes.map((node) => node.close()));
  await chain?.close();
});

describe("a settled payment", () => {
  const asked = () =>
    nodes.reduce((sum, { calls }) => sum + (calls.get("getSignatureStatuses") ?? 0), 0);

  /** Looks as if the payment were old and nobody had seen it final, until so many were made. */
  const pollAgain = async (transactionId: string, times: number) => {
    const enough = asked() + times;
    const look = async () => {
      // Final or not, and whenever its next look was planned: once in review it stays there.
      await changeOrder(app, transactionId, { finalized_at: null, next_poll_at: 1 });
      await app.clock.advance(200_000);
      await fireCron(app.worker);
      return asked();
    };
    await expect.poll(look, { interval: 300 }).toBeGreaterThanOrEqual(enough);
  };

  test("stands while a node is behind or another one has it, and is taken back when it is gone", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app);
    const before = app.chain.slot - 1;
    const signature = await pay(app, transactionId, payer);
    await until(app, buyer, transactionId, "paid");
    app.chain.advanceSlots(40);
    const status = async () => (await view(app, buyer, transactionId)).status;

    nodes[0].freezeAt(before);
    await pollAgain(transactionId, 8);
    expect(await status()).toBe("paid");
    nodes[0].freezeAt(null);
    nodes[0].forget(signature);
    await pollAgain(transactionId, 8);
    expect(await status()).toBe("paid");
    // A download that has begun may go on for a day, so that no age ends this link.
    const { downloadUrl } = await view(app, buyer, transactionId);
    const download = () => fetch(String(downloadUrl));
    expect(await (await download()).arrayBuffer()).toHaveProperty("byteLength", item.bytes.length);

    // Now nobody has it, and both have come far enough.
    nodes[1].forget(signature);
    await pollAgain(transactionId, 6);
    await until(app, buyer, transactionId, "review");
    expect((await download()).status).toBe(410);
    expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 0, held: 1 },
    ]);
    const fee = PRICE / 100;
    expect(await ledgerOf(app, transactionId)).toEqual({
      sale: PRICE,
      fee,
      rolled_back: -PRICE,
      fee_rolled_back: -fee,
    });
  });
});

describe("a unit of stock", () => {
  test("is not given away on the word of a node that is behind", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
    expect((await ask(app, transactionId, payer.publicKey.toBase58())).status).toBe(200);
    nodes[0].freezeAt(chain.slot - 1);
    chain.advanceSlots(200);
    await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
    for (let turn = 0; turn < 3; turn++) {
      const asked = nodes[0].calls.get("getSignaturesForAddress") ?? 0;
      await hint(app, buyer, transactionId, newSignature());
      await expect
        .poll(() => nodes[0].calls.get("getSignaturesForAddress") ?? 0)
        .toBeGreaterThan(asked);
    }
    const stock = () => sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
    expect(await stock()).toEqual([{ sold: 0, held: 1 }]);
    nodes[0].freezeAt(null);
    await until(app, buyer, transactionId, "pending");
    expect(await stock()).toEqual([{ sold: 0, held: 0 }]);
  });
});

describe("a node that takes questions and never answers", () => {
  test("changes nothing, and the other one is asked in its place", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    const [silent, fine] = nodes;
    // Sent, and not confirmed before the first node has fallen silent.
    chain.pause();
    const signature = await pay(app, transactionId, payer);
    silent.silence(true);
    const asked = () => nodes.map(({ calls }) => calls.get("getSignatureStatuses") ?? 0);
    const [first = 0, second = 0] = asked();
    chain.resume();
    await hint(app, buyer, transactionId, signature);
    await expect.poll(() => asked()[0]).toBeGreaterThan(first);
    expect(await view(app, buyer, transactionId)).toMatchObject({ status: "awaiting" });
    expect(asked()[1]).toBe(second);
    expect(await until(app, buyer, transactionId, "paid")).toMatchObject({ signature });
    expect(fine.calls.get("getTransaction")).toBeGreaterThan(0);
  });
});
