import { setTimeout as sleep } from "node:timers/promises";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { fundedWallet, LAMPORTS_PER_SOL } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder, reportSignature, requestTransaction } from "../../support/order-api";
import { newSignature } from "../../support/random-keys";
import { type RpcProxy, startRpcProxy } from "../../support/rpc-proxy";

const platform = Keypair.generate().publicKey.toBase58();
let app: InProcessApp;
let chain: ChainHandle;
let node: RpcProxy;

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  node = await startRpcProxy(chain.url);
  const env = { SOLANA_RPC_URLS: node.url, PLATFORM_WALLET: platform };
  app = await startInProcessApp({ chain, env });
});
afterAll(async () => {
  await app?.stop();
  await node?.close();
  await chain?.close();
});

function callCount(): number {
  return [...node.calls.values()].reduce((sum, count) => sum + count, 0);
}

/** Opens an order for a new product and requests its transaction. */
async function awaitingOrder(buyer: Person, seller: Person, payer: Keypair): Promise<string> {
  const { id } = await product(app, { seller });
  const { transactionId } = await openOrder(app, buyer, id);
  const requested = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
  expect(requested.status).toBe(200);
  return transactionId;
}

const ORDERS = 40;
const MEASURED_MS = 6_000;
/** Of five orders with a suggested signature, of the shared reader, and of the slow ones. */
const MAX_CALLS_PER_SECOND = 20;

// spec: limit.forty
test("forty open orders of one account cost about as many calls as five", async () => {
  const [buyer, seller] = [await person(app), await person(app)];
  const payer = fundedWallet(app);
  const ids: string[] = [];
  while (ids.length < ORDERS) {
    const some = Array.from({ length: 5 }, () => awaitingOrder(buyer, seller, payer));
    ids.push(...(await Promise.all(some)));
  }
  const before = callCount();
  const reports = await Promise.all(
    ids.map((id) => reportSignature(app, buyer, id, newSignature())),
  );
  expect(reports.map(({ status }) => status)).toEqual(ids.map(() => 202));
  await sleep(MEASURED_MS);
  const calls = callCount() - before;
  expect(calls).toBeLessThan((MAX_CALLS_PER_SECOND * MEASURED_MS) / 1_000);
});

// spec: json.signature
test("reported signatures are limited for an order and for an account", async () => {
  const { buyer, transactionId } = await readyToPay(app);
  const { id } = await product(app);
  const other = await openOrder(app, buyer, id);
  const report = async (orderId: string, signature = newSignature()) =>
    reportSignature(app, buyer, orderId, signature);
  const last = newSignature();
  for (let sent = 0; sent < 9; sent++) expect((await report(transactionId)).status).toBe(202);
  expect((await report(transactionId, last)).status).toBe(202);
  const refused = await report(transactionId);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { error: { code: "slow_down" } },
  ]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await report(other.transactionId)).status).toBe(202);
  const same = newSignature();
  const statuses: number[] = [];
  for (let sent = 0; sent < 60; sent++)
    statuses.push((await report(other.transactionId, same)).status);
  expect(new Set(statuses)).toEqual(new Set([202, 429]));
});

test("a signature that is reported again does not start the fast phase again", async () => {
  const { buyer, payer, transactionId } = await readyToPay(app);
  await requestTransaction(app, transactionId, payer.publicKey.toBase58());
  const unknown = newSignature();
  await reportSignature(app, buyer, transactionId, unknown);
  await app.clock.advance(60_000);
  await sleep(1_000);
  const statuses = () => node.calls.get("getSignatureStatuses") ?? 0;
  const before = statuses();
  for (let again = 0; again < 5; again++) {
    expect((await reportSignature(app, buyer, transactionId, unknown)).status).toBe(202);
    await sleep(500);
  }
  expect(statuses()).toBe(before);
});
