import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { MIN_UNMATCHED_LAMPORTS } from "../../../app/settlement/rules/unmatched-payment";
import { sqlDatabase } from "../../../dev/backup/database";
import { restoreBackup } from "../../../dev/backup/restore-backup";
import { writeBackup } from "../../../dev/backup/write-backup";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { compareWithChain } from "../../../dev/ledger/compare-with-chain";
import { readRecordedPayments } from "../../../dev/ledger/read-ledger-snapshot";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import { freePort } from "../../../dev/run/port";
import { createSolanaChain } from "../../../workers/solana-chain";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { readHealth } from "../../support/health";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { giveLicences, verifyLicence } from "../../support/licences";
import {
  ledgerByKind,
  type OpenedOrder,
  openOrder,
  payOrder,
  readOrder,
  reportSignature,
  sendTransfers,
  waitForShort,
  waitForStatus,
} from "../../support/order-api";
import { newAddress } from "../../support/random-keys";
import { advanceToFinality } from "../../support/review-api";
import { changeRow, insertRow } from "../../support/rows";
import { replaceFile } from "../../support/upload";

const platform = Keypair.generate().publicKey.toBase58();
const folder = mkdtempSync(join(tmpdir(), "comptoir-restored-"));
const backup = join(folder, "backup.ndjson.gz");

/** After this a poll searches by the reference, and no longer for a reported signature. */
const POLLED_BY_REFERENCE_MS = 10 * 60_000;

const DAY_MS = 24 * 3_600_000;

let chain: ChainHandle;
let port: number;
let app: InProcessApp;
let dataDir: string;

/** Starts on the same data, port and chain each time. */
async function start(): Promise<void> {
  const env = { PORT: String(port), PLATFORM_WALLET: platform };
  app = await startInProcessApp({ chain, dataDir, env });
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(folder, "data-"));
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  port = await freePort();
  await start();
});
afterEach(async () => {
  await app?.stop();
  await chain?.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const database = () => sqlDatabase(localDatabase(app.worker));

/** Goes back to the backup, as `npm run restore` does; files and Durable Objects stay. */
async function restore(): Promise<void> {
  const sessions = await sql<Record<string, string>>(app, "SELECT * FROM sessions");
  await app.stop();
  rmSync(join(dataDir, "state/v3/d1"), { recursive: true });
  await start();
  await restoreBackup(database(), backup);
  expect(await sql(app, "SELECT 1 FROM sessions")).toEqual([]);
  // People sign in again: here with the cookies that they have.
  const users = new Set((await sql(app, "SELECT uid FROM users")).map(({ uid }) => uid));
  for (const session of sessions) {
    if (users.has(session.uid)) await insertRow(localDatabase(app.worker), "sessions", session);
  }
}

interface Sale extends OpenedOrder {
  buyer: Person;
  payer: Keypair;
}

async function sell(item: TestProduct, buyer: Person): Promise<Sale> {
  const payer = fundedWallet(app);
  const opened = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, opened.transactionId, payer);
  await waitForStatus(app, buyer, opened.transactionId, "paid");
  return { ...opened, buyer, payer };
}

/** Runs the sweep of the platform's address until it has read everything. */
async function sweep(): Promise<void> {
  await advanceToFinality(app);
  for (let run = 0; run < 3; run++) expect(await fireCron(app.worker)).toBe(true);
}

/** Differences between the books and the platform's history on the chain. */
async function chainDiscrepancies(): Promise<string[] | undefined> {
  const recorded = await readRecordedPayments(localDatabase(app.worker));
  const compared = await compareWithChain(createSolanaChain([chain.url]), [platform], recorded);
  return compared?.discrepancies;
}

const people = (count: number) => Promise.all(Array.from({ length: count }, () => person(app)));

// spec: payment.restored
test("every buyer has the file after a restore, and nothing is sold above its limit", async () => {
  const unlimited = await product(app);
  const unique = await product(app, { saleLimit: 1 });
  const limited = await product(app, { saleLimit: 3 });
  const buyers = await people(10);
  const [first, late, ...rest] = buyers as [Person, Person, ...Person[]];
  await sell(unlimited, first);
  await writeBackup(database(), backup);

  const items = [unlimited, unlimited, unlimited, unlimited, unique, limited, limited, limited];
  const sales: Sale[] = [];
  for (const [at, item] of items.entries()) sales.push(await sell(item, rest[at] as Person));
  await advanceToFinality(app);
  await restore();
  const known = await sql<{ id: string }>(app, "SELECT id FROM orders");
  expect(known).toHaveLength(1);
  expect(await chainDiscrepancies()).toHaveLength(sales.length);
  // The lost sales are not counted yet, so a unit that was sold is offered again.
  await sell(limited, late);
  await sweep();

  const statuses: string[] = [];
  for (const { buyer, transactionId } of sales) {
    await expect
      .poll(async () => (await readOrder(app, buyer, transactionId)).status)
      .toMatch(/^(paid|review)$/);
    const { status, downloadUrl } = await readOrder(app, buyer, transactionId);
    statuses.push(status);
    if (status !== "paid") continue;
    expect((await fetch(downloadUrl ?? "", { headers: buyer.headers })).status).toBe(200);
  }
  expect(statuses.sort()).toEqual([...Array(7).fill("paid"), "review"]);
  expect(
    await sql(app, "SELECT product_id, review_reason FROM orders WHERE status = 'review'"),
  ).toEqual([{ product_id: limited.id, review_reason: "no_stock" }]);
  expect(await sql(app, "SELECT id, sold, held FROM products ORDER BY sold")).toEqual([
    { id: unique.id, sold: 1, held: 0 },
    { id: limited.id, sold: 3, held: 0 },
    { id: unlimited.id, sold: 5, held: 0 },
  ]);
  await expectLedgerConsistent(app);
  await advanceToFinality(app);
  expect(await chainDiscrepancies()).toEqual([]);
  // Again: nothing changes.
  await sql(app, "DELETE FROM sweep_progress");
  await sweep();
  await expectLedgerConsistent(app);
  expect(await sql(app, "SELECT * FROM unmatched_payments")).toEqual([]);
});

// spec: payment.restored
test("a copy of a week ago keeps each buyer's file, also after 50 days of the cron", async () => {
  const [old, sold, replaced] = [await product(app), await product(app), await product(app)];
  const [first, second, third, fourth] = (await people(4)) as [Person, Person, Person, Person];
  await sell(old, first);
  await writeBackup(database(), backup);

  // In the week that is lost: sales, and a version that nobody had bought is replaced.
  await sell(sold, second);
  const seller = {
    call: (path: string, init: RequestInit = {}) =>
      fetch(app.url + path, { ...init, headers: { ...replaced.seller.headers, ...init.headers } }),
  };
  await replaceFile(seller, replaced.id, "the second version");
  await app.clock.advance(2 * DAY_MS);
  await sweep();
  await sell(replaced, third);
  await app.clock.advance(5 * DAY_MS);
  await sweep();
  await restore();
  await sweep();
  await sell(old, fourth);

  for (let day = 0; day < 50; day += 5) {
    await app.clock.advance(5 * DAY_MS);
    expect(await fireCron(app.worker)).toBe(true);
  }
  const bought = await sql<{ uid: string; path: string }>(
    app,
    `SELECT p.uid, f.storage_path AS path FROM purchases p
       JOIN products o ON o.id = p.product_id JOIN files f ON f.key = o.file_key
       WHERE p.revoked_at IS NULL`,
  );
  const buyers = [first, second, third, fourth].map(({ uid }) => uid);
  expect(bought.map(({ uid }) => uid).sort()).toEqual(buyers.sort());
  const bucket = await app.worker.getR2Bucket("FILES");
  for (const { path } of bought) expect(await bucket.head(path)).not.toBeNull();
  const records = await bucket.list({ prefix: "order-terms/" });
  expect(records.objects).toHaveLength(4);
});

test("an underpayment that the order's object has verified is recorded again", async () => {
  const item = await product(app);
  const [buyer] = (await people(1)) as [Person];
  const opened = await openOrder(app, buyer, item.id);
  const { transactionId, reference } = opened;
  await writeBackup(database(), backup);
  const signature = await sendTransfers(app, fundedWallet(app), [
    { to: opened.recipient, lamports: SHARE_LAMPORTS, references: [reference] },
    { to: platform, lamports: FEE_LAMPORTS - 1, references: [reference] },
  ]);
  await reportSignature(app, buyer, transactionId, signature);
  await waitForShort(app, transactionId, PRICE_LAMPORTS - 1);
  await advanceToFinality(app);
  await app.clock.advance(POLLED_BY_REFERENCE_MS);
  const now = Date.now();
  const nextPoll = () =>
    sql<{ at: number }>(app, "SELECT next_poll_at AS at FROM orders WHERE id = ?", transactionId);
  // A poll after finality has been made, which no later one repeats.
  await expect.poll(async () => (await nextPoll())[0]?.at).toBeGreaterThan(now);
  await restore();
  await sweep();
  await waitForShort(app, transactionId, PRICE_LAMPORTS - 1);
  expect(await ledgerByKind(app, transactionId)).toEqual({ short: PRICE_LAMPORTS - 1 });
  expect(await chainDiscrepancies()).toEqual([]);
});

// spec: payment.unmatched
test("a payment without an order or product is unmatched, until the operator resolves it", async () => {
  const [buyer] = (await people(1)) as [Person];
  await writeBackup(database(), backup);
  const item = await product(app);
  const lost = await sell(item, buyer);
  const stranger = fundedWallet(app);
  const references = [newAddress()];
  const least = Number(MIN_UNMATCHED_LAMPORTS);
  const strange = await sendTransfers(app, stranger, [
    { to: platform, lamports: least, references },
    // A top-up of the wallet, and dust.
    { to: platform, lamports: FEE_LAMPORTS, references: [] },
  ]);
  await sendTransfers(app, stranger, [{ to: platform, lamports: least - 1, references }]);
  await advanceToFinality(app);
  await restore();
  await sweep();
  const rows = await sql<Record<string, unknown>>(
    app,
    "SELECT signature, payer, reference, lamports, paid_lamports, resolved_at FROM unmatched_payments ORDER BY lamports",
  );
  expect(rows).toMatchObject([
    {
      signature: strange,
      payer: stranger.publicKey.toBase58(),
      reference: references[0],
      lamports: least,
      paid_lamports: least,
      resolved_at: null,
    },
    {
      payer: lost.payer.publicKey.toBase58(),
      reference: lost.reference,
      lamports: FEE_LAMPORTS,
      paid_lamports: PRICE_LAMPORTS,
      resolved_at: null,
    },
  ]);
  expect(await readHealth(app)).toMatchObject({ ok: true, warnings: ["unmatched payments: 2"] });
  expect(await chainDiscrepancies()).toHaveLength(2);
  await changeRow(localDatabase(app.worker), "unmatched_payments", {}, { resolved_at: 1 });
  expect(await readHealth(app)).toMatchObject({ warnings: [] });
  expect(await chainDiscrepancies()).toEqual([]);
});

// spec: licences.restored
test("a list of keys is given on after the restore of an old copy, and no key twice", async () => {
  const keys = ["FIRST-KEY-OF-THE-LIST", "SECOND-KEY-OF-THE-LIST", "THIRD-KEY-OF-THE-LIST"];
  const item = await product(app);
  await giveLicences(app, item, { keys });
  const [one, other] = [await person(app), await person(app)];
  await writeBackup(database(), backup);
  const lost = await sell(item, one);
  const keyOf = async ({ buyer, transactionId }: Pick<Sale, "buyer" | "transactionId">) =>
    (await readOrder(app, buyer, transactionId)).licenceKey;
  expect(await keyOf(lost)).toBe(keys[0]);
  await restore();
  expect((await verifyLicence(app, item.id, keys[0] ?? ""))[0]).toBe(503);
  const after = await sell(item, other);
  expect(await keyOf(after)).toBeUndefined();
  await sweep();
  expect(await keyOf(after)).toBe(keys[1]);
  await expect.poll(() => keyOf(lost)).toBe(keys[0]);
  expect(await verifyLicence(app, item.id, keys[0] ?? "")).toEqual([200, true, "active"]);
  expect(
    await sql(app, "SELECT capacity, held, sold FROM things WHERE id = ?", `key:${item.id}`),
  ).toEqual([{ capacity: 3, held: 0, sold: 2 }]);
  await expectLedgerConsistent(app);
});
