import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainHandle } from "../../../dev/chain/handle";
import { startChain } from "../../../dev/chain/start-chain";
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

test("waiting orders share one signature search, which finds a paid one", async () => {
  const item = await product(app);
  const waiting = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const [buyer, payer] = [await person(app), fundedWallet(app)];
      const opened = await openOrder(app, buyer, item.id);
      expect(
        (await requestTransaction(app, opened.transactionId, payer.publicKey.toBase58())).status,
      ).toBe(200);
      return { ...opened, buyer, payer };
    }),
  );
  const keys = waiting.map(({ reference }) => reference);
  // The first read sets the start; the cache answers half a minute later.
  const later = async () => {
    await app.clock.advance(5_000);
    return searches(platform);
  };
  await expect.poll(later, { interval: 500 }).toBeGreaterThan(10);
  const [own, shared] = [searches(...keys), searches(platform)];
  const [one] = waiting;
  if (!one) throw new Error("no waiting order");
  const signature = await payOrder(app, one.transactionId, one.payer);
  expect(await waitForStatus(app, one.buyer, one.transactionId, "paid")).toMatchObject({
    signature,
  });
  expect(searches(platform)).toBeGreaterThan(shared);
  expect(searches(...keys)).toBe(own);
  await expectLedgerConsistent(app);
});
