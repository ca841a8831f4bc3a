import { writeFileSync } from "node:fs";
import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { insertProducts } from "../../../dev/seed/generated/insert-products";
import { generatedProduct } from "../../../dev/seed/generated/product";
import { fundedWallet, rpcConnection, sql } from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openAsGuest, sendAsGuest, signAsGuest, waitAsGuest } from "../../support/guest-api";
import { type LivePage, openLivePage } from "../../support/live-page";
import { insertManySales } from "../../support/many-sales";
import type { Counts } from "../../support/meter/counts";
import { type MeteredApp, startMeteredApp } from "../../support/meter/metered-app";
import {
  openOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  requestUnsigned,
  sendSigned,
  signFirst,
} from "../../support/order-api";
import {
  COUNTED,
  COUNTS_PATH,
  type OrderCosts,
  readCounts,
  type SaleCounts,
} from "../../support/scale-document";

const UPDATE = "UPDATE_DOCS=1 npx vitest run tests/fault/structure/scale.test.ts";
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** A buyer looks at the wallet's window for so long. */
const APPROVAL_MS = 7 * SECOND_MS;
/** After this an order has had its last poll. */
const TAIL_DAYS = 9;

let app: MeteredApp;
beforeAll(async () => {
  app = await startMeteredApp();
});
afterAll(() => app?.stop());

type Taken = Awaited<ReturnType<MeteredApp["take"]>>;
/** Ends a phase. */
type Phase = (name: string) => Promise<void>;
type Kind = (phase: Phase) => Promise<string>;

async function advance(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += SECOND_MS) await app.advance(SECOND_MS);
}

async function sendWire(transaction: string, payer: Keypair): Promise<string> {
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  return rpcConnection(app).sendRawTransaction(signed.serialize());
}

async function download(url: unknown): Promise<void> {
  const answer = await fetch(String(url));
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

/** The payment is confirmed, found, and final. */
async function settle(orderId: string, phase: Phase): Promise<void> {
  app.chain.advanceSlots(1);
  await advance(2 * SECOND_MS);
  const [order] = await sql(app, "SELECT status FROM orders WHERE id = ?", orderId);
  expect(order).toEqual({ status: "paid" });
  await phase("settle");
}

async function finalize(phase: Phase): Promise<void> {
  app.chain.advanceSlots(40);
  await advance(30 * SECOND_MS);
  await phase("finality");
  for (let day = 0; day < TAIL_DAYS; day++) await app.advance(DAY_MS);
  await phase("last polls");
}

function page(saleLimit: number | null): Kind {
  return async (phase) => {
    const item = await product(app, { saleLimit });
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    await phase("before");
    await (await fetch(`${app.url}/acheter/${item.id}`, { headers: buyer.headers })).text();
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    const live = await openLivePage(app, transactionId, buyer.headers);
    await phase("open");
    if (saleLimit === null) {
      const account = payer.publicKey.toBase58();
      const built = await requestUnsigned(app, buyer, transactionId, account);
      const { transaction } = (await built.json()) as { transaction: string };
      await phase("build");
      await advance(APPROVAL_MS);
      const signature = await sendWire(transaction, payer);
      await phase("wait");
      await reportSignature(app, buyer, transactionId, signature);
    } else {
      const transaction = await signFirst(app, buyer, transactionId, payer);
      await phase("build");
      await advance(APPROVAL_MS);
      await phase("wait");
      expect((await sendSigned(app, buyer, transactionId, transaction)).status).toBe(200);
      await advance(SECOND_MS);
      await phase("send");
    }
    await deliver({ buyer, transactionId, live }, phase);
    return transactionId;
  };
}

/** From the payment of an order whose page is open to its last poll. */
async function deliver(
  { buyer, transactionId, live }: { buyer: Person; transactionId: string; live: LivePage },
  phase: Parameters<Kind>[0],
): Promise<void> {
  await settle(transactionId, phase);
  await download((await readOrder(app, buyer, transactionId)).downloadUrl);
  await live.close();
  await phase("download");
  await finalize(phase);
}

const guest: Kind = async (phase) => {
  const item = await product(app);
  const payer = fundedWallet(app);
  await phase("before");
  await (await fetch(`${app.url}/acheter/${item.id}`)).text();
  const order = await openAsGuest(app, item.id, payer.publicKey.toBase58());
  await phase("open");
  const transaction = await signAsGuest(app, order, payer);
  await phase("build");
  await advance(APPROVAL_MS);
  await phase("wait");
  expect((await sendAsGuest(app, order, transaction)).status).toBe(200);
  await advance(SECOND_MS);
  await phase("send");
  await settle(order.transactionId, phase);
  await download((await waitAsGuest(app, order, "paid")).downloadUrl);
  await phase("download");
  await finalize(phase);
  return order.transactionId;
};

const qr: Kind = async (phase) => {
  const item = await product(app);
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  await phase("before");
  await (await fetch(`${app.url}/acheter/${item.id}`, { headers: buyer.headers })).text();
  const { transactionId } = await openOrder(app, buyer, item.id);
  const live = await openLivePage(app, transactionId, buyer.headers);
  await phase("open");
  const account = payer.publicKey.toBase58();
  const { transaction } = (await (
    await requestTransaction(app, transactionId, account)
  ).json()) as { transaction: string };
  await phase("build");
  await advance(APPROVAL_MS);
  await sendWire(transaction, payer);
  await phase("wait");
  await deliver({ buyer, transactionId, live }, phase);
  return transactionId;
};

const action: Kind = async (phase) => {
  const item = await product(app);
  const payer = fundedWallet(app);
  await phase("before");
  await (await fetch(`${app.url}/api/actions/buy/${item.id}`)).text();
  await phase("open");
  const built = await fetch(`${app.url}/api/actions/buy/${item.id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify({ account: payer.publicKey.toBase58() }),
  });
  const { transaction } = (await built.json()) as { transaction: string };
  await phase("build");
  await advance(APPROVAL_MS);
  await sendWire(transaction, payer);
  await phase("wait");
  const [order] = await sql<{ id: string }>(
    app,
    "SELECT id FROM orders WHERE product_id = ?",
    item.id,
  );
  const id = order?.id ?? "";
  await settle(id, phase);
  await finalize(phase);
  return id;
};

/** The page is closed; nobody pays. */
function left(isBuilt: boolean): Kind {
  return async (phase) => {
    const item = await product(app);
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    await phase("before");
    await (await fetch(`${app.url}/acheter/${item.id}`, { headers: buyer.headers })).text();
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    const live = await openLivePage(app, transactionId, buyer.headers);
    await phase("open");
    if (isBuilt) {
      await requestUnsigned(app, buyer, transactionId, payer.publicKey.toBase58());
      await phase("build");
    }
    await advance(10 * SECOND_MS);
    await live.close();
    for (let minute = 0; minute < 3; minute++) await app.advance(60 * SECOND_MS);
    app.chain.advanceSlots(400);
    for (let minute = 0; minute < 60; minute++) await app.advance(60 * SECOND_MS);
    await phase("wait");
    for (let day = 0; day < TAIL_DAYS; day++) await app.advance(DAY_MS);
    await phase("last polls");
    return transactionId;
  };
}

const KINDS: Record<string, Kind> = {
  "page, account, unlimited": page(null),
  "page, account, limited": page(3),
  "page, guest": guest,
  "QR code": qr,
  Action: action,
  "left before a wallet asked": left(false),
  "left after the transaction was built": left(true),
};

function add(costs: OrderCosts, phase: string, taken: Taken): void {
  const { bucket } = taken satisfies Counts;
  costs.requests += taken.requests;
  costs.d1Queries += taken.queries;
  costs.d1RowsRead += taken.rowsRead;
  costs.d1RowsWritten += taken.rowsWritten;
  costs.r2ClassA += bucket.put + bucket.list + bucket.createMultipartUpload;
  costs.r2ClassB += bucket.get + bucket.head;
  costs.objectRequests += taken.objectRequests + taken.alarms;
  costs.objectRowsRead += taken.objectRowsRead;
  costs.objectRowsWritten += taken.objectRowsWritten;
  costs.writtenBy[phase] = taken.rowsWritten;
  for (const [method, calls] of Object.entries(taken.rpc)) {
    costs.rpcCalls += calls;
    costs.rpcBy[method] = (costs.rpcBy[method] ?? 0) + calls;
  }
}

async function costsOf(kind: Kind): Promise<OrderCosts> {
  const costs: OrderCosts = {
    requests: 0,
    d1Queries: 0,
    d1RowsRead: 0,
    d1RowsWritten: 0,
    r2ClassA: 0,
    r2ClassB: 0,
    objectRequests: 0,
    objectRowsRead: 0,
    objectRowsWritten: 0,
    rpcCalls: 0,
    writtenBy: {},
    rpcBy: {},
  };
  const id = await kind(async (phase) => {
    const taken = await app.take();
    if (phase !== "before") add(costs, phase, taken);
  });
  // The last duty of an order is done: its object stores nothing.
  expect(await app.stored(id)).toEqual({ keys: [], hasAlarm: false });
  return costs;
}

/** Bytes that the database grows by for each of so many rows. */
async function bytesOfEach(count: number, insert: (db: D1Database) => Promise<unknown>) {
  const db = localDatabase(app.worker);
  const size = async () => (await db.prepare("SELECT 1").run()).meta.size_after;
  const before = await size();
  await insert(db);
  return Math.round(((await size()) - before) / count / 10) * 10;
}

/** Ids are random, and with them whether the next entry of an index is read as well. */
const ROWS_READ_BY_CHANCE = 4;

// spec: capacity.counts
test("an order costs no more than the document of the scale says", async () => {
  // What is asked once, and kept by the isolate, belongs to no sale.
  await costsOf(page(null));
  const orders: SaleCounts["orders"] = {};
  for (const [name, kind] of Object.entries(KINDS)) orders[name] = await costsOf(kind);
  if (process.env.UPDATE_DOCS === "1") {
    const { uid } = await person(app);
    const items = Array.from({ length: 4_000 }, (_none, at) => {
      const { seller: _seller, ...row } = generatedProduct(at);
      return { ...row, ownerUid: uid, recipient: "R", status: "active" as const, sold: 0 };
    });
    const bytes = {
      product: await bytesOfEach(items.length, async (db) => {
        for (let at = 0; at < items.length; at += 1_000) {
          await insertProducts(db, items.slice(at, at + 1_000), { key: "x", name: "x" });
        }
      }),
      sale: await bytesOfEach(4_000, (db) =>
        insertManySales(db, {
          ownerUid: uid,
          productId: crypto.randomUUID(),
          count: 4_000,
          from: 0,
          everyMs: 60_000,
        }),
      ),
    };
    writeFileSync(COUNTS_PATH, `${JSON.stringify({ orders, bytes }, null, 2)}\n`);
  }
  const known = readCounts().orders;
  for (const [name, costs] of Object.entries(orders)) {
    for (const key of COUNTED) {
      const most = (known[name]?.[key] ?? 0) + (key === "d1RowsRead" ? ROWS_READ_BY_CHANCE : 0);
      expect(costs[key], `${name}: ${key}; ${UPDATE}`).toBeLessThanOrEqual(most);
    }
  }
});
