import type { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { bundle, type TestBundle } from "../../support/factories/bundle";
import { changeOrder } from "../../support/factories/order";
import { type Person, person } from "../../support/factories/person";
import { changeProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { giveLicences, verifyLicence } from "../../support/licences";
import {
  type OpenedOrder,
  postOrder,
  readOrder,
  requestTransaction,
  requestUnsigned,
  sendSigned,
  sendTransfers,
  signFirst,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import {
  advanceToFinality,
  buildSignedRefund,
  postReviewAction,
  sendTransaction,
} from "../../support/review-api";

const HOUR_MS = 3_600_000;
/** Of a bundle: less than its two items. */
const BUNDLE_LAMPORTS = 80_000_000;
/** With half of it owned. */
const CREDITED_LAMPORTS = BUNDLE_LAMPORTS / 2;

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(async () => {
  app.chain.resume();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

const addressOf = (keys: Keypair) => keys.publicKey.toBase58();

/** Two items; the first one may be limited. */
const pair = (saleLimit: number | null = null) =>
  bundle(app, [{ title: "One", saleLimit }, { title: "Two" }], { price: BUNDLE_LAMPORTS });

const itemsOf = ({ items }: TestBundle) => {
  const [one, two] = items;
  if (!one || !two) throw new Error("no items");
  return { one, two };
};

interface Order {
  id: string;
  buyer: Person;
  payer: Keypair;
  amount: string;
  recipient: string;
  reference: string;
}

async function open(productId: string, buyer?: Person, payer = fundedWallet(app)): Promise<Order> {
  const who = buyer ?? (await person(app));
  const answer = await postOrder(app, who, { productId });
  expect(answer.status).toBe(201);
  const { transactionId: id, ...order } = (await answer.json()) as OpenedOrder;
  return { ...order, id, buyer: who, payer };
}

async function answerOf(answer: Response) {
  const { error } = (await answer.json()) as { error?: { code: string; message: string } };
  return [answer.status, error?.code, error?.message];
}

const statusOf = async (orderId: string) =>
  (
    await sql<{ status: string; reason: string | null }>(
      app,
      "SELECT status, review_reason AS reason FROM orders WHERE id = ?",
      orderId,
    )
  )[0];

const becomes = (orderId: string, status: string, reason: string | null = null) =>
  expect.poll(() => statusOf(orderId), { interval: 150 }).toEqual({ status, reason });

const payByHand = (order: Order, lamports: number) =>
  sendTransfers(app, order.payer, [
    { to: order.recipient, lamports, references: [order.reference] },
  ]);

/** Polls the order once more, as the sweep does for one whose poll is overdue. */
async function settles(orderId: string, status: string, reason: string | null = null) {
  await changeOrder(app, orderId, { next_poll_at: 1 });
  await fireCron(app.worker);
  await becomes(orderId, status, reason);
}

const stockOf = async (id: string) =>
  (await sql(app, "SELECT sold, held FROM products WHERE id = ?", id))[0];

/** Items of the person's live rights by an order. */
const rightsOf = async (orderId: string) =>
  (
    await sql<{ id: string }>(
      app,
      "SELECT product_id AS id FROM rights WHERE order_id = ? AND revoked_at IS NULL",
      orderId,
    )
  ).map(({ id }) => id);

async function buy(productId: string, buyer?: Person): Promise<Order> {
  const order = await open(productId, buyer);
  await payByHand(order, Number(order.amount) * 1e9);
  await settles(order.id, "paid");
  return order;
}

/** Waits until nothing undoes the payment any more. */
async function finish(orderId: string): Promise<void> {
  await advanceToFinality(app);
  await changeOrder(app, orderId, { next_poll_at: 1 });
  await fireCron(app.worker);
  const read = () => sql(app, "SELECT finalized_at > 0 AS done FROM orders WHERE id = ?", orderId);
  await expect.poll(read, { interval: 150 }).toEqual([{ done: 1 }]);
}

// spec: bundle.units
test("the last unit of an item is sold once, by page, QR and by hand, with the bundle or alone", async () => {
  const sold = await pair(1);
  const { one, two } = itemsOf(sold);
  const byPage = await open(sold.id);
  const byHand = await open(sold.id);
  const byQr = await open(sold.id);
  const alone = await open(one.id);
  // A wallet that can't return what it signs would keep the unit from all others.
  expect(
    (await answerOf(await requestTransaction(app, byQr.id, addressOf(byQr.payer)))).slice(0, 2),
  ).toEqual([409, "held"]);
  app.chain.pause();
  const signed = await signFirst(app, byPage.buyer, byPage.id, byPage.payer);
  const ofItem = await signFirst(app, alone.buyer, alone.id, alone.payer);
  expect((await sendSigned(app, byPage.buyer, byPage.id, signed)).status).toBe(200);
  expect(await stockOf(one.id)).toEqual({ sold: 0, held: 1 });
  expect((await answerOf(await sendSigned(app, alone.buyer, alone.id, ofItem)))[1]).toBe("held");
  app.chain.resume();
  await becomes(byPage.id, "paid");
  expect(await stockOf(one.id)).toEqual({ sold: 1, held: 0 });
  expect(await stockOf(two.id)).toEqual({ sold: 0, held: 0 });
  expect(await rightsOf(byPage.id)).toEqual(expect.arrayContaining([sold.id, one.id, two.id]));

  for (const order of [byHand, byQr]) {
    await payByHand(order, BUNDLE_LAMPORTS);
    await settles(order.id, "review", "no_stock");
  }
  await payByHand(alone, PRICE_LAMPORTS);
  await settles(alone.id, "review", "no_stock");
  const [status, code, message] = await answerOf(
    await postOrder(app, await person(app), { productId: sold.id }),
  );
  expect([status, code]).toEqual([409, "sold_out"]);
  expect(message).toContain("One");
});

// spec: bundle.refund, bundle.rows
test("a refund takes all items and gives their units back", async () => {
  const sold = await pair(1);
  const { one, two } = itemsOf(sold);
  const order = await buy(sold.id);
  const library = await fetch(`${app.url}/purchases`, { headers: order.buyer.headers });
  const shown = await library.text();
  for (const { id } of [one, two]) expect(shown).toContain(`/purchases/${id}/file`);
  expect(shown).not.toContain(`/purchases/${sold.id}/file`);
  const file = await fetch(`${app.url}/purchases/${two.id}/file`, {
    headers: order.buyer.headers,
    redirect: "manual",
  });
  expect(file.headers.get("location")).toContain("/download/");

  app.chain.advanceSlots(40);
  await sendTransaction(app, await buildSignedRefund(app, sold.seller, sold.recipient, order.id));
  await becomes(order.id, "refunded");
  expect(await rightsOf(order.id)).toEqual([]);
  expect(await stockOf(one.id)).toEqual({ sold: 0, held: 0 });
  const gone = await fetch(file.headers.get("location") ?? "");
  expect(gone.status).toBe(410);
});

// spec: bundle.item-off
test("an item that is disabled while an order is open stops what is built, and a late payment", async () => {
  const sold = await pair();
  const { one } = itemsOf(sold);
  const [opened, inTime, late] = [await open(sold.id), await open(sold.id), await open(sold.id)];
  await changeProduct(app, one.id, { status: "disabled" });
  const [status, code, message] = await answerOf(
    await requestUnsigned(app, opened.buyer, opened.id, addressOf(opened.payer)),
  );
  expect([status, code]).toEqual([409, "inactive"]);
  expect(message).toContain("One");
  // The amount that an answer named holds for payments by hand until the order ends.
  await payByHand(inTime, BUNDLE_LAMPORTS);
  await settles(inTime.id, "paid");
  await app.clock.advance(25 * HOUR_MS);
  await settles(late.id, "expired");
  await payByHand(late, BUNDLE_LAMPORTS);
  await settles(late.id, "review", "late");
});

// spec: bundle.credit
test("what the buyer has paid for lowers the price, and is refunded after the bundle", async () => {
  const sold = await pair();
  const { one } = itemsOf(sold);
  const buyer = await person(app);
  const bought = await buy(one.id, buyer);
  // A payment that a fork may undo counts for nothing.
  const early = await open(sold.id, buyer);
  expect(Number(early.amount) * 1e9).toBe(BUNDLE_LAMPORTS);
  await changeOrder(app, early.id, { status: "expired" });
  await finish(bought.id);
  const order = await open(sold.id, buyer);
  expect(Number(order.amount) * 1e9).toBe(CREDITED_LAMPORTS);
  await payByHand(order, CREDITED_LAMPORTS);
  await settles(order.id, "paid");

  // Also once the bundle is final, and gives the item as well.
  await finish(order.id);
  const refused = await postReviewAction(app, sold.seller, bought.id, "refund");
  expect((await answerOf(refused)).slice(0, 2)).toEqual([409, "conflict"]);
  await sendTransaction(app, await buildSignedRefund(app, sold.seller, sold.recipient, order.id));
  await becomes(order.id, "refunded");
  expect(await rightsOf(bought.id)).toEqual([one.id]);
  await sendTransaction(app, await buildSignedRefund(app, sold.seller, sold.recipient, bought.id));
  await becomes(bought.id, "refunded");
});

// spec: bundle.credit
test("an item that was refunded after it lowered the price is a payment for the seller to decide on", async () => {
  const sold = await pair();
  const { one } = itemsOf(sold);
  const buyer = await person(app);
  const bought = await buy(one.id, buyer);
  await finish(bought.id);
  const order = await open(sold.id, buyer);
  expect(Number(order.amount) * 1e9).toBe(CREDITED_LAMPORTS);
  await sendTransaction(app, await buildSignedRefund(app, sold.seller, sold.recipient, bought.id));
  await becomes(bought.id, "refunded");
  await payByHand(order, CREDITED_LAMPORTS);
  await settles(order.id, "review", "credit_gone");
  expect(await rightsOf(order.id)).toEqual([]);
});

// spec: bundle.keys
test("each item gives its key, from a list that is sold once; a refund revokes it", async () => {
  const sold = await pair();
  const { one, two } = itemsOf(sold);
  await giveLicences(app, one, { keys: ["THE-ONLY-KEY-OF-THE-LIST"] });
  await giveLicences(app, two);
  const late = await open(sold.id);
  const order = await buy(sold.id);
  const { items } = await readOrder(app, order.buyer, order.id);
  expect(items).toEqual([
    { productId: one.id, title: "One", licenceKey: "THE-ONLY-KEY-OF-THE-LIST" },
    { productId: two.id, title: "Two", licenceKey: expect.stringMatching(/^[\dA-F]{8}-/) },
  ]);
  expect((await readOrder(app, sold.seller, order.id)).items).toEqual([
    { productId: one.id, title: "One" },
    { productId: two.id, title: "Two" },
  ]);
  await payByHand(late, BUNDLE_LAMPORTS);
  await settles(late.id, "review", "no_stock");
  const [status, code, message] = await answerOf(
    await postOrder(app, await person(app), { productId: sold.id }),
  );
  expect([status, code]).toEqual([409, "sold_out"]);
  expect(message).toContain("One");

  await advanceToFinality(app);
  await sendTransaction(app, await buildSignedRefund(app, sold.seller, sold.recipient, order.id));
  await becomes(order.id, "refunded");
  for (const { productId, licenceKey } of items ?? [])
    await expect
      .poll(() => verifyLicence(app, productId, licenceKey ?? ""), { interval: 150 })
      .toEqual([200, false, "refunded"]);
});

// spec: bundle.refund, bundle.units
test("a payment that a fork drops takes all items back, and gives them again when it lands", async () => {
  const sold = await pair(1);
  const { one, two } = itemsOf(sold);
  const order = await buy(sold.id);
  const orders = ordersIn(openDb(localDatabase(app.worker)));
  const [{ signature } = { signature: "" }] = await sql<{ signature: string }>(
    app,
    "SELECT signature FROM orders WHERE id = ?",
    order.id,
  );
  await orders.rollBack(order.id, signature, Date.now());
  expect(await rightsOf(order.id)).toEqual([]);
  // The unit stays with the order until the seller decides.
  expect(await stockOf(one.id)).toEqual({ sold: 0, held: 1 });
  const file = `${app.url}/purchases/${two.id}/file`;
  const init = { headers: order.buyer.headers, redirect: "manual" } as const;
  expect((await fetch(file, init)).headers.get("location") ?? "").not.toContain("/download/");
  // The payment is still on the chain.
  await settles(order.id, "paid");
  expect(await rightsOf(order.id)).toEqual(expect.arrayContaining([sold.id, one.id, two.id]));
  expect(await stockOf(one.id)).toEqual({ sold: 1, held: 0 });
});
