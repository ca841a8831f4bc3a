import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GENESIS_HASHES } from "../../../app/solana/genesis";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { StartFailure } from "../../../dev/run/failure";
import { fireCron } from "../../../dev/run/local-worker";
import { assertCluster } from "../../../dev/run/rpc";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { LAMPORTS_PER_SOL } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { ALL_WELL, readHealth } from "../../support/health";
import {
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { type RpcProxy, startRpcProxy } from "../../support/rpc-proxy";

const DAY_MS = 86_400_000;
const platform = Keypair.generate().publicKey.toBase58();
const dataDir = mkdtempSync(join(tmpdir(), "comptoir-nodes-"));
let chain: ChainHandle;
let nodes: [RpcProxy, RpcProxy, RpcProxy];
let app: InProcessApp;

const start = (env: Record<string, string>, used: readonly RpcProxy[] = nodes) =>
  startInProcessApp({
    chain,
    dataDir,
    env: {
      SOLANA_RPC_URLS: used.map(({ url }) => url).join(","),
      PLATFORM_WALLET: platform,
      ...env,
    },
  });

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  const proxy = () => startRpcProxy(chain.url);
  nodes = [await proxy(), await proxy(), await proxy()];
});
/** Nodes answer at once, and with the truth. */
function mendNodes(): void {
  for (const node of nodes) {
    node.freezeAt(null);
    node.setSilent(false);
    node.setRateLimited(false);
    node.setLie(null);
  }
}
beforeEach(mendNodes);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await chain?.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const health = () => readHealth(app);

const otherChain: Parameters<RpcProxy["setLie"]>[0] = ({ method }, result) =>
  method === "getGenesisHash" ? GENESIS_HASHES.devnet : result;
const host = ({ url }: RpcProxy) => new URL(url).host;

describe("a node of another chain", () => {
  const secrets = { SESSION_SECRET: "a secret that only tests know, 32+ characters" };

  // spec: node.genesis
  test.each(["devnet", "mainnet-beta"] as const)("refuses the start on %s", async (cluster) => {
    const refused = start({ SOLANA_CLUSTER: cluster, ...secrets });
    await expect(refused).rejects.toThrow(StartFailure);
    await expect(refused).rejects.toThrow(`${host(nodes[0])}: `);
    await expect(refused).rejects.toThrow(String(GENESIS_HASHES[cluster]));
  });

  // spec: node.genesis
  test("refuses the deployment", async () => {
    const urls = [nodes[0].url];
    await expect(assertCluster({ cluster: "mainnet-beta", urls })).rejects.toThrow(host(nodes[0]));
    nodes[0].setLie(otherChain);
    await expect(assertCluster({ cluster: "devnet", urls })).resolves.toBeUndefined();
  });

  test("whose genesis hash can't be read is named", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    nodes[1].setRateLimited(true);
    nodes[0].setLie(otherChain);
    await assertCluster({ cluster: "devnet", urls: nodes.slice(0, 2).map(({ url }) => url) });
    expect(warned.mock.calls.flat()).toEqual([expect.stringContaining(host(nodes[1]))]);
    warned.mockRestore();
  });
});

describe("of two nodes", () => {
  beforeAll(async () => {
    mendNodes();
    app = await start({}, nodes.slice(0, 2));
  });
  afterAll(() => app.stop());

  // spec: node.genesis
  test("where one is of another chain, nothing settles, and the app says so", async () => {
    expect(readFileSync(join(dataDir, "genesis-hash"), "utf8")).toMatch(/^\w{32,44}$/);
    expect(await health()).toMatchObject({ status: 200, checks: ALL_WELL, warnings: [] });
    const { buyer, payer, transactionId } = await readyToPay(app);
    chain.pause();
    const signature = await payOrder(app, transactionId, payer);
    nodes[1].setLie(otherChain);
    // A right hash is kept for a day.
    await app.clock.advance(DAY_MS + 60_000);
    chain.resume();
    const searches = () => nodes[0].calls.get("getSignaturesForAddress") ?? 0;
    const before = searches();
    const report = async () => {
      await reportSignature(app, buyer, transactionId, signature);
      return searches();
    };
    await expect.poll(report, { interval: 300 }).toBeGreaterThan(before + 2);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("awaiting");
    await expect.poll(health, { interval: 500 }).toMatchObject({
      status: 503,
      checks: { genesis: false, rpc: true },
      warnings: expect.arrayContaining([`node_other_chain: ${host(nodes[1])}`]),
    });
    nodes[1].setLie(null);
    // A wrong one is asked for again after a minute.
    await app.clock.advance(61_000);
    await report();
    await waitForStatus(app, buyer, transactionId, "paid");
  });

  // spec: node.dead
  test("a dead one is named, and fails the health check after two minutes", async () => {
    nodes[1].setSilent(true);
    // What nodes said is kept for five seconds.
    await app.clock.advance(6_000);
    await fireCron(app.worker);
    const down = new RegExp(`^node_down: ${host(nodes[1])} for \\d+ s$`);
    const warnings = [expect.stringMatching(down)];
    expect(await health()).toMatchObject({ status: 200, warnings });
    await app.clock.advance(121_000);
    expect(await health()).toMatchObject({ status: 503, checks: { rpc: false }, warnings });
    nodes[1].setSilent(false);
    await app.clock.advance(6_000);
    expect(await health()).toMatchObject({ status: 200, warnings: [] });
  });
});

describe("of three nodes", () => {
  beforeAll(async () => {
    mendNodes();
    app = await start({});
  });
  afterAll(() => app.stop());

  // spec: node.dead
  test("a dead one stops nothing", async () => {
    nodes[1].setSilent(true);
    const { buyer, payer, transactionId } = await readyToPay(app);
    const signature = await payOrder(app, transactionId, payer);
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
    await fireCron(app.worker);
    await app.clock.advance(121_000);
    expect(await health()).toMatchObject({
      status: 200,
      warnings: [expect.stringContaining(`node_down: ${host(nodes[1])}`)],
    });
  });

  test("one that is far behind is asked last, though it is the first of the list", async () => {
    nodes[0].freezeAt(chain.slot - 5);
    chain.advanceSlots(200);
    // Any use compares the slots, once a minute.
    await app.clock.advance(61_000);
    const early = await readyToPay(app);
    await requestTransaction(app, early.transactionId, early.payer.publicKey.toBase58());
    const behind = { warnings: [`node_behind: ${host(nodes[0])}`] };
    await expect.poll(health, { interval: 500 }).toMatchObject({ status: 200, ...behind });
    const { buyer, payer, transactionId } = await readyToPay(app);
    const asked = () =>
      ["getSignatureStatuses", "getTransaction", "getLatestBlockhash"].map(
        (method) => nodes[0].calls.get(method) ?? 0,
      );
    const before = asked();
    const signature = await payOrder(app, transactionId, payer);
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
    expect(asked()).toEqual(before);
  });
});

test("the data of another local chain refuse a start", async () => {
  const other = await startChain();
  const refused = start({ SOLANA_RPC_URLS: other.url });
  await expect(refused).rejects.toThrow(`the data in ${dataDir}`);
  await other.close();
});
