import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { fundedWallet, LAMPORTS_PER_SOL } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { openOrder, payOrder, requestTransaction, waitForStatus } from "../../support/order-api";
import { type RpcCall, type RpcProxy, startRpcProxy } from "../../support/rpc-proxy";

const platform = Keypair.generate().publicKey.toBase58();
let app: InProcessApp;
let chain: ChainHandle;
let node: RpcProxy;
const asked: RpcCall[] = [];

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  node = await startRpcProxy(chain.url, (call) => asked.push(call));
  const env = { SOLANA_RPC_URLS: node.url, PLATFORM_WALLET: platform };
  app = await startInProcessApp({ chain, env });
});
afterAll(async () => {
  await app?.stop();
  await node?.close();
  await chain?.close();
});

/** Searches at `confirmed` for one of these keys. */
function searches(...keys: string[]): number {
  return asked.filter(({ method, params }) => {
    const [address, options] = params as [string, { commitment?: string } | undefined];
    const confirmed = options?.commitment === "confirmed";
    return method === "getSignaturesForAddress" && confirmed && keys.includes(address);
  }).length;
}

/** Advances the clock until the platform's address was read so many times more. */
async function readsOfPlatform(count: number, stepMs: number): Promise<void> {
  const before = searches(platform);
  const later = async () => {
    await app.clock.advance(stepMs);
    return searches(platform) - before;
  };
  await expect.poll(later, { interval: 300 }).toBeGreaterThanOrEqual(count);
}

/**
 * Orders whose transaction a wallet has requested, and for which the cache answers. It has read for
 * half a minute before. The transactions expire a minute after they were built.
 */
async function waitingOrders(count: number) {
  const item = await product(app);
  const [buyer, wallet] = [await person(app), fundedWallet(app).publicKey.toBase58()];
  const { transactionId } = await openOrder(app, buyer, item.id);
  expect((await requestTransaction(app, transactionId, wallet)).status).toBe(200);
  await readsOfPlatform(1, 1_000);
  await app.clock.advance(30_000);
  const waiting = await Promise.all(
    Array.from({ length: count }, async () => {
      const [buyer, payer] = [await person(app), fundedWallet(app)];
      const opened = await openOrder(app, buyer, item.id);
      expect(
        (await requestTransaction(app, opened.transactionId, payer.publicKey.toBase58())).status,
      ).toBe(200);
      return { ...opened, buyer, payer };
    }),
  );
  await readsOfPlatform(3, 1_000);
  const [first] = waiting;
  if (!first) throw new Error("no waiting order");
  return { first, keys: waiting.map(({ reference }) => reference) };
}

// spec: field.transaction.reference
// spec: payment.shared-search
test("waiting orders share one signature search, which finds a paid one", async () => {
  const { first, keys } = await waitingOrders(5);
  const [own, shared] = [searches(...keys), searches(platform)];
  const signature = await payOrder(app, first.transactionId, first.payer);
  expect(await waitForStatus(app, first.buyer, first.transactionId, "paid")).toMatchObject({
    signature,
  });
  expect(searches(platform)).toBeGreaterThan(shared);
  expect(searches(...keys)).toBe(own);
  await expectLedgerConsistent(app);
});
