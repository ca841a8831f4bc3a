import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { lamportsTo } from "../../../app/orders/rules/legs";
import { maySettle } from "../../../app/orders/rules/may-settle";
import type { Order } from "../../../app/orders/rules/order";
import { settleIfAllowed } from "../../../app/orders/use-cases/settle-payment";
import { createSettlePayment } from "../../../app/settlement/use-cases/apply-effect";
import { openDb } from "../../../db/client";
import { createIncomingPayments } from "../../../db/orders/incoming-payments";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { stockLineIn } from "../../../db/orders/stock-line";
import { insertPerson } from "../../support/factories/person";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { expectLedgerConsistent, ledgerIds } from "../../support/ledger-checks";
import { recordedLog } from "../../support/log";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const { events, log } = recordedLog();
const orders = ordersIn(db, { log });
const refunds = refundsIn(db);
const incomingPayments = createIncomingPayments(db);
const line = stockLineIn(db);
const clock = { now: () => OPENED_AT };
const settlePayment = createSettlePayment({ clock, log, orders });
const DAY_MS = 86_400_000;

const seller = { uid: "seller-of-rule", wallet: newAddress(), payout: newAddress() };

beforeAll(async () => {
  await insertPerson(env.DB, { uid: seller.uid, wallet: seller.wallet });
});

const newProduct = (traits: ProductTraits = {}) =>
  insertProduct(env.DB, seller.uid, { price: 1_000, recipient: seller.payout, ...traits });

const open = (productId: string, changes: Partial<Order> = {}) =>
  newOrder({
    productId,
    ownerUid: seller.uid,
    buyerUid: crypto.randomUUID(),
    recipient: seller.payout,
    ...changes,
  });

const pay = (changes: Partial<ReturnType<typeof newPayment>> = {}) => ({
  ...newPayment(),
  payer: newAddress(),
  ...changes,
});

const stockOf = (productId: string) =>
  env.DB.prepare("SELECT sold, held FROM products WHERE id = ?").bind(productId).first();

const signed = (account = newAddress()) => ({
  transaction: newSignature(),
  account,
  signature: newSignature(),
  lastValidBlockHeight: 150,
});

/** Another buyer's signed payment takes a place in the product's line. */
async function joinLine(productId: string): Promise<void> {
  const { id: orderId } = await open(productId);
  await line.join({ orderId, productId, uid: crypto.randomUUID() }, signed(), {
    minValidHeight: 0,
    at: OPENED_AT,
  });
}

/** Returns all that this payment brought, which is no sale. */
async function refund(orderId: string, payment: ReturnType<typeof pay>): Promise<void> {
  await completed(await openRefund(orderId, payment));
}

const completed = (reference: string) =>
  refunds.complete(reference, { signature: newSignature(), slot: 1 }, OPENED_AT);

async function openRefund(orderId: string, payment: ReturnType<typeof pay>): Promise<string> {
  const reference = newAddress();
  const lamports = payment.sellerPaid + payment.feePaid;
  await refunds.open(
    {
      orderId,
      reference,
      payer: payment.payer,
      lamports,
      closes: false,
      transaction: "",
      encryptedSecret: "",
      builtAt: OPENED_AT,
      lastValidBlockHeight: 1,
    },
    OPENED_AT,
  );
  return reference;
}

interface Case {
  product: ProductTraits;
  /** The order holds a unit. */
  holds: boolean;
  inLine: number;
  buyer: "person" | "none" | "owns" | "seller";
  payer: "stranger" | "sellers" | "payout";
  isSignatureUsed: boolean;
  /** The payment stood beside the order, and was refunded. */
  isReturned: boolean;
  review: "none" | "owned" | "late";
}

const USUAL: Case = {
  product: {},
  holds: false,
  inLine: 0,
  buyer: "person",
  payer: "stranger",
  isSignatureUsed: false,
  isReturned: false,
  review: "none",
};
const LAST = { saleLimit: 1 };
/** What the rule says: `yes`, the reason of a review, or that it stands beside the order. */
const CASES: [Partial<Case>, string][] = [
  [{}, "yes"],
  [{ product: LAST }, "yes"],
  [{ product: { saleLimit: 2, sold: 1 } }, "yes"],
  [{ product: { saleLimit: 2, sold: 2 } }, "no_stock"],
  [{ product: { ...LAST, held: 1 } }, "no_stock"],
  [{ product: LAST, inLine: 1 }, "no_stock"],
  [{ product: { saleLimit: 3 }, inLine: 2 }, "yes"],
  [{ product: LAST, holds: true }, "yes"],
  [{ product: LAST, holds: true, inLine: 1 }, "yes"],
  [{ buyer: "none" }, "yes"],
  [{ buyer: "owns" }, "owned"],
  [{ buyer: "seller" }, "owned"],
  [{ payer: "sellers" }, "duplicate"],
  [{ payer: "sellers", buyer: "none" }, "duplicate"],
  [{ payer: "sellers", buyer: "seller" }, "owned"],
  [{ payer: "payout" }, "duplicate"],
  [{ isSignatureUsed: true }, "signature_used"],
  [{ isReturned: true }, "duplicate"],
  [{ review: "owned" }, "owned"],
  [{ review: "late" }, "yes"],
];
/** Those of people and payments also with a unit that is held. */
const HELD = CASES.filter(([{ product }]) => !product).map(
  ([traits, says]): [Partial<Case>, string] => [{ product: LAST, holds: true, ...traits }, says],
);

// spec: payment.rule-first
test.each([...CASES, ...HELD])("rule and write agree: %j is %s", async (traits, says) => {
  const one: Case = { ...USUAL, ...traits };
  const productId = await newProduct(one.product);
  const payment = pay();
  if (one.payer === "sellers") payment.payer = seller.wallet;
  const { uid: buyer } = await insertPerson(env.DB);
  if (one.buyer === "owns") {
    const before = await open(productId, { buyerUid: buyer });
    const { saleLimit } = one.product;
    if (saleLimit) {
      await changeRow(env.DB, "products", { id: productId }, { sale_limit: saleLimit + 1 });
    }
    expect(await orders.settle(before.id, pay(), OPENED_AT)).toBe("settled");
  }
  const buyerUid = { none: null, seller: seller.uid, person: buyer, owns: buyer }[one.buyer];
  // Since the order was opened, the seller has chosen this wallet to be paid at.
  const recipient = one.payer === "payout" ? newAddress() : seller.payout;
  if (one.payer === "payout") payment.payer = seller.payout;
  const order = await open(productId, { buyerUid, recipient });
  for (let place = 0; place < one.inLine; place++) await joinLine(productId);
  if (one.holds) {
    await changeRow(env.DB, "orders", { id: order.id }, { hold: "held" });
    await changeRow(env.DB, "products", { id: productId }, { held: 1 });
  }
  if (one.isSignatureUsed) {
    const other = await open(await newProduct());
    expect(await orders.settle(other.id, payment, OPENED_AT)).toBe("settled");
  }
  if (one.isReturned) {
    await orders.record(order.id, "duplicate", payment, OPENED_AT);
    await refund(order.id, payment);
  }
  if (one.review !== "none") await orders.review(order.id, one.review, payment, OPENED_AT);

  const before = await stockOf(productId);
  const stored = await orders.settlement(order.id, payment, { at: OPENED_AT });
  if (!stored) throw new Error("the order is missing");
  const verdict = maySettle(stored.order, payment, {
    ...stored.facts,
    way: one.isReturned ? "payment" : "accept",
  });
  const written = await orders.settle(order.id, payment, OPENED_AT);
  const { kind, ...reason } = verdict;
  expect(Object.values(reason)[0] ?? kind).toBe(says);
  expect(written).toBe(says === "yes" ? "settled" : "refused");
  expect((await orders.byId(order.id))?.status === "paid").toBe(says === "yes");
  if (says !== "yes") expect(await stockOf(productId)).toEqual(before);
});

describe("a payment that the record contradicts", () => {
  test("is stopped by a constraint, which is logged, and goes to review", async () => {
    const earlier = await ledgerIds(env);
    const productId = await newProduct(LAST);
    const order = await open(productId);
    // One unit sold that no order has sold, and one held.
    await changeRow(env.DB, "orders", { id: order.id }, { hold: "held" });
    await changeRow(env.DB, "products", { id: productId }, { sold: 1 });
    await settlePayment(order, pay());
    const ofOrder = events.filter((one) => one.order === order.id).map(({ event }) => event);
    expect(ofOrder).toContain("settlement_stopped");
    expect(ofOrder.at(-1)).toBe("review");
    expect(await orders.byId(order.id)).toMatchObject({
      status: "review",
      reviewReason: "no_stock",
    });
    await changeRow(env.DB, "products", { id: productId }, { sold: 0, held: 1 });
    await expectLedgerConsistent(env, earlier);
  });
});

// spec: log.deals
test("a sale, a review and its end are a line each, however often a payment is found", async () => {
  const [sold, late] = [
    await open(await newProduct()),
    await open(await newProduct({ saleLimit: 0 })),
  ];
  const payment = pay();
  const eventsOf = (id: string) => events.filter(({ order }) => order === id);
  for (const at of [OPENED_AT + 1_000, OPENED_AT + 2_000]) {
    clock.now = () => at;
    await settlePayment(sold, payment);
    await settlePayment(late, payment);
  }
  clock.now = () => OPENED_AT;
  expect(eventsOf(sold.id)).toMatchObject([
    {
      event: "sale",
      ms: 1_000,
      lamports: sold.priceLamports,
      fee: lamportsTo(sold.terms, "platform"),
      way: "payment",
    },
  ]);
  expect(eventsOf(late.id)).toEqual([
    { event: "review", order: late.id, reason: "signature_used" },
  ]);
});

describe("an order in review", () => {
  const poll = async (orderId: string, payment: ReturnType<typeof pay>, at = OPENED_AT) => {
    const order = { id: orderId, priceLamports: 1_000n };
    await createSettlePayment({ orders, log, clock: { now: () => at } })(order, payment);
    const { status, reviewReason, buyerUid } = (await orders.byId(orderId)) ?? {};
    return { status, reviewReason, buyerUid };
  };

  test("because the seller paid it stays there at every poll, and nobody is its buyer", async () => {
    const productId = await newProduct();
    const order = await open(productId, { buyerUid: null, buyerWallet: seller.wallet });
    const payment = pay({ payer: seller.wallet });
    const refused = { status: "review", reviewReason: "owned", buyerUid: null };
    expect(await poll(order.id, payment)).toEqual(refused);
    expect(await poll(order.id, payment)).toEqual(refused);
    // The wallet is linked to another account since.
    await changeRow(env.DB, "users", { uid: seller.uid }, { wallet: newAddress() });
    await insertPerson(env.DB, { wallet: seller.wallet });
    expect(await poll(order.id, payment)).toMatchObject({ status: "review" });
    await changeRow(env.DB, "users", { wallet: seller.wallet }, { wallet: newAddress() });
    await changeRow(env.DB, "users", { uid: seller.uid }, { wallet: seller.wallet });
    expect(await stockOf(productId)).toEqual({ sold: 0, held: 0 });
  });

  test("because another wallet paid it late is still for the one that it was opened for", async () => {
    const productId = await newProduct({ status: "disabled" });
    const wallet = newAddress();
    const { uid } = await insertPerson(env.DB, { wallet });
    const order = await open(productId, { buyerUid: null, buyerWallet: wallet });
    await orders.expire(order.id, OPENED_AT);
    const late = { status: "review", reviewReason: "late", buyerUid: null };
    expect(await poll(order.id, pay())).toEqual(late);
    await changeRow(env.DB, "products", { id: productId }, { status: "active" });
    expect(await poll(order.id, pay({ payer: wallet }))).toMatchObject({
      status: "paid",
      buyerUid: uid,
    });
  });

  test("never comes from an owner's payment for an order that another wallet opened", async () => {
    const productId = await newProduct();
    const both = pay();
    const { uid: owner } = await insertPerson(env.DB, { wallet: both.payer });
    const first = await open(productId, { buyerUid: owner });
    expect(await poll(first.id, both)).toMatchObject({ status: "paid" });
    const wallet = newAddress();
    const { uid } = await insertPerson(env.DB, { wallet });
    const order = await open(productId, { buyerUid: null, buyerWallet: wallet });
    // One transaction pays both orders.
    expect(await poll(order.id, both)).toMatchObject({ status: "pending", buyerUid: null });
    expect(await orders.isRecorded(order.id, both.signature)).toBe(true);
    expect(await poll(order.id, pay({ payer: wallet }))).toMatchObject({
      status: "paid",
      buyerUid: uid,
    });
  });

  test("because its buyer owned the product stays there once they don't", async () => {
    const earlier = await ledgerIds(env);
    const productId = await newProduct();
    const { uid: buyerUid } = await insertPerson(env.DB);
    const first = await open(productId, { buyerUid });
    const paid = pay();
    await orders.settle(first.id, paid, OPENED_AT);
    const second = await open(productId, { buyerUid });
    const again = pay();
    expect(await poll(second.id, again)).toMatchObject({ reviewReason: "owned" });
    await orders.rollBack(first.id, paid.signature, OPENED_AT);
    expect(await poll(second.id, again)).toMatchObject({ status: "review", reviewReason: "owned" });
    expect(await poll(first.id, paid)).toMatchObject({ status: "paid" });
    await expectLedgerConsistent(env, earlier);
  });

  test("rests on its first payment, which is being refunded, or on that of its own wallet", async () => {
    const earlier = await ledgerIds(env);
    const productId = await newProduct({ ...LAST, sold: 1 });
    const wallet = newAddress();
    const order = await open(productId, { buyerUid: null, buyerWallet: wallet });
    const [first, second, own] = [pay(), pay(), pay({ payer: wallet })];
    const restsOn = async (payment: ReturnType<typeof pay>) => {
      expect(await poll(order.id, payment)).toMatchObject({ reviewReason: "no_stock" });
      return (await orders.byId(order.id))?.payerWallet;
    };
    expect(await restsOn(first)).toBe(first.payer);
    expect(await restsOn(second)).toBe(first.payer);
    expect(await restsOn(own)).toBe(wallet);
    expect(await restsOn(first)).toBe(wallet);
    for (const { signature } of [first, second, own]) {
      expect(await orders.isRecorded(order.id, signature)).toBe(true);
    }
    await changeRow(env.DB, "products", { id: productId }, { sold: 0 });
    await expectLedgerConsistent(env, earlier);
  });

  test("ends with the refund of its payment, whatever it rested on when that was built", async () => {
    const productId = await newProduct({ ...LAST, sold: 1 });
    const wallet = newAddress();
    const order = await open(productId, { buyerUid: null, buyerWallet: wallet });
    const [other, own] = [pay(), pay({ payer: wallet })];
    await poll(order.id, other);
    await orders.record(order.id, "duplicate", own, OPENED_AT);
    const reference = newAddress();
    const lamports = own.sellerPaid + own.feePaid;
    const refund = { orderId: order.id, reference, payer: wallet, lamports, closes: false };
    const built = { transaction: "", encryptedSecret: "", builtAt: OPENED_AT };
    await refunds.open({ ...refund, ...built, lastValidBlockHeight: 1 }, OPENED_AT);
    await poll(order.id, own);
    await refunds.complete(reference, { signature: newSignature(), slot: 1 }, OPENED_AT);
    expect(await orders.byId(order.id)).toMatchObject({ status: "refunded", payerWallet: wallet });
  });

  test("does not rest on a payment that was refunded before, by whichever wallet", async () => {
    const earlier = await ledgerIds(env);
    const productId = await newProduct();
    const order = await open(productId);
    const [gone, others, buyers] = [pay(), pay(), pay()];
    expect(await orders.settle(order.id, gone, OPENED_AT)).toBe("settled");
    await orders.rollBack(order.id, gone.signature, OPENED_AT);
    for (const payment of [others, buyers]) {
      await orders.record(order.id, "duplicate", payment, OPENED_AT);
      await refund(order.id, payment);
    }
    expect(await orders.dismiss(order.id, OPENED_AT)).toBe(true);
    await orders.misdirected(order.id, others, OPENED_AT);
    expect(await poll(order.id, buyers)).toMatchObject({ status: "expired" });
    const again = pay({ payer: buyers.payer });
    expect(await poll(order.id, again)).toMatchObject({ status: "paid" });
    expect((await incomingPayments.find(order.id, buyers.payer))?.waiting).toBe(0n);
    await expectLedgerConsistent(env, earlier);
  });

  test("is refunded where it was settled by a payment whose refund was on its way", async () => {
    const earlier = await ledgerIds(env);
    const order = await open(await newProduct(LAST));
    const payment = pay();
    await orders.record(order.id, "duplicate", payment, OPENED_AT);
    const reference = await openRefund(order.id, payment);
    expect(await poll(order.id, payment)).toMatchObject({ status: "paid" });
    await completed(reference);
    expect(await orders.byId(order.id)).toMatchObject({ status: "refunded" });
    expect(await stockOf(order.productId)).toEqual({ sold: 0, held: 0 });
    await expectLedgerConsistent(env, earlier);
  });

  test("ends where the chain has dropped its payment, which is recorded anew if it lands again", async () => {
    const earlier = await ledgerIds(env);
    const productId = await newProduct();
    const order = await open(productId);
    await orders.expire(order.id, OPENED_AT);
    await changeRow(env.DB, "products", { id: productId }, { price_lamports: 2_000 });
    const [payment, beside] = [pay(), pay()];
    const late = { status: "review", reviewReason: "late" };
    expect(await poll(order.id, payment)).toMatchObject(late);
    await orders.record(order.id, "duplicate", beside, OPENED_AT);
    const waiting = async ({ payer }: typeof payment) =>
      (await incomingPayments.find(order.id, payer))?.waiting;
    for (let time = 0; time < 2; time++) {
      await orders.drop(order.id, payment.signature, OPENED_AT);
      expect(await orders.byId(order.id)).toMatchObject({
        status: "expired",
        payerWallet: null,
        signature: null,
      });
    }
    expect([await waiting(payment), await waiting(beside)]).toEqual([0n, 1_003n]);
    expect(await poll(order.id, payment)).toMatchObject(late);
    expect(await waiting(payment)).toBe(1_003n);
    await expectLedgerConsistent(env, earlier);
  });

  test("because its payment was late stays there at the next poll", async () => {
    const productId = await newProduct();
    const order = await open(productId);
    await orders.expire(order.id, OPENED_AT + DAY_MS);
    await changeRow(env.DB, "products", { id: productId }, { price_lamports: 2_000 });
    const payment = pay();
    const late = { status: "review", reviewReason: "late" };
    expect(await poll(order.id, payment, OPENED_AT + DAY_MS)).toMatchObject(late);
    expect(await poll(order.id, payment, OPENED_AT + DAY_MS)).toMatchObject(late);
    await changeRow(env.DB, "products", { id: productId }, { price_lamports: 900 });
    expect(await poll(order.id, payment, OPENED_AT + DAY_MS)).toMatchObject({ status: "paid" });
  });

  test("that is rolled back settles when the payment lands again, days later", async () => {
    const productId = await newProduct({ saleLimit: 1 });
    const order = await open(productId);
    const payment = pay();
    expect(await poll(order.id, payment)).toMatchObject({ status: "paid" });
    await orders.rollBack(order.id, payment.signature, OPENED_AT);
    await changeRow(env.DB, "products", { id: productId }, { status: "disabled" });
    const later = OPENED_AT + 2 * DAY_MS;
    expect(await poll(order.id, payment, later)).toMatchObject({ status: "paid" });
  });
});

describe("a late payment", () => {
  const late = async (price: number, paid: bigint) => {
    const productId = await newProduct();
    const order = await open(productId);
    await orders.expire(order.id, OPENED_AT);
    await changeRow(env.DB, "products", { id: productId }, { price_lamports: price });
    const payment = pay({ sellerPaid: paid - 10n, covered: paid, surplus: paid - 1_000n });
    await settlePayment(order, payment);
    return (await orders.byId(order.id))?.status;
  };

  test("is judged by what it covers of today's price", async () => {
    expect(await late(3_000, 2_999n)).toBe("review");
    expect(await late(3_000, 3_000n)).toBe("paid");
    expect(await late(500, 1_000n)).toBe("paid");
  });
});

describe("the line for a unit", () => {
  // spec: stock.line
  test("comes before a payment by hand and a seller's acceptance, but not before its own order", async () => {
    const productId = await newProduct({ saleLimit: 2 });
    const [waiting, other] = [await open(productId), await open(productId)];
    const place = { orderId: waiting.id, productId, uid: waiting.buyerUid ?? "" };
    await line.join(place, signed(), { minValidHeight: 0, at: OPENED_AT });
    await joinLine(productId);
    const payment = pay();
    await settlePayment(other, payment);
    expect(await orders.byId(other.id)).toMatchObject({ reviewReason: "no_stock" });
    const way = { kind: "accept", finalizedAt: null } as const;
    const accept = () =>
      settleIfAllowed({ orderId: other.id, payment, way }, { orders, clock, log });
    expect(await accept()).toMatchObject({ kind: "review", reason: "no_stock" });

    await settlePayment(waiting, pay());
    expect(await orders.byId(waiting.id)).toMatchObject({ status: "paid" });
    const places = await env.DB.prepare("SELECT count(*) AS n FROM stock_line WHERE product_id = ?")
      .bind(productId)
      .first();
    expect(places).toEqual({ n: 1 });
    // Places end after a while.
    clock.now = () => OPENED_AT + DAY_MS / 2;
    expect(await accept()).toEqual({ kind: "settled" });
    clock.now = () => OPENED_AT;
    expect(await stockOf(productId)).toEqual({ sold: 2, held: 0 });
  });
});

describe("another wallet's payment leaves an order", () => {
  test("to the payment that waits for the seller's decision", async () => {
    const earlier = await ledgerIds(env);
    const productId = await newProduct({ saleLimit: 0 });
    const buyerWallet = newAddress();
    const order = await open(productId, { buyerWallet });
    const payment = pay({ payer: buyerWallet });
    await settlePayment(order, payment);
    const before = await orders.byId(order.id);
    expect(before).toMatchObject({ status: "review", payerWallet: buyerWallet });
    const stranger = pay();
    await orders.misdirected(order.id, stranger, OPENED_AT + 1);
    expect(await orders.byId(order.id)).toEqual(before);
    expect(await orders.isRecorded(order.id, stranger.signature)).toBe(true);
    await changeRow(env.DB, "products", { id: productId }, { sale_limit: 1 });
    const way = { kind: "accept", finalizedAt: null } as const;
    expect(
      await settleIfAllowed({ orderId: order.id, payment, way }, { orders, clock, log }),
    ).toEqual({
      kind: "settled",
    });
    await expectLedgerConsistent(env, earlier);
  });

  test("to the wallet that paid it before, which may claim it", async () => {
    const productId = await newProduct();
    const order = await open(productId, { buyerWallet: newAddress() });
    const [first, second] = [pay(), pay()];
    await orders.misdirected(order.id, first, OPENED_AT);
    await orders.misdirected(order.id, second, OPENED_AT);
    expect(await orders.byId(order.id)).toMatchObject({ payerWallet: first.payer });
    const { uid } = await insertPerson(env.DB, { wallet: first.payer });
    expect(await orders.claim(order.id, uid, first, OPENED_AT)).toBe("settled");
    expect(await orders.isRecorded(order.id, second.signature)).toBe(true);
  });
});

describe("a claim", () => {
  test("of a limited product that is sold out changes nothing", async () => {
    const productId = await newProduct({ saleLimit: 1 });
    const order = await open(productId, { buyerWallet: newAddress() });
    const payment = pay();
    await orders.misdirected(order.id, payment, OPENED_AT);
    const last = await open(productId);
    expect(await orders.settle(last.id, pay(), OPENED_AT)).toBe("settled");
    const { uid } = await insertPerson(env.DB, { wallet: payment.payer });
    const before = await orders.byId(order.id);
    const way = { kind: "claim", uid } as const;
    const claim = () =>
      settleIfAllowed({ orderId: order.id, payment, way }, { orders, clock, log });
    expect(await claim()).toMatchObject({ kind: "review", reason: "no_stock" });
    expect(await orders.claim(order.id, uid, payment, OPENED_AT)).toBe("refused");
    expect(await orders.byId(order.id)).toEqual(before);
    await changeRow(env.DB, "products", { id: productId }, { sale_limit: 2 });
    expect(await claim()).toEqual({ kind: "settled" });
    expect(await orders.byId(order.id)).toMatchObject({ buyerUid: uid, status: "paid" });
    expect(await claim()).toMatchObject({ kind: "no" });
  });
});
