import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Order } from "../../../app/orders/rules/order";
import { openDb } from "../../../db/client";
import { ledgerIn } from "../../../db/orders/ledger";
import { ordersIn } from "../../../db/orders/orders";
import { purchasesIn } from "../../../db/orders/purchases";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { newSignature } from "../../support/random-keys";
import { newPayment, OPENED_AT, newOrder as open } from "../../support/worker-orders";

const db = openDb(env.DB);
const orders = ordersIn(db);
const purchases = purchasesIn(db);
const ledger = ledgerIn(db);

let count = 0;
let productId = "";

const newProduct = (saleLimit: number | null) =>
  insertProduct(env.DB, "seller", { saleLimit, price: 1_000, recipient: "R" });

beforeAll(async () => {
  await insertPerson(env.DB, { uid: "seller" });
});

const newOrder = (changes: Partial<Order> = {}): Promise<Order> =>
  open({ productId, ownerUid: "seller", buyerUid: `buyer-${++count}`, ...changes });

/** Ledger sums by kind (lamports), reversals netted. */
async function sums(orderId: string): Promise<Record<string, number>> {
  const net: Record<string, number> = {};
  for (const { kind, lamports } of await ledger.ofOrder(orderId)) {
    const of = kind === "rolled_back" ? "sale" : kind.replace("_rolled_back", "");
    net[of] = (net[of] ?? 0) + Number(lamports);
  }
  return Object.fromEntries(Object.entries(net).filter(([, lamports]) => lamports !== 0));
}

async function stock(): Promise<unknown> {
  return env.DB.prepare("SELECT sold, held FROM products WHERE id = ?").bind(productId).first();
}

const built = (account = "Payer", transaction = newSignature()) => ({
  transaction,
  account,
  at: OPENED_AT,
  lastValidBlockHeight: 150,
  form: "presigned" as const,
});
const holding = { hold: true, replaces: null, nextPollAt: OPENED_AT };

beforeEach(async () => {
  productId = await newProduct(null);
});

describe("settling", () => {
  test("writes purchase, stock, ledger and order once when repeated", async () => {
    const order = await newOrder();
    const paid = newPayment();
    expect(await orders.settle(order.id, paid, OPENED_AT)).toBe("settled");
    const once = [await orders.byId(order.id), await ledger.ofOrder(order.id), await stock()];
    expect(await orders.settle(order.id, paid, OPENED_AT + 9)).toBe("settled");
    expect([await orders.byId(order.id), await ledger.ofOrder(order.id), await stock()]).toEqual(
      once,
    );
    expect(once[0]).toMatchObject({
      status: "paid",
      signature: paid.signature,
      buyerWallet: "Payer",
      settledAt: OPENED_AT,
      hold: "sold",
    });
    expect(await purchases.find(order.buyerUid ?? "", productId)).toMatchObject({
      orderId: order.id,
    });
    const lines = (await ledger.ofOrder(order.id)).map(({ kind, lamports }) => [kind, lamports]);
    expect(lines).toEqual([
      ["sale", 1_000n],
      ["fee", 10n],
      ["surplus", 3n],
    ]);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });

  test("writes once for 50 concurrent calls", async () => {
    const order = await newOrder();
    const paid = newPayment();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => orders.settle(order.id, paid, OPENED_AT)),
    );
    expect(new Set(answers)).toEqual(new Set(["settled"]));
    expect(await stock()).toEqual({ sold: 1, held: 0 });
    expect(await ledger.ofOrder(order.id)).toHaveLength(3);
  });

  test("by a second signature is a duplicate and changes nothing", async () => {
    const order = await newOrder();
    await orders.settle(order.id, newPayment(), OPENED_AT);
    const before = await orders.byId(order.id);
    expect(await orders.settle(order.id, newPayment(), OPENED_AT)).toBe("duplicate");
    expect(await orders.byId(order.id)).toEqual(before);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });

  test("two orders by one signature settles the first alone", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const paid = newPayment();
    expect(await orders.settle(first.id, paid, OPENED_AT)).toBe("settled");
    expect(await orders.settle(second.id, paid, OPENED_AT)).toBe("signature_used");
    await orders.review(second.id, "signature_used", paid, OPENED_AT);
    expect(await orders.byId(second.id)).toMatchObject({ status: "review", signature: null });
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });

  test("for a product that the buyer has is a duplicate", async () => {
    const first = await newOrder();
    await orders.settle(first.id, newPayment(), OPENED_AT);
    const second = await newOrder({ buyerUid: first.buyerUid });
    expect(await orders.settle(second.id, newPayment(), OPENED_AT)).toBe("duplicate");
    expect((await orders.byId(second.id))?.status).toBe("pending");
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });
});

describe("stock", () => {
  beforeEach(async () => {
    productId = await newProduct(2);
  });

  test("is held by as many concurrent orders as pre-signed transactions may hold", async () => {
    productId = await newProduct(8);
    const crowd = await Promise.all(Array.from({ length: 20 }, () => newOrder()));
    const answers = await Promise.all(
      crowd.map(({ id }) => orders.recordBuilt(id, built(id), holding)),
    );
    expect(answers.filter((answer) => answer === "recorded")).toHaveLength(2);
    expect(answers.filter((answer) => answer === "share_used_up")).toHaveLength(18);
    expect(await stock()).toEqual({ sold: 0, held: 2 });
  });

  test("that is held is sold by settling, or released by expiry, once", async () => {
    productId = await newProduct(8);
    const [sold, expired] = [await newOrder(), await newOrder()];
    await orders.recordBuilt(sold.id, built("One"), holding);
    await orders.recordBuilt(expired.id, built("Other"), holding);
    await orders.settle(sold.id, newPayment(), OPENED_AT);
    expect(await stock()).toEqual({ sold: 1, held: 1 });
    await orders.releaseBuiltTransaction(expired.id, 149, "expired", OPENED_AT);
    expect(await stock()).toEqual({ sold: 1, held: 1 });
    await orders.releaseBuiltTransaction(expired.id, 150, "expired", OPENED_AT);
    await orders.releaseBuiltTransaction(expired.id, 150, "expired", OPENED_AT);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
    expect(await orders.byId(expired.id)).toMatchObject({ status: "pending", built: null });
  });

  test("is held once by an order, whose transaction is not replaced", async () => {
    const order = await newOrder();
    const first = built();
    expect(await orders.recordBuilt(order.id, first, holding)).toBe("recorded");
    expect(await orders.recordBuilt(order.id, built(), holding)).toBe("changed");
    const again = { ...holding, replaces: first.transaction };
    expect(await orders.recordBuilt(order.id, built(), again)).toBe("changed");
    expect(await stock()).toEqual({ sold: 0, held: 1 });
  });

  test("that is sold out is not settled by a payment without a hold", async () => {
    const crowd = [await newOrder(), await newOrder(), await newOrder()];
    const [first, second, third] = crowd.map(({ id }) => id);
    expect(await orders.settle(String(first), newPayment(), OPENED_AT)).toBe("settled");
    expect(await orders.settle(String(second), newPayment(), OPENED_AT)).toBe("settled");
    expect(await orders.settle(String(third), newPayment(), OPENED_AT)).toBe("no_stock");
    expect(await stock()).toEqual({ sold: 2, held: 0 });
    expect(await ledger.ofOrder(String(third))).toEqual([]);
  });

  test("stays held by an order whose payment rolled back; purchase and sale are reversed", async () => {
    const order = await newOrder();
    const paid = newPayment();
    await orders.settle(order.id, paid, OPENED_AT);
    await orders.rollBack(order.id, paid.signature, OPENED_AT);
    await orders.rollBack(order.id, paid.signature, OPENED_AT);
    expect(await orders.byId(order.id)).toMatchObject({
      status: "review",
      reviewReason: "rolled_back",
      settledAt: null,
    });
    expect(await purchases.find(order.buyerUid ?? "", productId)).toBeNull();
    expect(await stock()).toEqual({ sold: 0, held: 1 });
    expect(await sums(order.id)).toEqual({});
    expect(await orders.settle(order.id, newPayment(), OPENED_AT)).toBe("settled");
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });
});

describe("a payment that is rolled back and lands again", () => {
  const standing = { sale: 1_000, fee: 10, surplus: 3 };

  test("counts once each time, and not while rolled back", async () => {
    const order = await newOrder();
    const paid = newPayment();
    for (let offset = 0; offset < 3; offset++) {
      for (let repeat = 0; repeat < 5; repeat++)
        expect(await orders.settle(order.id, paid, OPENED_AT)).toBe("settled");
      expect(await sums(order.id)).toEqual(standing);
      await expectLedgerConsistent(env);
      for (let repeat = 0; repeat < 5; repeat++)
        await orders.rollBack(order.id, paid.signature, OPENED_AT);
      expect(await sums(order.id)).toEqual({});
      await expectLedgerConsistent(env);
    }
  });

  test("is a duplicate beside the one that replaced it", async () => {
    const order = await newOrder();
    const [first, second] = [newPayment(), newPayment()];
    await orders.settle(order.id, first, OPENED_AT);
    await orders.rollBack(order.id, first.signature, OPENED_AT);
    await orders.settle(order.id, second, OPENED_AT);
    for (let repeat = 0; repeat < 5; repeat++)
      await orders.record(order.id, "duplicate", first, OPENED_AT);
    expect(await sums(order.id)).toEqual({ ...standing, duplicate: 1_003 });
    await expectLedgerConsistent(env);
  });

  test("pays for a file that the seller granted meanwhile", async () => {
    const order = await newOrder();
    const paid = newPayment();
    const nothing = { ...paid, sellerPaid: 0n, feePaid: 0n, surplus: 0n };
    await orders.settle(order.id, paid, OPENED_AT);
    await orders.rollBack(order.id, paid.signature, OPENED_AT);
    expect(await orders.settle(order.id, nothing, OPENED_AT, OPENED_AT)).toBe("settled");
    expect(await sums(order.id)).toEqual({});
    await expectLedgerConsistent(env);
    for (let repeat = 0; repeat < 5; repeat++)
      expect(await orders.settle(order.id, paid, OPENED_AT)).toBe("settled");
    expect(await sums(order.id)).toEqual(standing);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
    await expectLedgerConsistent(env);
  });

  test("is recorded once, of whatever kind", async () => {
    const order = await newOrder();
    const paid = newPayment();
    await orders.review(order.id, "no_stock", paid, OPENED_AT);
    await orders.record(order.id, "duplicate", paid, OPENED_AT);
    expect(await sums(order.id)).toEqual({ unsettled: 1_003 });
    await orders.settle(order.id, paid, OPENED_AT);
    await orders.rollBack(order.id, paid.signature, OPENED_AT);
    await orders.settle(order.id, paid, OPENED_AT);
    expect(await sums(order.id)).toEqual({ ...standing, unsettled: 1_003, accepted: -1_003 });
    await expectLedgerConsistent(env);
  });
});

test("a buyer has one open order for a product", async () => {
  const order = await newOrder();
  const another = { ...order, id: "another", reference: newSignature() };
  expect(await orders.insert(another, OPENED_AT)).toBe(false);
  expect(await orders.openOf(order.buyerUid ?? "", productId)).toMatchObject({ id: order.id });
  await orders.expire(order.id, OPENED_AT);
  expect(await orders.insert(another, OPENED_AT)).toBe(true);
});

test("overdue orders are listed longest first; scheduled polls are not overdue", async () => {
  const [late, later, fine] = [await newOrder(), await newOrder(), await newOrder()];
  await orders.schedulePoll(late.id, OPENED_AT - 200_000);
  await orders.schedulePoll(later.id, OPENED_AT - 400_000);
  await orders.schedulePoll(fine.id, OPENED_AT + 200_000);
  const ours = [late.id, later.id, fine.id];
  const overdue = (await orders.overdue(OPENED_AT, 1_000)).filter((id) => ours.includes(id));
  expect(overdue).toEqual([later.id, late.id]);
  await orders.schedulePoll(later.id, null);
  expect(await orders.overdue(OPENED_AT, 1_000)).not.toContain(later.id);
});
