import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ASSUMED_PACE } from "../../../app/solana/pace";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import { freePort } from "../../../dev/run/port";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { LAMPORTS_PER_SOL, rpcConnection, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { postOrder, sendSigned, signFirst, waitForStatus } from "../../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../../support/pace";
import { runCommand } from "../../support/run-command";

const FORMER = "the former secret, of 32 characters and more";
const NEW = "the new secret, also of 32 characters and more";

const platform = Keypair.generate().publicKey.toBase58();
let chain: ChainHandle;
let app: InProcessApp;
let dataDir: string;
let port: number;

async function start(secrets: Record<string, string>): Promise<void> {
  await app?.stop();
  const env = { ...secrets, PLATFORM_WALLET: platform, PORT: String(port) };
  app = await startInProcessApp({ chain, dataDir, env });
}

beforeEach(async () => {
  // A signed transaction lives a minute: a restart between takes longer than at 100 ms a slot.
  chain = await startChain({ slotMs: 400 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  dataDir = mkdtempSync(join(tmpdir(), "comptoir-secret-"));
  port = await freePort();
  await start({ SESSION_SECRET: FORMER });
});
afterEach(async () => {
  await expectLedgerConsistent(app);
  await app.stop();
  await chain.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const stockOf = async (productId: string) =>
  (await sql(app, "SELECT sold, held FROM products WHERE id = ?", productId))[0];
const endOf = async (id: string) =>
  (await sql(app, "SELECT status, ended_reason AS reason FROM orders WHERE id = ?", id))[0];

test("a hold whose reference can't sign any more ends with its transaction, and the order in words", async () => {
  const ready = await readyToPay(app, { saleLimit: 1 });
  const { item, buyer, payer, transactionId } = ready;
  const transaction = await signFirst(app, buyer, transactionId, payer);
  const { lastValidBlockHeight } = await rpcConnection(app).getLatestBlockhash();
  await start({ SESSION_SECRET: NEW });
  // The Worker with the former secret took the unit, and ended before the object had signed.
  const signed = {
    transaction,
    account: payer.publicKey.toBase58(),
    signature: "first-signature",
    lastValidBlockHeight,
  };
  const minValidHeight = lastValidBlockHeight - ASSUMED_PACE.blockhashBlocks;
  const orders = ordersIn(openDb(localDatabase(app.worker)));
  const options = { minValidHeight, slot: 0, at: Date.now() };
  expect(await orders.takeUnit(transactionId, signed, options)).toBe("taken");
  await fireCron(app.worker);
  expect(await stockOf(item.id)).toEqual({ sold: 0, held: 1 });

  chain.advanceSlots(ASSUMED_PACE.blockhashBlocks + 40);
  await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
  await waitForStatus(app, buyer, transactionId, "expired");
  expect(await stockOf(item.id)).toEqual({ sold: 0, held: 0 });
  expect(await endOf(transactionId)).toEqual({ status: "expired", reason: "unsignable" });
  // It is no fault of the wallet.
  expect(await sql(app, "SELECT wallet FROM payer_penalties")).toEqual([]);
  const page = async (locale: string) => {
    const Cookie = buyer.headers.Cookie?.replace("locale=en", `locale=${locale}`) ?? "";
    return (await fetch(`${app.url}/acheter/${item.id}`, { headers: { Cookie } })).text();
  };
  expect(await page("en")).toContain("could no longer sign for the previous order");
  expect(await page("fr")).toContain("ne pouvait plus signer pour la commande précédente");
});

test("signed bytes are refused in words before they take a unit, and a new order is paid", async () => {
  const { item, buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
  const transaction = await signFirst(app, buyer, transactionId, payer);
  await start({ SESSION_SECRET: NEW });
  const refused = await sendSigned(app, buyer, transactionId, transaction);
  expect(refused.status).toBe(410);
  expect(await refused.json()).toEqual({
    error: { code: "expired", message: expect.stringContaining("can no longer sign") },
  });
  expect(await stockOf(item.id)).toEqual({ sold: 0, held: 0 });
  expect(await endOf(transactionId)).toEqual({ status: "expired", reason: "unsignable" });

  const again = await postOrder(app, buyer, { productId: item.id });
  expect(again.status).toBe(201);
  const { transactionId: next } = (await again.json()) as { transactionId: string };
  expect(next).not.toBe(transactionId);
  const sent = await sendSigned(app, buyer, next, await signFirst(app, buyer, next, payer));
  expect(sent.status).toBe(200);
  await waitForStatus(app, buyer, next, "paid");
});

// spec: setting.former-secret
test("with the former secret given, orders opened under it are signed and sessions go on", async () => {
  const { buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
  const transaction = await signFirst(app, buyer, transactionId, payer);
  await start({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: FORMER });
  expect((await sendSigned(app, buyer, transactionId, transaction)).status).toBe(200);
  await waitForStatus(app, buyer, transactionId, "paid");
});

// spec: command.rotate
test("once the stored keys are sealed anew, the former secret is not needed", async () => {
  const { buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
  // The wallet gets a transaction, so that there is a record of the order.
  await signFirst(app, buyer, transactionId, payer);
  await app.stop();
  const secrets = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: FORMER };
  const rotate = (env: Record<string, string>) =>
    runCommand(["rotate"], { DATA_DIR: dataDir, ...env });
  const alone = await rotate({ SESSION_SECRET: NEW });
  expect([alone.code, alone.output]).toEqual([
    1,
    expect.stringContaining("SESSION_SECRET_PREVIOUS"),
  ]);
  const first = await rotate(secrets);
  expect(first.output).toContain(
    "Encrypted anew: 1 keys of orders and refunds, 1 records of orders.",
  );
  const second = await rotate(secrets);
  expect(second.output).toContain(
    "Encrypted anew: 0 keys of orders and refunds, 0 records of orders.",
  );
  await start({ SESSION_SECRET: NEW });
  const transaction = await signFirst(app, buyer, transactionId, payer);
  expect((await sendSigned(app, buyer, transactionId, transaction)).status).toBe(200);
  await waitForStatus(app, buyer, transactionId, "paid");
});
