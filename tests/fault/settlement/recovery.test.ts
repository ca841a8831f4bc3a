import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { fireCron } from "../../../dev/run/local-worker";
import { freePort } from "../../../dev/run/port";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { fundedWallet, LAMPORTS_PER_SOL, rpcConnection, sql } from "../../support/app-under-test";
import { changeOrder, readyToPay } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { advanceToFinality, buildSignedRefund } from "../../support/review-api";
import { transactionV1 } from "../../support/version-1-transaction";

const platform = Keypair.generate().publicKey.toBase58();
/** After this a scheduled poll is overdue. */
const OVERDUE_MS = 10 * 60_000;
const dataDir = mkdtempSync(join(tmpdir(), "comptoir-recovery-"));

let chain: ChainHandle;
let port: number;
let app: InProcessApp;

/** Starts on the same data and port each time. */
async function start(): Promise<void> {
  const env = { PORT: String(port), PLATFORM_WALLET: platform };
  app = await startInProcessApp({ chain, dataDir, env });
}

/** Pays the platform one lamport by a version 1 transaction. */
async function sendDustV1(): Promise<void> {
  const stranger = fundedWallet(app);
  const to = new PublicKey(platform);
  const connection = rpcConnection(app);
  const { blockhash } = await connection.getLatestBlockhash();
  const instructions = [
    SystemProgram.transfer({ fromPubkey: stranger.publicKey, toPubkey: to, lamports: 1 }),
  ];
  const raw = transactionV1({ payer: stranger.publicKey, blockhash, instructions }, [stranger]);
  await connection.sendRawTransaction(raw);
}

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  port = await freePort();
  await start();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(async () => {
  await app?.stop();
  await chain?.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

describe("a payment made without a running watcher", () => {
  test("is found by the watcher's own alarm after a restart", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    chain.pause();
    await payOrder(app, transactionId, payer);
    await app.stop();
    chain.resume();
    await start();
    await waitForStatus(app, buyer, transactionId, "paid");
  });

  // spec: payment.object-lost
  test("is found by the sweep when the watcher's state is lost", async () => {
    const { buyer, payer, item, transactionId } = await readyToPay(app);
    chain.pause();
    await payOrder(app, transactionId, payer);
    await app.stop();
    rmSync(join(dataDir, "state/v3/do"), { recursive: true, force: true });
    chain.resume();
    await start();
    chain.advanceSlots(3);
    await app.clock.advance(OVERDUE_MS);
    expect(await fireCron(app.worker)).toBe(true);
    await waitForStatus(app, buyer, transactionId, "paid");
    // Again without objects: the database has the result.
    await app.clock.advance(OVERDUE_MS);
    await fireCron(app.worker);
    await readOrder(app, buyer, transactionId);
    expect(await sql(app, "SELECT sold FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 1 },
    ]);
  });

  test("is refunded, and the refund confirmed by the sweep when the watcher's state is lost", async () => {
    const { buyer, payer, item, transactionId } = await readyToPay(app);
    await payOrder(app, transactionId, payer);
    await waitForStatus(app, buyer, transactionId, "paid");
    await advanceToFinality(app);
    // Its blockhash must not expire while a slow machine stops the app.
    chain.pause();
    const refund = await buildSignedRefund(app, item.seller, item.recipient, transactionId);
    await app.stop();
    await rpcConnection({ ...app, chain }).sendRawTransaction(refund);
    chain.resume();
    rmSync(join(dataDir, "state/v3/do"), { recursive: true, force: true });
    chain.advanceSlots(40);
    await start();
    const [planned] = await sql<{ at: number }>(
      app,
      "SELECT next_poll_at AS at FROM orders WHERE id = ?",
      transactionId,
    );
    expect(planned?.at).toBeGreaterThan(0);
    // A poll that a slow machine's node does not answer is repeated by a later sweep.
    const sweep = async () => {
      await app.clock.advance(OVERDUE_MS);
      expect(await fireCron(app.worker)).toBe(true);
      return readOrder(app, buyer, transactionId);
    };
    await expect.poll(sweep, { interval: 500 }).toMatchObject({ status: "refunded" });
    await expectLedgerConsistent(app);
  });

  // spec: payment.object-lost
  test("is found by the platform's address when no poll is scheduled, below a version 1 transaction", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app);
    chain.pause();
    await payOrder(app, transactionId, payer);
    await sendDustV1();
    await app.stop();
    rmSync(join(dataDir, "state/v3/do"), { recursive: true, force: true });
    chain.resume();
    await start();
    await changeOrder(app, transactionId, { next_poll_at: null });
    chain.advanceSlots(40);
    await fireCron(app.worker);
    await waitForStatus(app, buyer, transactionId, "paid");
    await fireCron(app.worker);
    expect(await sql(app, "SELECT sold FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 1 },
    ]);
  });
});

describe("a node that", () => {
  // spec: node.failover
  test.each([
    ["refuses with 429", { kind: "429", times: 2 }],
    ["closes the connection", { kind: "reset", times: 2 }],
    ["lags", { kind: "stale", lag: 20, times: 2 }],
  ] as const)("%s changes no order and only delays settlement", async (_, fault) => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    const signature = await payOrder(app, transactionId, payer);
    chain.injectFault(fault);
    await reportSignature(app, buyer, transactionId, signature);
    expect((await readOrder(app, buyer, transactionId)).status).toMatch(/awaiting|paid/);
    await waitForStatus(app, buyer, transactionId, "paid");
    chain.clearFaults();
  });

  test("answers an error does not block a retry", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app);
    chain.injectFault({ kind: "error" });
    const refused = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { error: { code: "unavailable" } },
    ]);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("pending");
    chain.clearFaults();
    await payOrder(app, transactionId, payer);
    await waitForStatus(app, buyer, transactionId, "paid");
  });
});
