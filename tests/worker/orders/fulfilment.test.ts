import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { deliver, FULFILMENTS, type Fulfilment, takeBack } from "../../../db/orders/fulfilment";
import { ordersIn } from "../../../db/orders/orders";
import { purchasesIn } from "../../../db/orders/purchases";
import { refundsIn } from "../../../db/orders/refunds";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

/** Something else that is delivered: a row for each sale that stands. */
const seats = sqliteTable("seats", { orderId: text("order_id").primaryKey(), uid: text("uid") });
const seating: Fulfilment = {
  onSale: (db, { id, isBought }) => [
    db
      .insert(seats)
      .select(sql`SELECT order_id, uid FROM rights WHERE order_id = ${id} AND ${isBought}`)
      .onConflictDoNothing(),
  ],
  onReverse: (db, { orders }) => [db.delete(seats).where(sql`order_id IN (${orders})`)],
};

const db = openDb(env.DB);
const fulfilments = [...FULFILMENTS, seating];
const orders = ordersIn(db, { fulfilments });
const refunds = refundsIn(db, { fulfilments });

beforeAll(async () => {
  await env.DB.exec("CREATE TABLE seats (order_id TEXT PRIMARY KEY, uid TEXT)");
});

const seatOf = (id: string) =>
  env.DB.prepare("SELECT uid FROM seats WHERE order_id = ?").bind(id).first("uid");

async function opened(priceLamports = 1_000n) {
  const { uid: ownerUid } = await insertPerson(env.DB);
  const { uid: buyerUid } = await insertPerson(env.DB);
  const productId = await insertProduct(env.DB, ownerUid);
  return newOrder({ productId, ownerUid, buyerUid, priceLamports });
}

describe("a second kind of delivery is done and undone with the sale", () => {
  test("settled, rolled back, and settled again", async () => {
    const { id, buyerUid } = await opened();
    const payment = newPayment();
    for (let run = 0; run < 2; run++) await orders.settle(id, payment, OPENED_AT);
    expect(await seatOf(id)).toBe(buyerUid);
    for (let run = 0; run < 2; run++) await orders.rollBack(id, payment.signature, OPENED_AT);
    expect(await seatOf(id)).toBeNull();
    await orders.settle(id, payment, OPENED_AT);
    expect(await seatOf(id)).toBe(buyerUid);
  });

  test("claimed by the account of the wallet that paid", async () => {
    const { id } = await opened();
    const { uid } = await insertPerson(env.DB);
    const payment = newPayment();
    await orders.misdirected(id, payment, OPENED_AT);
    expect(await seatOf(id)).toBeNull();
    expect(await orders.claim(id, uid, payment, OPENED_AT)).toBe("settled");
    expect(await seatOf(id)).toBe(uid);
  });

  test("accepted below the price, and refunded", async () => {
    const order = await opened(50_000_000n);
    const { id, buyerUid } = order;
    const payment = { ...newPayment(), sellerPaid: 25_000_000n, feePaid: 0n };
    await orders.recordShort(order, payment, OPENED_AT);
    const { signature, slot, payer } = payment;
    const parts = [{ signature, slot, lamports: 25_000_000, platformLamports: 0 }];
    expect(await orders.acceptShort(id, { payer, parts }, OPENED_AT)).toBe("settled");
    expect(await seatOf(id)).toBe(buyerUid);

    const reference = newAddress();
    const built = { reference, orderId: id, payer, lamports: 25_000_000n, closes: true };
    const wire = { transaction: "", builtAt: OPENED_AT, lastValidBlockHeight: 1 };
    expect(await refunds.open({ ...built, ...wire, encryptedSecret: "" }, OPENED_AT)).toBe(true);
    await refunds.complete(reference, { signature: newSignature(), slot: 2 }, OPENED_AT);
    expect(await seatOf(id)).toBeNull();
  });

  test("refused: nothing is delivered", async () => {
    const order = await opened();
    const payment = newPayment();
    await orders.settle(order.id, payment, OPENED_AT);
    const { productId, ownerUid, buyerUid } = order;
    const second = await newOrder({ productId, ownerUid, buyerUid });
    expect(await orders.settle(second.id, newPayment(), OPENED_AT)).toBe("refused");
    expect(await seatOf(second.id)).toBeNull();
  });
});

describe("two orders of one person for one product", () => {
  const purchases = purchasesIn(db);
  const run = (statements: ReturnType<typeof deliver>) =>
    db.batch(statements as unknown as Parameters<typeof db.batch>[0]);

  /** Both are delivered, the second as one that the settling write would refuse. */
  async function boughtTwice() {
    const first = await opened();
    await orders.settle(first.id, newPayment(), OPENED_AT);
    const { productId, ownerUid, buyerUid } = first;
    const uid = buyerUid ?? "";
    const second = await newOrder({ productId, ownerUid, buyerUid: uid });
    const { payer: wallet } = newPayment();
    const sale = {
      id: second.id,
      payer: { walletUid: uid, wallet },
      claimedBy: null,
      at: OPENED_AT + 1,
    };
    const always = sql`1`;
    const delivery = { ...sale, tokenHash: null, isBought: always, condition: always };
    await run(deliver(db, delivery, FULFILMENTS));
    await env.DB.prepare(
      "INSERT INTO download_tokens (token_hash, uid, product_id, file_key, issued_at) VALUES (?, ?, ?, 'f', 1)",
    )
      .bind(newSignature(), uid, productId)
      .run();
    return { first, second, uid, productId };
  }
  const end = ({ id }: { id: string }) =>
    run(takeBack(db, { orders: sql`SELECT ${id}`, at: OPENED_AT + 2 }, FULFILMENTS));
  const liveLinks = (uid: string) =>
    env.DB.prepare("SELECT count(*) AS n FROM download_tokens WHERE uid = ? AND revoked_at IS NULL")
      .bind(uid)
      .first("n");

  test.each([
    ["first", "second"],
    ["second", "first"],
  ] as const)("the right of the %s ends alone; the %s still gives the file", async (one, other) => {
    const bought = await boughtTwice();
    const { uid, productId, first, second } = bought;
    expect((await purchases.find(uid, productId))?.orderId).toBe(second.id);
    const library = await purchases.library(uid, 9, null);
    expect(library.map(({ orderId }) => orderId)).toEqual([second.id]);
    expect((await purchases.ofOrder(first.id, productId))?.revokedAt).toBeNull();

    await end(bought[one]);
    expect((await purchases.find(uid, productId))?.orderId).toBe(bought[other].id);
    expect(await liveLinks(uid)).toBe(1);
    await end(bought[other]);
    expect(await purchases.find(uid, productId)).toBeNull();
    expect(await liveLinks(uid)).toBe(0);
  });
});
