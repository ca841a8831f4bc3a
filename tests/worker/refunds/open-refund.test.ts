import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const SELLER = "seller-of-refunds";
const db = openDb(env.DB);
const orders = ordersIn(db);
const refunds = refundsIn(db);
let productId = "";

beforeAll(async () => {
  await insertPerson(env.DB, { uid: SELLER });
  productId = await insertProduct(env.DB, SELLER, { price: 1_000 });
});

test("an order that is gone since has no refund", async () => {
  const gone = {
    orderId: crypto.randomUUID(),
    reference: newAddress(),
    payer: newAddress(),
    lamports: 0n,
    closes: false,
    transaction: "",
    encryptedSecret: "",
    builtAt: OPENED_AT,
    lastValidBlockHeight: 1,
  };
  expect(await refunds.open(gone, OPENED_AT)).toBe(false);
});

test.each([
  ["a sale", true],
  ["a payment under review", true],
  ["a payment beside the sale", false],
] as const)("%s is refunded once by two requests that read it before", async (of, closes) => {
  const order = await newOrder({ productId, ownerUid: SELLER, buyerUid: crypto.randomUUID() });
  const payment = { ...newPayment(), payer: newAddress() };
  const beside = { ...newPayment(), payer: newAddress() };
  if (of === "a payment under review") await orders.review(order.id, "late", payment, OPENED_AT);
  else expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("settled");
  await orders.record(order.id, "duplicate", beside, OPENED_AT);
  const returned = closes ? payment : beside;
  const refund = () => ({
    orderId: order.id,
    reference: newAddress(),
    payer: returned.payer,
    lamports: returned.sellerPaid + returned.feePaid,
    closes,
    transaction: "",
    encryptedSecret: "",
    builtAt: OPENED_AT,
    lastValidBlockHeight: 1,
  });
  const first = refund();
  expect(await refunds.open(first, OPENED_AT)).toBe(true);
  expect(await refunds.open(refund(), OPENED_AT)).toBe(false);
  await refunds.complete(first.reference, { signature: newSignature(), slot: 1 }, OPENED_AT);
  expect(await refunds.open(refund(), OPENED_AT)).toBe(false);
  expect(await refunds.openOf(order.id)).toBeNull();
});
