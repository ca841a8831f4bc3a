import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { eventsIn } from "../../../db/orders/events";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const orders = ordersIn(db);
const refunds = refundsIn(db);
const events = eventsIn(db);

type Sold = Awaited<ReturnType<typeof opened>>;

async function opened(saleLimit: number | null = null, priceLamports = 1_000n) {
  const { uid: ownerUid } = await insertPerson(env.DB);
  const { uid: buyerUid } = await insertPerson(env.DB);
  const productId = await insertProduct(env.DB, ownerUid, { saleLimit });
  const order = await newOrder({ productId, ownerUid, buyerUid, priceLamports });
  return { ownerUid, productId, order, payment: newPayment() };
}

async function toldOf({ ownerUid }: { ownerUid: string }): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT kind, body FROM events WHERE owner_uid = ? ORDER BY id",
  )
    .bind(ownerUid)
    .all<{ kind: string; body: string }>();
  return results.map(({ kind, body }) => `${kind} ${body}`);
}

/** The payment that was refunded; both are final. */
async function refund({ order, payment }: Sold, closes: boolean, lamports: bigint) {
  const reference = newAddress();
  const built = { reference, orderId: order.id, payer: payment.payer, lamports, closes };
  const wire = { transaction: "", builtAt: OPENED_AT, lastValidBlockHeight: 1 };
  expect(await refunds.open({ ...built, ...wire, encryptedSecret: "" }, OPENED_AT)).toBe(true);
  const found = { signature: newSignature(), slot: 2 };
  expect(await refunds.complete(reference, found, OPENED_AT)).toBe(true);
  expect(await refunds.complete(reference, found, OPENED_AT)).toBe(false);
}

const paid = ({ order }: Sold) => `sale.paid {"lamports":${Number(order.priceLamports) + 3}}`;
const review = (reason: string) => `payment.review {"reason":"${reason}"}`;

describe("each is told once, whatever is repeated", () => {
  test("a sale, its finality and its refund", async () => {
    const sold = await opened();
    const { order, payment } = sold;
    for (let run = 0; run < 2; run++) {
      expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("settled");
    }
    expect(await toldOf(sold)).toEqual([paid(sold)]);
    for (let run = 0; run < 2; run++) {
      await orders.finalize(order.id, payment.signature, OPENED_AT, OPENED_AT);
    }
    expect(await toldOf(sold)).toEqual([paid(sold), "sale.final {}"]);
    await refund(sold, true, order.priceLamports);
    expect((await toldOf(sold)).at(-1)).toBe(`refund.done {"lamports":${order.priceLamports}}`);
    expect(await toldOf(sold)).toHaveLength(3);
  });

  test("a rollback, and the payment that lands again", async () => {
    const sold = await opened();
    const { order, payment } = sold;
    await orders.settle(order.id, payment, OPENED_AT);
    for (let run = 0; run < 2; run++) await orders.rollBack(order.id, payment.signature, OPENED_AT);
    await orders.settle(order.id, payment, OPENED_AT);
    expect(await toldOf(sold)).toEqual([paid(sold), "sale.reversed {}", paid(sold)]);
  });

  test("a file that is granted after a rollback is no sale", async () => {
    const sold = await opened();
    const { order, payment } = sold;
    await orders.settle(order.id, payment, OPENED_AT);
    await orders.rollBack(order.id, payment.signature, OPENED_AT);
    const granted = { ...payment, sellerPaid: 0n, feePaid: 0n, surplus: 0n };
    expect(await orders.settle(order.id, granted, OPENED_AT, OPENED_AT)).toBe("settled");
    expect(await toldOf(sold)).toEqual([paid(sold), "sale.reversed {}"]);
  });

  test("payments that wait for a decision", async () => {
    // A part of a smaller price would be dust.
    const sold = await opened(null, 50_000_000n);
    const { order } = sold;
    const short = { ...newPayment(), sellerPaid: order.priceLamports / 2n, feePaid: 0n };
    const dust = { ...newPayment(), sellerPaid: 1n, feePaid: 0n };
    for (let run = 0; run < 2; run++) {
      for (const one of [short, dust]) await orders.recordShort(order, one, OPENED_AT);
    }
    expect(await toldOf(sold)).toEqual([review("short")]);
    const late = newPayment();
    for (let run = 0; run < 2; run++) await orders.review(order.id, "late", late, OPENED_AT);
    const second = newPayment();
    for (let run = 0; run < 2; run++) {
      await orders.record(order.id, "duplicate", second, OPENED_AT);
    }
    // The order rests on the first payment, and its state stays.
    const third = { ...newPayment(), payer: "Third" };
    for (let run = 0; run < 2; run++) await orders.review(order.id, "late", third, OPENED_AT);
    const others = { ...newPayment(), payer: "Other" };
    for (let run = 0; run < 2; run++) await orders.misdirected(order.id, others, OPENED_AT);
    expect(await toldOf(sold)).toEqual(
      ["short", "late", "duplicate", "late", "paid_by_other"].map(review),
    );
  });

  test("a product: published, other terms, sold out", async () => {
    const sold = await opened(1);
    const { productId, order, payment } = sold;
    const change = (columns: Record<string, string | number>) =>
      changeRow(env.DB, "products", { id: productId }, columns);
    await change({ title: "Another title" });
    await change({ price_lamports: 7 });
    await orders.settle(order.id, payment, OPENED_AT);
    expect(await toldOf(sold)).toEqual([
      'product.updated {"version":2}',
      paid(sold),
      "product.sold_out {}",
    ]);
    const [, , soldOut] = (await events.after(sold.ownerUid, 0, 10)).events;
    expect(soldOut).toMatchObject({ productId, orderId: null, at: OPENED_AT });
    const { uid: ownerUid } = await insertPerson(env.DB);
    const draft = await insertProduct(env.DB, ownerUid, { status: "draft" });
    await changeRow(env.DB, "products", { id: draft }, { price_lamports: 9 });
    await changeRow(env.DB, "products", { id: draft }, { status: "active" });
    expect(await toldOf({ ownerUid })).toEqual(["product.published {}"]);
  });
});

test("old events are removed some at a time, and ids go on growing", async () => {
  const { ownerUid, productId } = await opened();
  for (const price of [5, 6, 7]) {
    await changeRow(env.DB, "products", { id: productId }, { price_lamports: price });
  }
  const before = await events.after(ownerUid, 0, 10);
  expect(before.events).toHaveLength(3);
  const end = Math.max(...before.events.map(({ at }) => at)) + 1;
  await events.removeBefore(end, 100);
  expect(await events.after(ownerUid, 0, 10)).toEqual({
    newest: before.newest,
    events: before.events.slice(-1),
  });
  await changeRow(env.DB, "products", { id: productId }, { price_lamports: 8 });
  expect((await events.after(ownerUid, before.newest, 10)).newest).toBeGreaterThan(before.newest);
});
