import { env } from "cloudflare:test";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { walletUid } from "../../../app/accounts/rules/wallet-account";
import type { Order } from "../../../app/orders/rules/order";
import { OVERDUE_AFTER_MS } from "../../../app/orders/rules/order-state";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ledgerIn } from "../../../db/orders/ledger";
import { ordersIn } from "../../../db/orders/orders";
import { newerAwaiting } from "../../../db/orders/polled-orders";
import { purchasesIn } from "../../../db/orders/purchases";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { recordStatements } from "../../support/count-statements";
import { orderOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
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

/** The reason of the order, and that of its right. */
async function grantReasons(orderId: string): Promise<unknown[]> {
  const row = await env.DB.prepare(
    `SELECT o.grant_reason AS "order", r.grant_reason AS "right"
      FROM orders o JOIN rights r ON r.order_id = o.id WHERE o.id = ?`,
  )
    .bind(orderId)
    .first<{ order: string | null; right: string | null }>();
  return [row?.order, row?.right];
}

const built = (account = "Payer", transaction = newSignature()) => ({
  transaction,
  account,
  at: OPENED_AT,
  lastValidBlockHeight: 150,
  form: "presigned" as const,
});
const holding = {
  hold: { address: "192.0.2.1", rateScale: 1 },
  replaces: null,
  nextPollAt: OPENED_AT,
  minValidHeight: 0,
};

/** A client that does something else before each read by `all`. */
function beforeEachRead(act: () => Promise<unknown>): typeof db {
  return new Proxy(db, {
    get: (target, key) =>
      key === "all"
        ? async (query: Parameters<typeof db.all>[0]) => {
            await act();
            return target.all(query);
          }
        : Reflect.get(target, key),
  });
}

beforeEach(async () => {
  productId = await newProduct(null);
});

describe("settling", () => {
  // spec: transition.order.paid, field.product.sales, money.surplus
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

  // spec: payment.once
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

  // spec: rule.sales.count
  test("by a second signature is refused and changes nothing", async () => {
    const order = await newOrder();
    await orders.settle(order.id, newPayment(), OPENED_AT);
    const before = await orders.byId(order.id);
    expect(await orders.settle(order.id, newPayment(), OPENED_AT)).toBe("refused");
    expect(await orders.byId(order.id)).toEqual(before);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });

  // spec: payment.one-order
  test("two orders by one signature settles the first alone", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const paid = newPayment();
    expect(await orders.settle(first.id, paid, OPENED_AT)).toBe("settled");
    expect(await orders.settle(second.id, paid, OPENED_AT)).toBe("refused");
    await orders.review(second.id, "signature_used", paid, OPENED_AT);
    expect(await orders.byId(second.id)).toMatchObject({ status: "review", signature: null });
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });

  // spec: buying.owned
  test("for a product that the buyer has is refused", async () => {
    const first = await newOrder();
    await orders.settle(first.id, newPayment(), OPENED_AT);
    const second = await newOrder({ buyerUid: first.buyerUid });
    expect(await orders.settle(second.id, newPayment(), OPENED_AT)).toBe("refused");
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

  test("that becomes free after the write is no reason to name another cause", async () => {
    productId = await newProduct(4);
    const [first, second] = [await newOrder(), await newOrder()];
    await orders.recordBuilt(first.id, built("One"), holding);
    const slow = ordersIn(beforeEachRead(() => orders.settle(first.id, newPayment(), OPENED_AT)));
    expect(await slow.recordBuilt(second.id, built("Other"), holding)).toBe("out_of_stock");
    expect(await slow.recordBuilt(second.id, built("Other"), holding)).toBe("recorded");
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

  test("that is held is released where the product's limit was removed meanwhile", async () => {
    productId = await newProduct(8);
    const { id } = await newOrder();
    await orders.recordBuilt(id, built(), holding);
    const unlimited = { sale_type: "infinite", sale_limit: null };
    await changeRow(env.DB, "products", { id: productId }, unlimited);
    await orders.releaseBuiltTransaction(id, 150, "expired", OPENED_AT);
    expect(await stock()).toEqual({ sold: 0, held: 0 });
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
    expect(await orders.settle(String(third), newPayment(), OPENED_AT)).toBe("refused");
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
    expect(await grantReasons(order.id)).toEqual(["fork", "fork"]);
    await expectLedgerConsistent(env);
    for (let repeat = 0; repeat < 5; repeat++)
      expect(await orders.settle(order.id, paid, OPENED_AT)).toBe("settled");
    expect(await sums(order.id)).toEqual(standing);
    expect(await grantReasons(order.id)).toEqual([null, null]);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
    await expectLedgerConsistent(env);
  });

  test("of a grant is known by its reason, whichever version writes it", async () => {
    const order = await newOrder();
    await orders.settle(order.id, newPayment(), OPENED_AT);
    const { paidLamports } = (await orders.byId(order.id)) ?? order;
    const writePaid = (lamports: number) =>
      changeRow(env.DB, "orders", { id: order.id }, { paid_lamports: lamports });
    await writePaid(0);
    expect(await grantReasons(order.id)).toEqual(["fork", "fork"]);
    await writePaid(Number(paidLamports));
    expect(await grantReasons(order.id)).toEqual([null, null]);
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

// spec: buying.open-order
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

test("a poll is rescheduled without a statement where the stored time is close enough", async () => {
  const { id } = await newOrder();
  const { db: recorded, statements } = recordStatements(env.DB);
  const recordedOrders = ordersIn(openDb(recorded));
  await recordedOrders.schedulePoll(id, OPENED_AT, OPENED_AT - 59_999);
  await recordedOrders.schedulePoll(id, null, null);
  expect(statements).toEqual([]);
  await recordedOrders.schedulePoll(id, OPENED_AT, OPENED_AT - 600_000);
  expect((await orders.byId(id))?.nextPollAt).toBe(OPENED_AT);
  await recordedOrders.schedulePoll(id, null, OPENED_AT);
  expect((await orders.byId(id))?.nextPollAt).toBeNull();
});

test("a poll is not rescheduled where another one has been due since", async () => {
  const { id } = await newOrder();
  await orders.schedulePoll(id, OPENED_AT);
  await orders.schedulePoll(id, OPENED_AT + 600_000, OPENED_AT - 600_000);
  expect((await orders.byId(id))?.nextPollAt).toBe(OPENED_AT);
});

test("a settlement schedules the look at finality, unless it is final", async () => {
  const expiry = OPENED_AT + 86_400_000;
  const scheduled = async (settle: (order: Order) => Promise<unknown>) => {
    const order = await newOrder();
    await orders.schedulePoll(order.id, expiry);
    expect(await settle(order)).toBe("settled");
    return (await orders.byId(order.id))?.nextPollAt;
  };
  const soon = OPENED_AT + OVERDUE_AFTER_MS;
  expect(await scheduled(({ id }) => orders.settle(id, newPayment(), OPENED_AT))).toBe(soon);
  const claim = async ({ id }: Order) => {
    const paid = newPayment();
    await orders.misdirected(id, paid, OPENED_AT);
    return orders.claim(id, crypto.randomUUID(), paid, OPENED_AT);
  };
  expect(await scheduled(claim)).toBe(soon);
  const accept = ({ id }: Order) => orders.settle(id, newPayment(), OPENED_AT, OPENED_AT);
  expect(await scheduled(accept)).toBe(expiry);
});

test("a signature that is reported again is not new, nor is one for a settled order", async () => {
  const order = await newOrder();
  const signature = newSignature();
  expect(await orders.reportSignature(order.id, signature, OPENED_AT)).toBe(true);
  expect(await orders.reportSignature(order.id, signature, OPENED_AT)).toBe(false);
  expect(await orders.reportSignature(order.id, newSignature(), OPENED_AT)).toBe(true);
  await orders.settle(order.id, newPayment(), OPENED_AT);
  expect(await orders.reportSignature(order.id, newSignature(), OPENED_AT)).toBe(false);
});

describe("newer awaiting orders", () => {
  const options = { ...holding, hold: null };

  /** Builds transactions one second apart; returns the orders, oldest first. */
  async function awaiting(buyerUids: (string | null)[], account: string): Promise<Order[]> {
    const made: Order[] = [];
    for (const [index, buyerUid] of buyerUids.entries()) {
      const order = await newOrder({ productId: await newProduct(null), buyerUid });
      const transaction = { ...built(account), at: OPENED_AT + index * 1_000 };
      await orders.recordBuilt(order.id, transaction, options);
      made.push({ ...order, built: transaction });
    }
    return made;
  }

  async function expectNewer(made: readonly Order[], expected: number[]): Promise<void> {
    const counts = await Promise.all(made.map((order) => orders.countNewerAwaiting(order, 5)));
    expect(counts).toEqual(expected);
  }

  test("are counted for a buyer, up to a limit", async () => {
    const buyer = `crowd-${++count}`;
    const made = await awaiting(
      Array.from({ length: 8 }, () => buyer),
      "Shared",
    );
    await awaiting(["somebody else"], "Shared");
    await expectNewer(made, [5, 5, 5, 4, 3, 2, 1, 0]);
    const [oldest, , , , newest] = made;
    await orders.reportSignature(oldest?.id ?? "", newSignature(), OPENED_AT + 60_000);
    await orders.expire(newest?.id ?? "", OPENED_AT);
    await expectNewer(made.slice(0, 2), [0, 5]);
  });

  test("are counted for a wallet where the orders have no buyer", async () => {
    const wallet = `wallet-${++count}`;
    const made = await awaiting([null, null, "with account", null], wallet);
    await expectNewer(made, [2, 1, 0, 0]);
  });

  test.each([
    ["buyer", "orders_one_open"],
    [null, "orders_awaiting_of_wallet"],
  ])("are found by an index (%s)", async (buyerUid, index) => {
    const order = { id: "x", buyerUid, built: built("wallet") };
    const { sql, params } = new SQLiteSyncDialect().sqlToQuery(newerAwaiting(order, 5));
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail).join("; ");
    expect(steps).toContain(index);
    expect(steps).not.toContain("SCAN o");
  });
});

describe("an order without a buyer", () => {
  const unproved = (wallet: string, changes: Partial<Order> = {}) =>
    newOrder({ buyerUid: null, buyerWallet: wallet, ...changes });
  const paidBy = (payer: string) => ({ ...newPayment(), payer });
  const user = (uid: string) =>
    env.DB.prepare("SELECT wallet, deleted_at FROM users WHERE uid = ?").bind(uid).first();

  test("belongs to the wallet that pays it, whose account is opened once", async () => {
    const [claimed, payer] = [newAddress(), newAddress()];
    const order = await unproved(claimed);
    const payment = paidBy(payer);
    const uid = await walletUid(payer);
    for (let time = 0; time < 2; time++) {
      expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("settled");
      expect(await user(uid)).toEqual({ wallet: payer, deleted_at: null });
    }
    expect(await user(await walletUid(claimed))).toBeNull();
    expect(await orders.byId(order.id)).toMatchObject({ buyerUid: uid, buyerWallet: payer });
    expect(await purchases.find(uid, productId)).toMatchObject({ orderId: order.id });
    expect(await orders.isPaidByWallet(payer, productId)).toBe(true);
    expect(await orders.isPaidByWallet(claimed, productId)).toBe(false);
  });

  test("belongs to the account that the paying wallet is linked to", async () => {
    const payer = newAddress();
    const { uid } = await insertPerson(env.DB, { wallet: payer });
    const own = await newOrder({ buyerUid: uid });
    const order = await unproved(payer);
    expect(await orders.settle(order.id, paidBy(payer), OPENED_AT)).toBe("settled");
    expect(await purchases.find(uid, productId)).toMatchObject({ orderId: order.id });
    expect(await user(await walletUid(payer))).toBeNull();
    expect(await orders.byId(own.id)).toMatchObject({ status: "pending" });
  });

  test("reopens the wallet's account where that was deleted", async () => {
    const payer = newAddress();
    const uid = await walletUid(payer);
    await insertPerson(env.DB, { uid, wallet: payer });
    const lifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);
    expect(await lifecycle.remove(uid, crypto.randomUUID(), OPENED_AT)).toBe(true);
    const order = await unproved(payer);
    expect(await orders.settle(order.id, paidBy(payer), OPENED_AT)).toBe("settled");
    expect(await user(uid)).toEqual({ wallet: payer, deleted_at: null });
    expect(await purchases.find(uid, productId)).toMatchObject({ orderId: order.id });
  });

  test("is under review with its payer as buyer where they own the product", async () => {
    const payer = newAddress();
    const { uid } = await insertPerson(env.DB, { wallet: payer });
    const first = await newOrder({ buyerUid: uid });
    await orders.settle(first.id, paidBy(payer), OPENED_AT);
    const order = await unproved(payer);
    const payment = paidBy(payer);
    expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("refused");
    await orders.review(order.id, "owned", payment, OPENED_AT);
    await orders.review(order.id, "owned", payment, OPENED_AT);
    expect(await orders.byId(order.id)).toMatchObject({ status: "review", buyerUid: uid });
    expect(await sums(order.id)).toEqual({ duplicate: 1_003 });
  });

  test("can't be paid by an older Worker, which knows no buyer for it", async () => {
    const order = await unproved(newAddress());
    const old = changeRow(env.DB, "orders", { id: order.id }, { status: "paid" });
    await expect(old).rejects.toThrow("a paid order has a buyer");
  });

  test("does not sell a product to its seller's linked wallet", async () => {
    const payer = newAddress();
    const { uid } = await insertPerson(env.DB, { wallet: payer });
    productId = await insertProduct(env.DB, uid, { price: 1_000, recipient: "R" });
    const order = await unproved(payer, { ownerUid: uid });
    expect(await orders.settle(order.id, paidBy(payer), OPENED_AT)).toBe("refused");
  });

  test("is the only open one of an address for a product", async () => {
    const wallet = newAddress();
    const order = await unproved(wallet);
    await expect(unproved(wallet)).rejects.toThrow(/open order/);
    await unproved(newAddress());
    expect(await orders.openOfWallet(wallet, productId)).toMatchObject({ id: order.id });
    await orders.expire(order.id, OPENED_AT);
    await unproved(wallet);
  });

  test("blocks no deletion: neither of its wallet's account nor of its seller's product", async () => {
    const wallet = newAddress();
    const victim = await insertPerson(env.DB, { wallet });
    const seller = await insertPerson(env.DB);
    productId = await insertProduct(env.DB, seller.uid, { price: 1_000, recipient: "R" });
    const order = await unproved(wallet, { ownerUid: seller.uid });
    const lifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);
    expect(await lifecycle.deletionFacts(seller.uid)).toMatchObject({
      keptProducts: 0,
      removedProducts: 1,
    });
    for (const { uid } of [victim, seller]) {
      expect(await lifecycle.remove(uid, crypto.randomUUID(), OPENED_AT)).toBe(true);
    }
    expect(await orders.byId(order.id)).toMatchObject({ status: "expired", buyerUid: null });
  });
});

describe("an account that is deleted", () => {
  test("leaves what its wallet pays afterwards to the wallet", async () => {
    const payer = newAddress();
    const { uid } = await insertPerson(env.DB, { wallet: payer });
    const order = await newOrder({ buyerUid: uid, buyerWallet: payer });
    await createAccountLifecycle(db, ABOVE_ACCOUNTS).remove(uid, crypto.randomUUID(), OPENED_AT);
    const payment = { ...newPayment(), payer };
    expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("settled");
    expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("settled");
    const own = await walletUid(payer);
    expect(await purchases.find(own, productId)).toMatchObject({ orderId: order.id });
    expect(await orders.byId(order.id)).toMatchObject({ buyerUid: own });
  });
});

describe("an order that replaces another one", () => {
  test("ends it in the same write, unless a transaction of it can still land", async () => {
    const buyerUid = `buyer-${++count}`;
    const old = await newOrder({ buyerUid });
    const next = orderOf({ productId, ownerUid: "seller", buyerUid });
    await orders.recordBuilt(old.id, built(), { ...holding, hold: null });
    expect(await orders.insert(next, OPENED_AT, { replaces: old.id })).toBe(false);
    expect(await orders.byId(old.id)).toMatchObject({ status: "awaiting", endedReason: null });
    await orders.releaseBuiltTransaction(old.id, 150, "expired", OPENED_AT);
    expect(await orders.insert(next, OPENED_AT, { replaces: old.id })).toBe(true);
    expect(await orders.byId(old.id)).toMatchObject({
      status: "expired",
      endedReason: "replaced",
    });
    expect(await orders.openOf(buyerUid, productId)).toMatchObject({ id: next.id });
  });
});
