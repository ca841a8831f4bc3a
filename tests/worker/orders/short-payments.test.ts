import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { MAX_SHORT_ENTRIES } from "../../../app/orders/rules/incoming-payment";
import type { Order } from "../../../app/orders/rules/order";
import { openDb } from "../../../db/client";
import { createIncomingPayments } from "../../../db/orders/incoming-payments";
import { ordersIn } from "../../../db/orders/orders";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const orders = ordersIn(db);
const PRICE = 100_000_000n;

let order: Order;
let sellerUid: string;

beforeEach(async () => {
  sellerUid = crypto.randomUUID();
  await insertPerson(env.DB, { uid: sellerUid });
  const recipient = newAddress();
  const productId = await insertProduct(env.DB, sellerUid, { price: Number(PRICE), recipient });
  order = await newOrder({
    productId,
    ownerUid: sellerUid,
    buyerUid: crypto.randomUUID(),
    priceLamports: PRICE,
    feeLamports: 1_000_000n,
  });
});

const pay = (lamports: bigint, changes: Partial<ReturnType<typeof newPayment>> = {}) => ({
  ...newPayment(),
  signature: newSignature(),
  payer: newAddress(),
  sellerPaid: lamports,
  feePaid: 0n,
  surplus: 0n,
  ...changes,
});
const record = (payment: ReturnType<typeof pay>) => orders.recordShort(order, payment, OPENED_AT);
const entries = async () => {
  const read = env.DB.prepare(
    "SELECT lamports FROM ledger WHERE order_id = ? AND kind = 'short' ORDER BY lamports DESC",
  );
  const { results } = await read.bind(order.id).all<{ lamports: number }>();
  return results.map(({ lamports }) => lamports);
};
/** What can be refunded of each wallet, the largest first. */
const waiting = async () => {
  const listed = await createIncomingPayments(db).short(sellerUid, { limit: 30 });
  return listed.map(({ waiting: lamports }) => lamports);
};
const total = async () => (await orders.byId(order.id))?.shortLamports;

describe("payments below the price", () => {
  // spec: payment.short
  test("are recorded once each: small ones in a sum, the others in the ledger", async () => {
    const all = [pay(1n), pay(10_000n), pay(999_999n), pay(1_000_000n), pay(99_999_999n)];
    for (let time = 0; time < 3; time++) for (const payment of all) await record(payment);
    expect(await entries()).toEqual([99_999_999, 1_000_000]);
    expect(await total()).toBe(1n + 10_000n + 999_999n + 1_000_000n + 99_999_999n);
    expect(await orders.byId(order.id)).toMatchObject({ status: "pending", signature: null });
  });

  test("are gone from the record where the chain has dropped them, and may land again", async () => {
    const others = [{ payer: newAddress(), lamports: 4_000_000n }];
    const [dropped, kept] = [pay(3_000_000n, { others }), pay(2_000_000n)];
    await record(dropped);
    await record(kept);
    for (let time = 0; time < 2; time++) {
      for (let again = 0; again < 2; again++) {
        await orders.drop(order.id, dropped.signature, OPENED_AT);
        expect(await total()).toBe(2_000_000n);
        expect(await waiting()).toEqual([2_000_000n]);
      }
      await record(dropped);
      expect(await total()).toBe(9_000_000n);
      expect(await waiting()).toEqual([4_000_000n, 3_000_000n, 2_000_000n]);
    }
  });

  test("of several wallets in one transaction are recorded for each", async () => {
    const others = [
      { payer: newAddress(), lamports: 5n },
      { payer: newAddress(), lamports: 2_000_000n },
    ];
    const payment = pay(3_000_000n, { others });
    await record(payment);
    await record(payment);
    expect(await entries()).toEqual([3_000_000, 2_000_000]);
    expect(await total()).toBe(5_000_005n);
  });

  // spec: payment.short-bounds
  test("have entries for the largest; the others are a sum, whatever comes", async () => {
    const first = Array.from({ length: MAX_SHORT_ENTRIES + 5 }, (_, at) =>
      pay(2_000_000n + BigInt(at)),
    );
    const large = pay(90_000_000n);
    for (const payment of [...first, large, ...first, large]) await record(payment);
    const found = await entries();
    expect(found).toHaveLength(MAX_SHORT_ENTRIES);
    expect(found[0]).toBe(90_000_000);
    expect(found.at(-1)).toBe(2_000_006);
    const sum = [...first, large].reduce((all, { sellerPaid }) => all + sellerPaid, 0n);
    expect(await total()).toBe(sum);
  });

  test("are listed apart, the largest first and dismissed ones last until more comes", async () => {
    const incoming = createIncomingPayments(db);
    const payments = [pay(2_000_000n), pay(9_000_000n), pay(5_000_000n)];
    for (const payment of payments) await record(payment);
    const listed = async () =>
      (await incoming.short(sellerUid, { limit: 9 })).map(({ waiting, isDismissed }) => [
        Number(waiting),
        isDismissed,
      ]);
    const [largest] = await incoming.short(sellerUid, { limit: 1 });
    if (!largest) throw new Error("nothing listed");
    await incoming.dismiss([largest], OPENED_AT);
    expect(await listed()).toEqual([
      [5_000_000, false],
      [2_000_000, false],
      [9_000_000, true],
    ]);
    expect(await incoming.countShort(sellerUid)).toBe(2);
    expect(await incoming.toReview(sellerUid, { limit: 9 })).toEqual([]);
    await record(pay(3_000_000n, { payer: largest.payer }));
    expect((await listed())[0]).toEqual([12_000_000, false]);
  });
});
