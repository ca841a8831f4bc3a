import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Order } from "../../../app/orders/rules/order";
import { createRestoreOrders } from "../../../app/settlement/use-cases/restore-order";
import { usersIn } from "../../../db/accounts/users";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { productsIn } from "../../../db/products/products";
import { unmatchedPaymentsIn } from "../../../db/settlement/unmatched-payments";
import { r2OrderRecords } from "../../../workers/r2-order-records";
import { orderOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newSignature } from "../../support/random-keys";
import { rawTransaction } from "../../support/raw-payments";
import { newOrder, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const orderRecords = r2OrderRecords(env.FILES);
const unmatchedPayments = unmatchedPaymentsIn(db);
const orders = ordersIn(db);
const restoreOrders = createRestoreOrders({
  settings: { platformWallet: "P" },
  clock: { now: () => OPENED_AT },
  users: usersIn(db),
  products: productsIn(db),
  orders,
  orderRecords,
  unmatchedPayments,
});

let productId = "";

beforeAll(async () => {
  await insertPerson(env.DB, { uid: "seller" });
  await insertPerson(env.DB, { uid: "buyer" });
});
beforeEach(async () => {
  productId = await insertProduct(env.DB, "seller", { price: 1_000, recipient: "R" });
});

/** An order that only its record knows. */
async function lostOrder(traits: Partial<Order> = {}): Promise<Order> {
  const order = orderOf({ productId, ownerUid: "seller", buyerUid: "buyer", ...traits });
  await orderRecords.put(order, "file");
  return order;
}

function restore({ reference }: Pick<Order, "reference">, signature = newSignature()) {
  const legs = [
    { from: "Payer", to: "R", lamports: 990n, extra: [reference] },
    { from: "Payer", to: "P", lamports: 10n, extra: [reference] },
  ];
  const raw = rawTransaction({ signature, signers: ["Payer"], legs });
  return restoreOrders({ signature, raw, known: [] });
}

// spec: payment.record
test("an order is inserted again with its terms, once", async () => {
  const order = await lostOrder({ referenceSecret: "encrypted", buyerWallet: "Payer" });
  // It is polled at once.
  const expected = { ...order, paymentRequested: true, nextPollAt: OPENED_AT };
  expect(await restore(order)).toEqual([expected]);
  expect(await restore(order)).toEqual([expected]);
  expect(await orders.byId(order.id)).toEqual(expected);
});

test("without its account an order has no buyer, and the product's owner of today is the seller", async () => {
  const order = await lostOrder({ buyerUid: "gone", ownerUid: "before a merge" });
  expect(await restore(order)).toMatchObject([{ buyerUid: null, ownerUid: "seller" }]);
});

test("beside the buyer's open order for the product it is restored as expired", async () => {
  await newOrder({ productId, ownerUid: "seller", buyerUid: "buyer" });
  const order = await lostOrder();
  expect(await restore(order)).toMatchObject([{ id: order.id, status: "expired" }]);
});

test("without the product its payment is unmatched, and resolved once it can be restored", async () => {
  const order = await lostOrder({ productId: "lost" });
  const signature = newSignature();
  expect(await restore(order, signature)).toEqual([]);
  // The share of the platform is below the limit, but the order is known.
  expect(await unmatchedPayments.unresolved()).toMatchObject([
    { signature, payer: "Payer", reference: order.reference, lamports: 10n },
  ]);
  await insertProduct(env.DB, "seller", { id: "lost", price: 1_000, recipient: "R" });
  expect(await restore(order, signature)).toMatchObject([{ id: order.id }]);
  expect(await unmatchedPayments.countUnresolved()).toBe(0);
});

test("a key without a record, and a record of another key, restore nothing", async () => {
  const order = orderOf({ productId, ownerUid: "seller", buyerUid: "buyer" });
  expect(await restore(order)).toEqual([]);
  const other = await lostOrder();
  const text = await (await env.FILES.get(`order-terms/${other.reference}.json`))?.text();
  await env.FILES.put(`order-terms/${order.reference}.json`, text ?? "");
  expect(await restore(order)).toEqual([]);
});
