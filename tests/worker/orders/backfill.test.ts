import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Order } from "../../../app/orders/rules/order";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { oldTermsIn } from "../../../db/orders/old-terms";
import { ordersIn } from "../../../db/orders/orders";
import { purchasesIn } from "../../../db/orders/purchases";
import { refundsIn } from "../../../db/orders/refunds";
import { countOwned, oldPurchasesIn, selectRights } from "../../../db/orders/rights";
import { stockLineIn } from "../../../db/orders/stock-line";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { paymentOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newOrder, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const orders = ordersIn(db);
const NOW = OPENED_AT + 60_000;

const signed = () => ({
  transaction: newSignature(),
  account: newAddress(),
  signature: newSignature(),
  lastValidBlockHeight: 150,
});

async function refund({ id }: Order, payer: string, lamports: bigint): Promise<void> {
  const refunds = refundsIn(db);
  const reference = newAddress();
  const open = { orderId: id, reference, payer, lamports, closes: true, builtAt: NOW };
  const bytes = { encryptedSecret: "x", transaction: "x", lastValidBlockHeight: 1 };
  expect(await refunds.open({ ...open, ...bytes }, NOW)).toBe(true);
  await refunds.complete(reference, { signature: newSignature(), slot: 6 }, NOW);
}

/** What brings an open order of a limited product to each state. */
const STATES: Record<string, (order: Order, buyerUid: string) => Promise<unknown>> = {
  open: async () => undefined,
  built: async ({ id }) => {
    const { transaction, account, lastValidBlockHeight } = signed();
    const built = { transaction, account, lastValidBlockHeight, at: NOW };
    const options = { replaces: null, nextPollAt: NOW, minValidHeight: 40 };
    const hold = { address: "192.0.2.1", rateScale: 1_000 };
    const recorded = orders.recordBuilt(id, { ...built, form: "presigned" }, { ...options, hold });
    expect(await recorded).toBe("recorded");
  },
  held: async ({ id }) =>
    expect(await orders.takeUnit(id, signed(), { minValidHeight: 40, slot: 1, at: NOW })).toBe(
      "taken",
    ),
  "in line": async ({ id, productId }, uid) => {
    const place = { orderId: id, productId, uid };
    const position = await stockLineIn(db).join(place, signed(), { minValidHeight: 40, at: NOW });
    expect(position).not.toBeNull();
  },
  paid: (order) => orders.settle(order.id, paymentOf(order), NOW),
  review: (order) => orders.review(order.id, "late", paymentOf(order), NOW),
  "paid by another": (order) => orders.misdirected(order.id, paymentOf(order), NOW),
  short: (order) => orders.recordShort(order, paymentOf(order, { sellerPaid: 500n }), NOW),
  refunded: async (order) => {
    const payment = paymentOf(order, { payer: newAddress() });
    await orders.settle(order.id, payment, NOW);
    await refund(order, payment.payer, order.priceLamports + payment.surplus);
  },
  "rolled back": async (order) => {
    const payment = paymentOf(order);
    await orders.settle(order.id, payment, NOW);
    await orders.rollBack(order.id, payment.signature, NOW);
  },
  dismissed: async (order, uid) => {
    await STATES["rolled back"]?.(order, uid);
    await orders.dismiss(order.id, NOW);
  },
  expired: ({ id }) => orders.expire(id, NOW),
  "paid, of a deleted account": async (order, uid) => {
    await orders.settle(order.id, paymentOf(order), NOW);
    await createAccountLifecycle(db, ABOVE_ACCOUNTS).remove(uid, crypto.randomUUID(), NOW);
  },
};

const TABLES = [
  "orders",
  "products",
  "ledger",
  "purchases",
  "rights",
  "download_tokens",
  "refunds",
  "stock_line",
  "things",
  "holds",
  "share_entries",
  "seller_days",
  "product_days",
  "users",
];

/** All rows of these tables, without the columns that the backfill writes. */
async function copyOf(): Promise<string[]> {
  const texts = TABLES.map((table) => `SELECT '${table}' AS "table", * FROM ${table}`);
  const results = await env.DB.batch<Record<string, unknown>>(
    texts.map((text) => env.DB.prepare(text)),
  );
  return results
    .flatMap((result) => result.results)
    .map(({ terms: _, product_version: __, ...row }) => JSON.stringify(row))
    .sort();
}

test("the backfill changes nothing of orders in any state, before, during and after it", async () => {
  const { uid: ownerUid } = await insertPerson(env.DB);
  const traits = { price: 1_000, recipient: newAddress(), saleLimit: 40 };
  const productId = await insertProduct(env.DB, ownerUid, traits);
  const reached: Record<string, string> = {};
  for (const [state, reach] of Object.entries(STATES)) {
    const { uid: buyerUid } = await insertPerson(env.DB);
    const order = await newOrder({ ...traits, productId, ownerUid, buyerUid, saleType: "limited" });
    await reach(order, buyerUid);
    reached[state] = order.id;
  }
  const ids = Object.values(reached);
  for (const id of ids) {
    await changeRow(env.DB, "orders", { id }, { terms: null, product_version: null });
  }
  const readAll = () => Promise.all(ids.map((id) => orders.byId(id)));
  const rows = await copyOf();
  const read = await readAll();
  const statuses = new Set(read.map((order) => order?.status));
  expect(statuses.size).toBe(7);
  await expectLedgerConsistent(env);

  const { fill } = oldTermsIn(db, 5);
  let written = 0;
  for (let count = await fill(); count > 0; count = await fill()) {
    written += count;
    expect(await copyOf()).toEqual(rows);
    expect(await readAll()).toEqual(read);
  }
  expect(written).toBeGreaterThanOrEqual(ids.length);
  await expectLedgerConsistent(env);

  // What was held before is given back after it, and what waited settles.
  const counts = () =>
    env.DB.prepare("SELECT sold, held FROM products WHERE id = ?").bind(productId).first();
  const before = (await counts()) as { sold: number; held: number };
  await orders.releaseBuiltTransaction(reached.held ?? "", 150, "expired", NOW);
  const late = await orders.byId(reached.review ?? "");
  if (!late?.signature) throw new Error("no payment waits");
  const payment = paymentOf(late, { signature: late.signature });
  expect(await orders.settle(late.id, payment, NOW)).toBe("settled");
  expect(await counts()).toEqual({ sold: before.sold + 1, held: before.held - 1 });
  await expectLedgerConsistent(env);
});

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

/** A purchase of a new buyer and product. */
async function purchase() {
  const { uid: ownerUid } = await insertPerson(env.DB);
  const { uid } = await insertPerson(env.DB);
  const productId = await insertProduct(env.DB, ownerUid);
  const order = await newOrder({ productId, ownerUid, buyerUid: uid });
  const payment = paymentOf(order);
  expect(await orders.settle(order.id, payment, NOW)).toBe("settled");
  return { uid, productId, orderId: order.id, payment };
}

/** What is asked of the rights of all purchases. */
async function rightsAsRead() {
  const columns = sql`r.order_id AS orderId, r.product_id AS productId, r.uid, r.created_at, r.revoked_at`;
  const all = await db.all<{ uid: string; orderId: string; productId: string }>(
    sql`${selectRights(columns, sql`true`)} ORDER BY order_id`,
  );
  const purchases = purchasesIn(db);
  return Promise.all(
    all.map(async (row) => ({
      row,
      live: await purchases.find(row.uid, row.productId),
      ofOrder: await purchases.ofOrder(row.orderId, row.productId),
      library: await purchases.library(row.uid, 5, null),
      count: await db.get(sql`SELECT ${countOwned(row.uid)} AS count`),
    })),
  );
}

const stored = async () => {
  const text = "SELECT order_id, product_id, uid, created_at, revoked_at FROM";
  const [rights, purchases] = await env.DB.batch([
    env.DB.prepare(`${text} rights ORDER BY order_id`),
    env.DB.prepare(`${text} purchases ORDER BY order_id`),
  ]);
  return { rights: rights?.results, purchases: purchases?.results };
};

test("purchases from before the rights are rights, before, during and after the backfill", async () => {
  const bought = [];
  for (let count = 0; count < 7; count++) bought.push(await purchase());
  const [one, two] = bought;
  if (!one || !two) throw new Error("nothing was bought");
  await orders.rollBack(one.orderId, one.payment.signature, NOW);
  await run("DELETE FROM rights");
  const asRead = await rightsAsRead();
  expect(asRead.length).toBeGreaterThanOrEqual(7);
  const { purchases } = await stored();

  const { fill } = oldPurchasesIn(db, 3);
  let runs = 0;
  for (; (await fill(NOW)) > 0; runs++) {
    expect(await rightsAsRead()).toEqual(asRead);
    await expectLedgerConsistent(env);
  }
  expect(runs).toBe(Math.ceil(asRead.length / 3));
  expect(await stored()).toEqual({ rights: purchases, purchases });

  // From any cursor, and beside purchases that have their rights.
  await run("DELETE FROM sweep_progress WHERE name = 'rights'");
  await run("DELETE FROM rights WHERE order_id = ?", two.orderId);
  // Its right says why nothing was paid, as the order does.
  await changeRow(env.DB, "orders", { id: two.orderId }, { grant_reason: "fork" });
  await purchase();
  const again = await stored();
  while ((await fill(NOW)) > 0);
  expect((await stored()).rights).toEqual(again.purchases);
  const reasons = "SELECT order_id, grant_reason FROM rights WHERE grant_reason IS NOT NULL";
  expect((await env.DB.prepare(reasons).all()).results).toEqual([
    { order_id: two.orderId, grant_reason: "fork" },
  ]);
  await changeRow(env.DB, "orders", { id: two.orderId }, { grant_reason: null });
});

test("what the version before writes of purchases is followed", async () => {
  const { uid, productId, orderId } = await purchase();
  const right = async () => {
    const text = "SELECT uid, created_at, revoked_at FROM rights WHERE order_id = ?";
    return (await env.DB.prepare(text).bind(orderId).all()).results;
  };
  await changeRow(env.DB, "purchases", { order_id: orderId }, { revoked_at: 5 });
  expect(await right()).toEqual([{ uid, created_at: NOW, revoked_at: 5 }]);
  await run(
    `INSERT INTO purchases VALUES (?, ?, ?, 6, NULL, NULL, NULL)
      ON CONFLICT DO UPDATE SET created_at = 6, revoked_at = NULL, order_id = excluded.order_id`,
    uid,
    productId,
    orderId,
  );
  expect(await right()).toEqual([{ uid, created_at: 6, revoked_at: null }]);
  await changeRow(env.DB, "purchases", { order_id: orderId }, { uid: "other" });
  expect(await right()).toEqual([{ uid: "other", created_at: 6, revoked_at: null }]);
  // An order can have rights to other products, which end with it.
  await run("INSERT INTO rights VALUES (?, 'beside', 'other', NULL, 6, NULL, NULL)", orderId);
  await changeRow(env.DB, "purchases", { order_id: orderId }, { revoked_at: 7 });
  const ended = { uid: "other", created_at: 6, revoked_at: 7 };
  expect(await right()).toEqual([ended, ended]);
  await run("DELETE FROM rights WHERE order_id = ?", orderId);
  await changeRow(env.DB, "purchases", { order_id: orderId }, { uid });
  expect(await right()).toEqual([{ uid, created_at: 6, revoked_at: 7 }]);
});
