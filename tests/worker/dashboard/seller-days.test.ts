import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { LedgerKind } from "../../../app/orders/rules/ledger-kinds";
import {
  FEE_KINDS,
  FEE_OWED_KINDS,
  SALE_KINDS,
  SURPLUS_KINDS,
  UNDECIDED_BALANCE_KINDS,
} from "../../../app/orders/rules/ledger-kinds";
import type { Order } from "../../../app/orders/rules/order";
import type { Payment } from "../../../app/orders/rules/payment";
import { type RandomInt, seededRandom } from "../../../app/products/rules/cover-shapes";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { rowsOf } from "../../../db/accounts/person-rows";
import { openDb, runBatch } from "../../../db/client";
import { personRows } from "../../../db/dashboard/claimed-rows";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { sellerDaysOf } from "../../support/revenue";
import { insertion } from "../../support/rows";
import { pick } from "../../support/shop/corpus";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const HISTORIES = 4;
const STEPS = 80;
const HOUR_MS = 3_600_000;

const db = openDb(env.DB);
const orders = ordersIn(db);
const refunds = refundsIn(db);

interface Opened {
  order: Order;
  payment: Payment;
}

interface History {
  random: RandomInt;
  sellers: string[];
  opened: Opened[];
  /** Epoch ms. */
  now: number;
}

// spec: money.revenue
test.each(Array.from({ length: HISTORIES }, (_, at) => at))(
  "the totals equal the ledger after a random history (%i)",
  async (at) => {
    const random = seededRandom(`days ${at}`);
    const people = await Promise.all([1, 2, 3].map(() => insertPerson(env.DB)));
    const sellers = people.map(({ uid }) => uid);
    for (const uid of sellers) await insertProduct(env.DB, uid, { id: `of-${uid}` });
    const history = { random, sellers, opened: [], now: OPENED_AT + at * HOUR_MS };
    for (let step = 0; step < STEPS; step++) {
      // Up to two days, so that many entries share a day.
      history.now += random(12) * 4 * HOUR_MS;
      await write(history);
    }
    await expectTotals();
    await expectLedgerConsistent(env);
    const kept = await totals();
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.some(({ sales }) => Number(sales) < 0)).toBe(true);
  },
);

test("the account that remains has the totals of a deleted seller", async () => {
  const { uid } = await insertPerson(env.DB);
  const history = { random: seededRandom("leaves"), sellers: [uid], opened: [], now: OPENED_AT };
  await insertProduct(env.DB, uid, { id: `of-${uid}` });
  for (let step = 0; step < 10; step++) await pay(history);
  const days = await sellerDaysOf(uid);
  expect(days).toHaveLength(1);
  const pseudonym = crypto.randomUUID();
  await createAccountLifecycle(db, ABOVE_ACCOUNTS).remove(uid, pseudonym, OPENED_AT);
  expect(await sellerDaysOf(uid)).toEqual([]);
  expect(await sellerDaysOf(pseudonym)).toEqual(days);
  await expectTotals();
});

// spec: rule.sales.count
test("every kind of entry counts as sale, as commission or not at all", async () => {
  const { uid } = await insertPerson(env.DB);
  const productId = await insertProduct(env.DB, uid);
  const { id } = await newOrder({ productId, ownerUid: uid, buyerUid: null });
  const kinds: LedgerKind[] = [
    ...SALE_KINDS,
    ...FEE_KINDS,
    ...FEE_OWED_KINDS,
    ...SURPLUS_KINDS,
    ...UNDECIDED_BALANCE_KINDS,
  ];
  const entries = kinds.map((kind, at) =>
    insertion(env.DB, "ledger", {
      order_id: id,
      product_id: productId,
      owner_uid: uid,
      kind,
      lamports: 2 ** at,
      signature: "s",
      slot: 1,
      at: 5 * 86_400_000 + at,
    }),
  );
  await env.DB.batch(entries);
  await expectTotals();
  expect(await sellerDaysOf(uid)).toMatchObject([{ day: 5, sales: 3 }]);
});

test("the migration counts the sales of each product of an older database", async () => {
  const read = () => dayRows("product_days", "product_id");
  const before = await read();
  expect(before.length).toBeGreaterThan(10);
  const { statements = [] } =
    env.TEST_MIGRATIONS.find(({ name }) => name.endsWith("_product_views.sql")) ?? {};
  const again = statements.filter((text) =>
    /^CREATE TABLE `product_days`|TRIGGER|INTO `product_days`/m.test(text),
  );
  expect(again).toHaveLength(3);
  const undo = ["DROP TABLE product_days", "DROP TRIGGER ledger_sale_added"];
  await env.DB.batch([...undo, ...again].map((text) => env.DB.prepare(text)));
  expect(await read()).toEqual(before);
});

test("the migration counts the entries of an older database", async () => {
  const before = await totals();
  expect(before.length).toBeGreaterThan(10);
  const { statements } =
    env.TEST_MIGRATIONS.find(({ name }) => name.endsWith("_seller_days.sql")) ?? {};
  const made = statements?.filter((text) => /TABLE|TRIGGER|INSERT INTO/.test(text)) ?? [];
  const undo = ["DROP TABLE seller_days", "DROP TRIGGER ledger_entry_added"];
  const again = made.filter((text) => !text.includes("ALTER TABLE"));
  expect(again).toHaveLength(3);
  const { statements: added } =
    env.TEST_MIGRATIONS.find(({ name }) => name.endsWith("_reviews.sql")) ?? {};
  const refunds = added?.filter((text) => /^(ALTER TABLE|UPDATE) `seller_days`/m.test(text)) ?? [];
  expect(refunds).toHaveLength(3);
  await env.DB.batch([...undo, ...again, ...refunds].map((text) => env.DB.prepare(text)));
  expect(await totals()).toEqual(before);
});

/** One write of the app, at random. */
async function write(history: History): Promise<void> {
  const { random, opened, now } = history;
  const kind = random(10);
  if (kind < 4 || opened.length === 0) return pay(history);
  const { order, payment } = pick(opened, random);
  if (kind === 4) await orders.review(order.id, "late", newPayment(), now);
  else if (kind < 6) await orders.rollBack(order.id, payment.signature, now);
  else if (kind === 6) await orders.settle(order.id, payment, now);
  else if (kind < 9) await refund({ order, payment }, now);
  else if (random(6) === 0) await mergeSellers(history);
}

/** A payment that settles an order, waits for a decision, or is accepted. */
async function pay({ random, sellers, opened, now }: History): Promise<void> {
  const ownerUid = pick(sellers, random);
  const buyerUid = crypto.randomUUID();
  const product = await env.DB.prepare("SELECT id FROM products WHERE owner_uid = ? LIMIT 1")
    .bind(ownerUid)
    .first<{ id: string }>();
  const order = await newOrder({ productId: product?.id ?? "", ownerUid, buyerUid });
  const payment: Payment = { ...newPayment(), payer: `payer-${random(3)}` };
  if (random(4) === 0) Object.assign(payment, { sellerPaid: 1_003n, feePaid: 0n, feeOwed: 10n });
  opened.push({ order, payment });
  if (random(3) === 0) await orders.review(order.id, "late", payment, now);
  if (random(3) > 0) await orders.settle(order.id, payment, now + HOUR_MS);
}

async function refund({ order, payment }: Opened, at: number): Promise<void> {
  const found = await env.DB.prepare(
    `SELECT sum(lamports) AS lamports FROM ledger WHERE order_id = ? AND payer = ?
     AND kind NOT LIKE 'fee%'`,
  )
    .bind(order.id, payment.payer)
    .first<{ lamports: number | null }>();
  const lamports = BigInt(found?.lamports ?? 0);
  if (lamports <= 0n) return;
  const reference = crypto.randomUUID();
  const terms = { orderId: order.id, reference, payer: payment.payer, lamports, closes: true };
  const opened = { ...terms, encryptedSecret: "x", transaction: "x", builtAt: at };
  if (!(await refunds.open({ ...opened, lastValidBlockHeight: 1 }, at))) return;
  await refunds.complete(reference, { signature: crypto.randomUUID(), slot: 6 }, at);
}

/** What a merge does with the ledger. */
async function mergeSellers({ random, sellers }: History): Promise<void> {
  if (sellers.length < 2) return;
  const [from = ""] = sellers.splice(random(sellers.length), 1);
  const to = pick(sellers, random);
  const open = sql`1`;
  const { giveTo } = rowsOf(from, open);
  const others = ["ledger", "orders", "products"].map((table) => giveTo(to, table, "owner_uid"));
  await runBatch(db, [...personRows.reassign({ from, to, at: 1, open }), ...others]);
}

const totals = () => dayRows("seller_days", "owner_uid");

async function dayRows(table: string, of: string): Promise<Record<string, unknown>[]> {
  const read = `SELECT * FROM ${table} ORDER BY ${of}, day`;
  return (await env.DB.prepare(read).all<Record<string, unknown>>()).results;
}

interface Entry {
  owner_uid: string;
  product_id: string;
  kind: LedgerKind;
  lamports: number;
  at: number;
}

/** Compares the kept totals with all entries, added up one by one. */
async function expectTotals(): Promise<void> {
  const { results } = await env.DB.prepare("SELECT * FROM ledger").all<Entry>();
  await expectProductDays(results);
  const sums = new Map<string, { sales: number; gross: number; fee: number }>();
  for (const { owner_uid, kind, lamports, at } of results) {
    const isSale = (SALE_KINDS as readonly string[]).includes(kind);
    const isFee = ([...FEE_KINDS, ...FEE_OWED_KINDS] as readonly string[]).includes(kind);
    if (!isSale && !isFee) continue;
    const key = `${owner_uid} ${Math.floor(at / 86_400_000)}`;
    const { sales, gross, fee } = sums.get(key) ?? { sales: 0, gross: 0, fee: 0 };
    sums.set(key, {
      sales: sales + (isSale ? Math.sign(lamports) : 0),
      gross: gross + (isSale ? lamports : 0),
      fee: fee + (isFee ? lamports : 0),
    });
  }
  const kept = (await totals()).map(({ owner_uid, day, sales, gross_lamports, fee_lamports }) => [
    `${owner_uid} ${day}`,
    { sales, gross: gross_lamports, fee: fee_lamports },
  ]);
  const isEmpty = ({ sales, gross, fee }: Record<string, unknown>) => !sales && !gross && !fee;
  const expected = [...sums].filter(([, sum]) => !isEmpty(sum));
  expect(Object.fromEntries(kept.filter(([, sum]) => !isEmpty(sum as never)))).toEqual(
    Object.fromEntries(expected),
  );
}

async function expectProductDays(entries: readonly Entry[]): Promise<void> {
  const sums = new Map<string, number>();
  for (const { product_id, kind, lamports, at } of entries) {
    if (!(SALE_KINDS as readonly string[]).includes(kind)) continue;
    const key = `${product_id} ${Math.floor(at / 86_400_000)}`;
    sums.set(key, (sums.get(key) ?? 0) + Math.sign(lamports));
  }
  const kept = (await dayRows("product_days", "product_id")).map(
    ({ product_id, day, sales }) => [`${product_id} ${day}`, sales] as const,
  );
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(sums));
}
