import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../../app/lib/time-zone";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { offersIn } from "../../../db/checkout/offers";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { reviewsIn } from "../../../db/reviews/reviews";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { orderOf, paymentOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { insertReview } from "../../support/factories/review";
import { newAddress, newSignature } from "../../support/random-keys";
import { OPENED_AT } from "../../support/worker-orders";

const MIN_RATED = 10_000_000n;
const PRICE = 40_000_000n;

const db = openDb(env.DB);
const orders = ordersIn(db, { minRated: MIN_RATED });
const refunds = refundsIn(db);
const reviews = reviewsIn(db);
const offers = offersIn(db);
const accounts = createAccountLifecycle(db, ABOVE_ACCOUNTS);

interface Listing {
  ownerUid: string;
  productId: string;
}

async function list(): Promise<Listing> {
  const { uid: ownerUid } = await insertPerson(env.DB);
  return { ownerUid, productId: await insertProduct(env.DB, ownerUid, { price: Number(PRICE) }) };
}

/** An order for `price`, of a product whose seller asks `list`. */
async function open(on: Listing, price = PRICE, listed = price) {
  const wallet = newAddress();
  const { uid: buyerUid } = await insertPerson(env.DB, { wallet });
  const base = orderOf({ ...on, buyerUid, priceLamports: price, createdAt: OPENED_AT });
  const list = { ...base.terms.list, amount: String(listed) };
  const off = { kind: "code", id: "code", label: "CODE", amount: String(price - listed) } as const;
  const adjustments = price === listed ? [] : [off];
  const order = { ...base, terms: { ...base.terms, list, adjustments } };
  expect(await orders.insert(order, OPENED_AT)).toBe(true);
  return { ...order, buyerUid, wallet };
}

async function buy(on: Listing, price?: bigint, listed?: bigint) {
  const order = await open(on, price, listed);
  const payment = paymentOf(order);
  expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("settled");
  return { ...order, payment };
}

type Bought = Awaited<ReturnType<typeof buy>>;

const write = ({ id: orderId, buyerUid: uid }: Bought, stars: 1 | 2 | 3 | 4 | 5 = 5) =>
  insertReview(env.DB, { orderId, uid, stars, text: "Words" });
/** What the write answers. */
const tries = (orderId: string, uid: string) =>
  reviews.write({
    orderId,
    uid,
    id: newAddress(),
    tag: "abcd",
    stars: 1,
    text: "",
    name: "",
    at: 1,
  });

async function refund(
  { id: orderId, payment, priceLamports: lamports }: Bought,
  at = OPENED_AT + 1,
): Promise<void> {
  const reference = newAddress();
  const built = { reference, orderId, payer: payment.payer, lamports, closes: true };
  const wire = { transaction: "", builtAt: OPENED_AT, lastValidBlockHeight: 1 };
  expect(await refunds.open({ ...built, ...wire, encryptedSecret: "" }, OPENED_AT)).toBe(true);
  const found = { signature: newSignature(), slot: 2 };
  expect(await refunds.complete(reference, found, at)).toBe(true);
}

const sums = ({ productId }: Listing) =>
  env.DB.prepare(
    `SELECT ranked, review_count AS shown, rating_count AS stars, rating_sum AS sum
      FROM products WHERE id = ?`,
  )
    .bind(productId)
    .first();
const shown = async ({ productId }: Listing) => reviews.ofProduct(productId, null, 9);

// spec: reviews.by-buyers
describe("a review", () => {
  test("is written, changed and removed by who paid, once for each order", async () => {
    const on = await list();
    const bought = await buy(on);
    const id = await write(bought, 2);
    expect(await sums(on)).toEqual({ ranked: 1, shown: 1, stars: 1, sum: 2 });
    // A change keeps its id and its random name.
    await insertReview(env.DB, {
      ...{ orderId: bought.id, uid: bought.buyerUid, tag: "zzzz", stars: 4, name: "Robin" },
    });
    expect(await shown(on)).toMatchObject([{ id, stars: 4, name: "Robin", tag: "abcd" }]);
    expect(await sums(on)).toEqual({ ranked: 1, shown: 1, stars: 1, sum: 4 });
    expect(await reviews.remove(bought.id, on.ownerUid)).toBe(false);
    expect(await reviews.remove(bought.id, bought.buyerUid)).toBe(true);
    expect(await sums(on)).toEqual({ ranked: 1, shown: 0, stars: 0, sum: 0 });
  });

  test("is not written for an order that is unpaid, another person's, or given", async () => {
    const on = await list();
    const unpaid = await open(on);
    expect(await tries(unpaid.id, unpaid.buyerUid)).toBe(false);
    const bought = await buy(on);
    for (const uid of [on.ownerUid, unpaid.buyerUid]) {
      expect(await tries(bought.id, uid)).toBe(false);
      expect(await reviews.purchase(bought.id, uid)).toBeNull();
    }
    const { payment } = bought;
    await orders.rollBack(bought.id, payment.signature, OPENED_AT);
    const granted = { ...payment, sellerPaid: 0n, feePaid: 0n, surplus: 0n };
    await orders.settle(bought.id, granted, OPENED_AT, OPENED_AT);
    expect(await tries(bought.id, bought.buyerUid)).toBe(false);
    expect(await shown(on)).toEqual([]);
  });

  // spec: reviews.refunded, reviews.record
  test("stays after a refund, marked, without its stars; none is written after it", async () => {
    const on = await list();
    const [reviewed, silent] = [await buy(on), await buy(on)];
    await write(reviewed, 1);
    await refund(reviewed);
    await refund(silent, OPENED_AT + 5 * DAY_MS);
    expect(await shown(on)).toMatchObject([{ stars: 1, text: "Words", isRefunded: true }]);
    expect(await sums(on)).toEqual({ ranked: 0, shown: 1, stars: 0, sum: 0 });
    const bounds = { others: 1, reviews: 1, since: OPENED_AT };
    expect(await offers.ofProduct(on.productId, bounds)).toMatchObject({
      record: { sales: 2, refunds: 2, days: 3 },
    });
    expect(await tries(silent.id, silent.buyerUid)).toBe(false);
    expect(await tries(reviewed.id, reviewed.buyerUid)).toBe(false);
    expect(await reviews.purchase(silent.id, silent.buyerUid)).toMatchObject({ isLive: false });
    expect(await reviews.remove(reviewed.id, reviewed.buyerUid)).toBe(true);
    expect(await sums(on)).toEqual({ ranked: 0, shown: 0, stars: 0, sum: 0 });
  });

  test("of a payment that was rolled back is not shown until it lands again", async () => {
    const on = await list();
    const bought = await buy(on);
    await write(bought, 3);
    await orders.rollBack(bought.id, bought.payment.signature, OPENED_AT);
    expect(await shown(on)).toEqual([]);
    expect(await sums(on)).toEqual({ ranked: 0, shown: 0, stars: 0, sum: 0 });
    await orders.settle(bought.id, bought.payment, OPENED_AT);
    expect(await sums(on)).toEqual({ ranked: 1, shown: 1, stars: 1, sum: 3 });
  });
});

// spec: reviews.counted
describe("stars and best sellers count", () => {
  test.each([
    ["half of what the seller asks", PRICE / 2n, PRICE, 1],
    ["less than half", PRICE / 2n - 1n, PRICE, 0],
    ["the least amount", MIN_RATED, MIN_RATED, 1],
    ["less than the least amount", MIN_RATED - 1n, MIN_RATED - 1n, 0],
  ])("a sale for %s", async (_, price, listed, counted) => {
    const on = await list();
    await write(await buy(on, price, listed), 4);
    const sum = 4 * counted;
    expect(await sums(on)).toEqual({ ranked: counted, shown: 1, stars: counted, sum });
    expect(await shown(on)).toMatchObject([{ counts: counted === 1 }]);
  });

  test("no payment below the price that the seller accepted", async () => {
    const on = await list();
    const order = await open(on);
    const sellerPaid = PRICE - 1n;
    const payment = { ...paymentOf(order), sellerPaid, feePaid: 0n, surplus: 0n };
    await orders.recordShort(order, payment, OPENED_AT);
    const { signature, slot, payer } = payment;
    const part = { signature, slot, lamports: Number(sellerPaid), platformLamports: 0 };
    const accepted = { payer, parts: [part] };
    expect(await orders.acceptShort(order.id, accepted, OPENED_AT)).toBe("settled");
    await write({ ...order, payment });
    expect(await sums(on)).toEqual({ ranked: 0, shown: 1, stars: 0, sum: 0 });
  });
});

describe("accounts", () => {
  // spec: reviews.accounts
  test("merge with their reviews; one that would be of the own product goes", async () => {
    const on = await list();
    const [one, other] = [await buy(on), await buy(on)];
    await write(one);
    await write(other);
    const { uid: to } = await insertPerson(env.DB);
    const merge = ({ buyerUid: from, wallet }: Bought, into: string) =>
      accounts.merge({ from, to: into, wallet }, OPENED_AT);
    await merge(one, to);
    expect(await reviews.purchase(one.id, to)).toMatchObject({ review: { stars: 5 } });
    await merge(other, on.ownerUid);
    expect(await sums(on)).toMatchObject({ shown: 1, stars: 1, sum: 5 });
  });

  // spec: reviews.deletion
  test("end with the words of both sides; the stars stay", async () => {
    const on = await list();
    const bought = await buy(on);
    const id = await write(bought, 2);
    await reviews.answer({ id, ownerUid: on.ownerUid }, "Thank you", OPENED_AT);
    await accounts.remove(bought.buyerUid, newAddress(), OPENED_AT);
    expect(await shown(on)).toMatchObject([
      { stars: 2, text: "", name: "", tag: null, answer: "" },
    ]);
    expect(await sums(on)).toEqual({ ranked: 1, shown: 1, stars: 1, sum: 2 });
    const another = await buy(on);
    const second = await write(another);
    await reviews.answer({ id: second, ownerUid: on.ownerUid }, "Thank you", OPENED_AT);
    await accounts.remove(on.ownerUid, newAddress(), OPENED_AT);
    const purchase = await reviews.purchase(another.id, another.buyerUid);
    expect(purchase).toMatchObject({ review: { text: "Words", answer: "" } });
  });
});
