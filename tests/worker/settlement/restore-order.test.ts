import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Order } from "../../../app/orders/rules/order";
import { createLostOrderRecords } from "../../../app/settlement/use-cases/lost-order-records";
import { createRestoreOrders } from "../../../app/settlement/use-cases/restore-order";
import { createVerifier, EMPTY_CURSOR } from "../../../app/settlement/use-cases/verify";
import { usersIn } from "../../../db/accounts/users";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { productsIn } from "../../../db/products/products";
import { unmatchedPaymentsIn } from "../../../db/settlement/unmatched-payments";
import { r2OrderRecords } from "../../../workers/r2-order-records";
import { createSolanaChain } from "../../../workers/solana-chain";
import { orderOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { noLog } from "../../support/log";
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
  unmatchedPayments,
});
const { verdictFor } = createVerifier({
  clock: { now: () => OPENED_AT },
  log: noLog,
  chain: createSolanaChain(["http://127.0.0.1:1"]),
  orders,
  orderRecords,
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
  return restoreOrders({
    signature,
    raw,
    known: [],
    records: createLostOrderRecords({ orderRecords }),
  });
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

test.each([
  ["a lost order", {}, []],
  ["a lost order, after keys of no order", {}, ["Junk1", "Junk2", "Junk3", "Junk4"]],
  ["a lost order of a lost product", { productId: "gone" }, []],
])("what names %s first is not another order's", async (_, traits, junk) => {
  const buyer = { productId, ownerUid: "seller", buyerUid: "buyer" };
  const lost = await lostOrder({ ...traits, recipient: "R", platform: "P" });
  const order = await newOrder({ ...buyer, recipient: "R", platform: "P" });
  const unknown = orderOf(buyer);
  const signature = newSignature();
  const paying = (first: string) =>
    rawTransaction({
      signature,
      signers: ["Payer"],
      legs: [
        { from: "Payer", to: "R", lamports: 1_000n, extra: [...junk, first, order.reference] },
      ],
    });

  expect(await verdictFor(order, signature, paying(lost.reference))).toEqual({
    kind: "not_a_payment",
    reason: "no_transfer",
  });
  expect(await verdictFor(lost, signature, paying(lost.reference))).toMatchObject({
    kind: "underpaid",
    payment: { sellerPaid: 1_000n },
  });
  // A key without a record is no order's.
  expect(await verdictFor(order, signature, paying(unknown.reference))).toMatchObject({
    kind: "underpaid",
    payment: { sellerPaid: 1_000n },
  });
});

test("what an order that can't be restored was paid is unmatched, though it names another order too", async () => {
  const order = await newOrder({ productId, ownerUid: "seller", buyerUid: "buyer" });
  const lost = await lostOrder({ productId: "gone" });
  const signature = newSignature();
  const extra = [lost.reference, order.reference];
  const legs = [
    { from: "Payer", to: "R", lamports: 990n, extra },
    { from: "Payer", to: "P", lamports: 10n, extra },
  ];
  const raw = rawTransaction({ signature, signers: ["Payer"], legs });
  const records = createLostOrderRecords({ orderRecords });
  expect(await restoreOrders({ signature, raw, known: [order], records })).toEqual([]);
  expect(await unmatchedPayments.unresolved()).toContainEqual(
    expect.objectContaining({ signature, reference: lost.reference, paidLamports: 1_000n }),
  );
});

test("a poll reads a bounded number of records, and leaves the rest of its transactions", async () => {
  const order = await newOrder({
    productId,
    ownerUid: "seller",
    buyerUid: "buyer",
    recipient: "R",
    platform: "P",
  });
  let reads = 0;
  const raws = Array.from({ length: 10 }, (_, index) => {
    const extra = Array.from({ length: 50 }, (__, key) => `Junk${index}-${key}`);
    return rawTransaction({
      signature: `signature-${index}`,
      signers: ["Payer"],
      legs: [{ from: "Payer", to: "R", lamports: 1n, extra: [...extra, order.reference] }],
    });
  });
  const byId = new Map(raws.map((raw) => [raw.transaction.signatures[0], raw]));
  const { searchByReference } = createVerifier({
    clock: { now: () => OPENED_AT },
    log: noLog,
    chain: {
      transaction: async (signature) => byId.get(signature) ?? null,
      isSeconded: async () => true,
      isMetaSeconded: async () => true,
      signaturesFor: async () =>
        [...byId.keys()].map((signature) => ({
          signature: signature ?? "",
          slot: 1,
          err: null,
          confirmation: "finalized",
        })),
      signaturesFromSeveral: async () => [],
    },
    orders,
    orderRecords: {
      async read() {
        reads++;
        return null;
      },
    },
  });
  const first = await searchByReference(order, EMPTY_CURSOR, "confirmed");
  expect(first).toMatchObject({ complete: false, more: true });
  expect(first.verdicts).toHaveLength(4);
  expect(reads).toBe(200);
  const second = await searchByReference(order, first.cursor, "confirmed");
  const third = await searchByReference(order, second.cursor, "confirmed");
  expect(third).toMatchObject({ complete: true, more: false });
  expect(reads).toBe(500);
});
