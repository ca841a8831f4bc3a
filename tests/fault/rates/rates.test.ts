import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SOL_USD_FEED } from "../../../app/solana/price-update";
import {
  type ChainHandle,
  type PriceFeedFields,
  priceFeedAccount,
  startChain,
} from "../../../dev/chain/index";
import { currencyTable } from "../../../dev/run/local-table";
import { fireCron } from "../../../dev/run/local-worker";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { LAMPORTS_PER_SOL } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { readHealth } from "../../support/health";
import { type RpcProxy, startRpcProxy } from "../../support/rpc-proxy";

const MINUTE = 60_000;
const platform = Keypair.generate().publicKey.toBase58();
let chain: ChainHandle;
let node: RpcProxy;
let tables: Server;
let app: InProcessApp;

/** What the server of tables answers; null for a failure. */
let table: (() => string) | null;
const goodTable = () => currencyTable(day(), "1.2");
/** The clock of the app is that of the test. */
const day = () => new Date().toISOString().slice(0, 10);

/** Publishes a price, and waits for the confirmation that nodes answer. */
function publish(fields: Partial<PriceFeedFields> = {}): void {
  const publishTime = Math.floor(Date.now() / 1_000);
  chain.setAccount(SOL_USD_FEED, priceFeedAccount({ publishTime, ...fields }));
  chain.advanceSlots(1);
  chain.advanceSlots(1);
}

/** What the shop shows after the cron has read the rate, and what the operator is told. */
async function afterCron() {
  expect(await fireCron(app.worker)).toBe(true);
  // Longer than an isolate remembers.
  await app.clock.advance(15_000);
  const html = await (await fetch(`${app.url}/shop`)).text();
  const worth = /popovertarget="rate"[^>]*>([^<]*)</.exec(html)?.[1]?.replaceAll("\u00a0", " ");
  const { warnings } = await readHealth(app);
  return [worth, ...warnings];
}

const SHOWN = "environ 12,40 €";

/** Lets the rate that is kept become too old. */
const forget = () => app.clock.advance(11 * MINUTE);

beforeAll(async () => {
  table = goodTable;
  tables = createServer((_, response) => {
    if (table) response.end(table());
    else response.writeHead(503).end();
  });
  await new Promise<void>((ready) => tables.listen(0, "127.0.0.1", ready));
  const { port } = tables.address() as AddressInfo;
  chain = await startChain({ slotMs: 50 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  node = await startRpcProxy(chain.url);
  const env = {
    SOLANA_RPC_URLS: `${node.url},${chain.url}`,
    PLATFORM_WALLET: platform,
    EXCHANGE_RATES_URL: `http://127.0.0.1:${port}/table.xml`,
  };
  app = await startInProcessApp({ chain, env });
  await product(app, { seller: await person(app), price: 99_200_000 });
});
afterAll(async () => {
  await app?.stop();
  await node?.close();
  await chain?.close();
  tables?.close();
});

// spec: rate.shown
test("the cron reads the rate from two nodes and the table, and pages show it", async () => {
  publish();
  const before = node.calls.get("getAccountInfo") ?? 0;
  expect(await afterCron()).toEqual([SHOWN]);
  expect((node.calls.get("getAccountInfo") ?? 0) - before).toBe(1);
});

// spec: rate.feed, rate.warning
test.each<[reason: string, Partial<PriceFeedFields>]>([
  ["feed_owner", { owner: "11111111111111111111111111111111" }],
  ["feed_id", { feedId: "e".repeat(64) }],
  ["feed_unverified", { partialSignatures: 5 }],
  ["feed_old", { publishTime: 1_700_000_000 }],
  ["feed_unsure", { confidence: 10n ** 10n }],
])("%s: nothing is shown, and the operator is warned", async (reason, fields) => {
  await forget();
  publish(fields);
  const warning = expect.stringMatching(`^exchange rate: ${reason} for \\d+ s, none is shown$`);
  expect(await afterCron()).toEqual([undefined, warning]);
  publish();
  expect(await afterCron()).toEqual([SHOWN]);
});

// spec: rate.table, rate.warning
test.each<[reason: string, typeof table]>([
  ["table_down", null],
  ["table_down", () => "x".repeat(100_000)],
  ["table_format", () => "<html>Maintenance</html>"],
  ["table_old", () => currencyTable("2026-01-02", "1.2")],
])("%s (case %#): nothing is shown, and the operator is warned", async (reason, answer) => {
  await forget();
  publish();
  table = answer;
  const warning = expect.stringMatching(`^exchange rate: ${reason} for \\d+ s, none is shown$`);
  expect(await afterCron()).toEqual([undefined, warning]);
  table = goodTable;
  publish();
  expect(await afterCron()).toEqual([SHOWN]);
});

// spec: rate.two-nodes, rate.kept
test("nodes that disagree, or one that is down, leave the last rate for its ten minutes", async () => {
  publish();
  expect(await afterCron()).toEqual([SHOWN]);
  const publishTime = Math.floor(Date.now() / 1_000);
  const other = Buffer.from(priceFeedAccount({ publishTime, price: 15_200_000_000n }).data);
  node.setLie(({ method }, result) => {
    const answer = result as { value: { data: [string, string] } };
    if (method === "getAccountInfo") answer.value.data[0] = other.toString("base64");
    return answer;
  });
  const warned = (reason: string, end = "") =>
    expect.stringMatching(`^exchange rate: ${reason} for \\d+ s${end}$`);
  expect(await afterCron()).toEqual([SHOWN, warned("nodes_disagree")]);
  await forget();
  publish();
  expect((await afterCron())[0]).toBeUndefined();

  node.setLie(null);
  publish();
  expect(await afterCron()).toEqual([SHOWN]);
  node.setRateLimited(true);
  publish();
  expect(await afterCron()).toEqual([
    SHOWN,
    expect.stringMatching(/^node_down/),
    warned("nodes_down"),
  ]);
  await forget();
  publish();
  const none = warned("nodes_down", ", none is shown");
  expect(await afterCron()).toEqual([undefined, expect.stringMatching(/^node_down/), none]);
  node.setRateLimited(false);
  await app.clock.advance(MINUTE);
  publish();
  expect(await afterCron()).toEqual([SHOWN]);
});
