import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isScarce, referenceSigns } from "../../../app/orders/rules/order";
import { settleIfAllowed } from "../../../app/orders/use-cases/settle-payment";
import { createSettlePayment } from "../../../app/settlement/use-cases/apply-effect";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { stockLineIn } from "../../../db/orders/stock-line";
import { thingsIn } from "../../../db/orders/things";
import { orderOf, paymentOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { insertThing, takingAlso } from "../../support/factories/things";
import { expectLedgerConsistent, ledgerIds } from "../../support/ledger-checks";
import { recordedLog } from "../../support/log";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newOrder, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const { events, log } = recordedLog();
const orders = ordersIn(db, { log });
const line = stockLineIn(db);
const refunds = refundsIn(db);
const things = thingsIn(db);
const clock = { now: () => OPENED_AT };
const settlePayment = createSettlePayment({ clock, log, orders });
const MINUTE_MS = 60_000;
const PRICE = 1_000_000n;
const HALF = 500_000n;
const WHEN = { minValidHeight: 40, slot: 1, at: OPENED_AT };

const seller = { uid: "seller-of-things", payout: newAddress() };
let earlier: ReadonlySet<string>;

beforeAll(async () => {
  await insertPerson(env.DB, { uid: seller.uid });
});
beforeEach(async () => {
  earlier = await ledgerIds(env);
});

const newProduct = (traits: ProductTraits = {}) =>
  insertProduct(env.DB, seller.uid, { price: Number(PRICE), recipient: seller.payout, ...traits });

/** An open order that takes these things, and a unit where its product is limited. */
function open(productId: string, things: string[], saleType: "infinite" | "limited" = "infinite") {
  const traits = {
    productId,
    ownerUid: seller.uid,
    buyerUid: crypto.randomUUID(),
    recipient: seller.payout,
    saleType,
    priceLamports: PRICE,
  };
  return newOrder({ ...traits, terms: takingAlso(orderOf(traits).terms, ...things) });
}

const pay = () => paymentOf({ priceLamports: PRICE, feeLamports: 10n }, { payer: newAddress() });

function signed(account = newAddress()) {
  const signature = newSignature();
  const charges = [{ wallet: account, lamports: 1_000n }];
  return { transaction: newSignature(), account, signature, lastValidBlockHeight: 150, charges };
}

/** The write of `/send`. */
const send = (id: string, what = signed()) => orders.takeUnit(id, what, WHEN);

/** The write of the pre-signed form. */
const presign = (id: string, at = OPENED_AT) =>
  orders.recordBuilt(
    id,
    {
      transaction: newSignature(),
      account: newAddress(),
      at,
      lastValidBlockHeight: 150,
      form: "presigned",
    },
    {
      hold: { address: newAddress(), rateScale: 1 },
      replaces: null,
      minValidHeight: 40,
      nextPollAt: at,
    },
  );

const lapse = (id: string, at = OPENED_AT) =>
  orders.releaseBuiltTransaction(id, 150, "expired", at);

const accept = (orderId: string, payment: ReturnType<typeof pay>) =>
  settleIfAllowed(
    { orderId, payment, way: { kind: "accept", finalizedAt: null } },
    { orders, clock, log },
  );

const countersOf = (thing: string) =>
  env.DB.prepare("SELECT held, sold FROM things WHERE id = ?").bind(thing).first();
const holdersOf = async (thing: string) => {
  const { results } = await env.DB.prepare(
    "SELECT order_id AS id, state FROM holds WHERE thing = ?",
  )
    .bind(thing)
    .all<{ id: string; state: string }>();
  return results.map(({ id, state }) => [id, state]);
};
const stockOf = (productId: string) =>
  env.DB.prepare("SELECT sold, held FROM products WHERE id = ?").bind(productId).first();
const stateOf = async (id: string) => {
  const { status, hold, reviewReason } = (await orders.byId(id)) ?? {};
  return { status, hold, reviewReason };
};

const NONE = { held: 0, sold: 0 };
const HELD = { held: 1, sold: 0 };
const SOLD = { held: 0, sold: 1 };

test("an order that takes a use is scarce, whatever is limited of its product", async () => {
  const order = await open(await newProduct(), ["use:any"]);
  expect([isScarce(order), referenceSigns(order)]).toEqual([true, true]);
});

describe.each([
  ["a use", "infinite", {}],
  ["a use and a unit", "limited", { saleLimit: 5 }],
] as const)("an order that takes %s of a code of one", (_, saleType, traits) => {
  const two = async () => {
    const [productId, thing] = [await newProduct(traits), await insertThing(env.DB, 1)];
    const both = [
      await open(productId, [thing], saleType),
      await open(productId, [thing], saleType),
    ];
    const [first, second] = both;
    if (!first || !second) throw new Error("no orders");
    return { productId, thing, first, second };
  };

  test("takes it at /send, where the next one is held off and then finds it sold", async () => {
    const { productId, thing, first, second } = await two();
    expect(await orders.missingThing(second.id)).toBe(null);
    expect(await send(first.id)).toBe("taken");
    expect(await countersOf(thing)).toEqual(HELD);
    expect(await holdersOf(thing)).toEqual([[first.id, "held"]]);
    const before = await stockOf(productId);
    expect(await send(second.id)).toBe("used_up");
    expect(await orders.missingThing(second.id)).toEqual({ kind: "use", availability: "held" });
    expect(await stateOf(second.id)).toMatchObject({ status: "pending", hold: "none" });
    expect(await stockOf(productId)).toEqual(before);

    await settlePayment(first, pay());
    expect(await countersOf(thing)).toEqual(SOLD);
    expect(await holdersOf(thing)).toEqual([[first.id, "sold"]]);
    expect(await send(second.id)).toBe("used_up");
    expect(await orders.missingThing(second.id)).toEqual({
      kind: "use",
      availability: "sold_out",
    });
    expect(await stockOf(productId)).toEqual({ sold: 1, held: 0 });
    await expectLedgerConsistent(env, earlier);
  });

  test("is not sold a second use by a payment by hand, nor by its seller", async () => {
    const { productId, thing, first, second } = await two();
    expect(await send(first.id)).toBe("taken");
    const payment = pay();
    await settlePayment(second, payment);
    const review = { status: "review", hold: "none", reviewReason: "no_stock" };
    expect(await stateOf(second.id)).toEqual(review);
    expect(await accept(second.id, payment)).toMatchObject({ things: "held" });
    await settlePayment(first, pay());
    expect(await accept(second.id, payment)).toMatchObject({ kind: "review", things: "sold_out" });
    expect(await orders.settle(second.id, payment, OPENED_AT)).toBe("refused");
    expect(await stateOf(second.id)).toEqual(review);
    expect(await countersOf(thing)).toEqual(SOLD);
    expect(await stockOf(productId)).toEqual({ sold: 1, held: 0 });
    await expectLedgerConsistent(env, earlier);
  });

  test("gives it back when its transaction lapses", async () => {
    const { productId, thing, first, second } = await two();
    expect(await send(first.id)).toBe("taken");
    await lapse(first.id);
    await lapse(first.id);
    expect(await countersOf(thing)).toEqual(NONE);
    expect(await holdersOf(thing)).toEqual([]);
    expect(await stockOf(productId)).toEqual({ sold: 0, held: 0 });
    await orders.expire(first.id, OPENED_AT);
    expect(await send(second.id)).toBe("taken");
    // What landed after all finds nothing left.
    await settlePayment(first, pay());
    expect(await stateOf(first.id)).toMatchObject({ status: "review", hold: "released" });
    await expectLedgerConsistent(env, earlier);
  });

  test("keeps it where its sale is rolled back, until its seller dismisses that", async () => {
    const { productId, thing, first, second } = await two();
    const payment = pay();
    await settlePayment(first, payment);
    for (let time = 0; time < 2; time++) {
      await orders.rollBack(first.id, payment.signature, OPENED_AT);
      expect(await countersOf(thing)).toEqual(HELD);
    }
    expect(await holdersOf(thing)).toEqual([[first.id, "held"]]);
    expect(await send(second.id)).toBe("used_up");
    // It lands again.
    await settlePayment(first, payment);
    expect(await countersOf(thing)).toEqual(SOLD);
    await orders.rollBack(first.id, payment.signature, OPENED_AT);
    expect(await orders.dismiss(first.id, OPENED_AT)).toBe(true);
    expect(await orders.dismiss(first.id, OPENED_AT)).toBe(false);
    expect(await countersOf(thing)).toEqual(NONE);
    expect(await holdersOf(thing)).toEqual([]);
    expect(await stockOf(productId)).toEqual({ sold: 0, held: 0 });
    expect(await send(second.id)).toBe("taken");
    await expectLedgerConsistent(env, earlier);
  });

  test("gives it back when it is refunded", async () => {
    const { productId, thing, first, second } = await two();
    const payment = pay();
    await settlePayment(first, payment);
    const reference = newAddress();
    await refunds.open(
      {
        orderId: first.id,
        reference,
        payer: payment.payer,
        lamports: payment.sellerPaid + payment.feePaid,
        closes: true,
        transaction: "",
        encryptedSecret: "",
        builtAt: OPENED_AT,
        lastValidBlockHeight: 1,
      },
      OPENED_AT,
    );
    const found = { signature: newSignature(), slot: 1 };
    expect(await refunds.complete(reference, found, OPENED_AT)).toBe(true);
    expect(await refunds.complete(reference, found, OPENED_AT)).toBe(false);
    expect(await stateOf(first.id)).toMatchObject({ status: "refunded", hold: "released" });
    expect(await countersOf(thing)).toEqual(NONE);
    expect(await holdersOf(thing)).toEqual([]);
    expect(await stockOf(productId)).toEqual({ sold: 0, held: 0 });
    await settlePayment(second, pay());
    expect(await stateOf(second.id)).toMatchObject({ status: "paid" });
    expect(await countersOf(thing)).toEqual(SOLD);
  });

  test("takes it where its seller accepts less than the price, if it is free", async () => {
    const { thing, first, second } = await two();
    for (const [order, outcome] of [
      [first, "settled"],
      [second, "review"],
    ] as const) {
      const part = { ...pay(), sellerPaid: HALF, feePaid: 0n, covered: HALF, surplus: 0n };
      await orders.recordShort(order, part, OPENED_AT);
      const { payer, signature, slot } = part;
      const short = {
        payer,
        parts: [{ signature, slot, lamports: Number(HALF), platformLamports: 0 }],
      };
      const way = { kind: "accept", finalizedAt: null, short } as const;
      const answer = await settleIfAllowed(
        { orderId: order.id, payment: part, way },
        { orders, clock, log },
      );
      expect(answer.kind).toBe(outcome);
    }
    expect(await countersOf(thing)).toEqual(SOLD);
    expect(await holdersOf(thing)).toEqual([[first.id, "sold"]]);
    await expectLedgerConsistent(env, earlier);
  });
});

// spec: stock.things
test("20 payments at once for a code of three sell it three times", async () => {
  const [productId, thing] = [await newProduct(), await insertThing(env.DB, 3)];
  const all = await Promise.all(Array.from({ length: 20 }, () => open(productId, [thing])));
  await Promise.all(all.map((order) => settlePayment(order, pay())));
  const states = await Promise.all(all.map(({ id }) => stateOf(id)));
  expect(states.filter(({ status }) => status === "paid")).toHaveLength(3);
  expect(states.filter(({ reviewReason }) => reviewReason === "no_stock")).toHaveLength(17);
  expect(await countersOf(thing)).toEqual({ held: 0, sold: 3 });
  expect(await stockOf(productId)).toEqual({ sold: 3, held: 0 });
  // The conditions refused, not the CHECK.
  expect(events.filter(({ event }) => event === "settlement_stopped")).toEqual([]);
  await expectLedgerConsistent(env, earlier);
});

test("an order of several things takes all of them or none", async () => {
  const productId = await newProduct({ saleLimit: 2 });
  const [code, keys] = [
    await insertThing(env.DB, 5),
    await insertThing(env.DB, 1, `key:${productId}`),
  ];
  const take = () => open(productId, [code, keys], "limited");
  const [first, second] = [await take(), await take()];
  expect(await send(first.id)).toBe("taken");
  expect(await send(second.id)).toBe("used_up");
  await settlePayment(second, pay());
  expect(await stateOf(second.id)).toMatchObject({ status: "review", hold: "none" });
  expect([await countersOf(code), await countersOf(keys)]).toEqual([HELD, HELD]);
  expect(await stockOf(productId)).toEqual({ sold: 0, held: 1 });
  await expectLedgerConsistent(env, earlier);
});

test("a thing without a row is never free", async () => {
  const productId = await newProduct();
  const order = await open(productId, [`key:${productId}`]);
  expect(await send(order.id)).toBe("used_up");
  const payment = pay();
  await settlePayment(order, payment);
  expect(await accept(order.id, payment)).toMatchObject({ kind: "review", things: "sold_out" });
  await expectLedgerConsistent(env, earlier);
});

test("a counter that the record contradicts is stopped by its CHECK, and logged", async () => {
  const [productId, thing] = [await newProduct(), await insertThing(env.DB, 1)];
  const order = await open(productId, [thing]);
  await changeRow(env.DB, "orders", { id: order.id }, { hold: "held" });
  await changeRow(env.DB, "products", { id: productId }, { held: 1 });
  await changeRow(env.DB, "things", { id: thing }, { held: 0, sold: 1 });
  await settlePayment(order, pay());
  const ofOrder = events.filter((one) => one.order === order.id).map(({ event }) => event);
  expect(ofOrder).toContain("settlement_stopped");
  expect(await stateOf(order.id)).toMatchObject({ status: "review" });
  expect(await countersOf(thing)).toEqual(SOLD);
  await changeRow(env.DB, "things", { id: thing }, { held: 1, sold: 0 });
  await expectLedgerConsistent(env, earlier);
});

test("who holds a use has no second one in flight, and rests after a failed payment", async () => {
  const [productId, thing] = [await newProduct(), await insertThing(env.DB, 9)];
  const [first, second] = [await open(productId, [thing]), await open(productId, [thing])];
  const wallet = newAddress();
  expect(await send(first.id, signed(wallet))).toBe("taken");
  expect(await send(second.id, signed(wallet))).toBe("in_flight");
  await orders.releaseBuiltTransaction(first.id, 150, "rejected", OPENED_AT);
  expect(await send(second.id, signed(wallet))).toBe("penalty");
  expect(await countersOf(thing)).toEqual(NONE);
});

describe("the pre-signed form", () => {
  test("holds a quarter of the free uses, and what was not paid rests", async () => {
    const [productId, thing] = [await newProduct(), await insertThing(env.DB, 9)];
    const all = await Promise.all(Array.from({ length: 4 }, () => open(productId, [thing])));
    const [first, second, third, fourth] = all.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ];
    expect(await presign(first)).toBe("recorded");
    expect(await presign(second)).toBe("recorded");
    expect(await presign(third)).toBe("share_used_up");
    expect(await countersOf(thing)).toEqual({ held: 2, sold: 0 });
    await lapse(first);
    expect(await presign(third)).toBe("share_used_up");
    // A wallet that signs first is not kept out.
    expect(await send(fourth)).toBe("taken");
    expect(await presign(third, OPENED_AT + 11 * MINUTE_MS)).toBe("recorded");
    await expectLedgerConsistent(env, earlier);
  });

  test("is refused to several things, and to a use of a code that has few", async () => {
    const [unlimited, limited] = [await newProduct(), await newProduct({ saleLimit: 40 })];
    const [many, few] = [await insertThing(env.DB, 40), await insertThing(env.DB, 7)];
    const keys = await insertThing(env.DB, 3, `key:${unlimited}`);
    const refused = [
      await open(unlimited, [few]),
      await open(unlimited, [many, keys]),
      await open(limited, [many], "limited"),
    ];
    for (const { id } of refused) expect(await presign(id)).toBe("share_used_up");
    expect(await presign((await open(unlimited, [many])).id)).toBe("recorded");
    expect(await presign((await open(unlimited, [keys])).id)).toBe("recorded");
    expect([await countersOf(few), await countersOf(many)]).toEqual([NONE, HELD]);
  });

  test("counts a use of one person, and lets no other person rest for it", async () => {
    const productId = await newProduct();
    const thing = await insertThing(env.DB, 8);
    const own = `own:${thing.slice(4, 30)}-${crypto.randomUUID().slice(0, 8)}`;
    const first = await open(productId, [thing, own]);
    expect(await presign(first.id)).toBe("out_of_stock");
    for (const capacity of [1, 5]) await things.insert({ id: own, capacity });
    expect(await presign(first.id)).toBe("recorded");
    expect([await countersOf(thing), await countersOf(own)]).toEqual([HELD, HELD]);
    const again = await open(productId, [own]);
    expect([await send(again.id), await presign(again.id)]).toEqual(["used_up", "out_of_stock"]);
    const missing = { kind: "own", availability: "held" };
    expect(await orders.missingThing(again.id)).toEqual(missing);
    await lapse(first.id);
    // One that nobody else wants does not rest.
    expect(await presign(again.id)).toBe("recorded");
    expect(await presign((await open(productId, [thing])).id)).toBe("recorded");
    expect([await countersOf(thing), await countersOf(own)]).toEqual([HELD, HELD]);
    await settlePayment(again, pay());
    expect(await countersOf(own)).toEqual(SOLD);
    await expectLedgerConsistent(env, earlier);
  });

  test("lets a seller accept more than the uses of one person", async () => {
    const productId = await newProduct();
    const own = `own:code-${crypto.randomUUID().slice(0, 8)}`;
    await things.insert({ id: own, capacity: 1 });
    const [first, second] = [await open(productId, [own]), await open(productId, [own])];
    const again = pay();
    await settlePayment(first, pay());
    await settlePayment(second, again);
    expect(await stateOf(second.id)).toMatchObject({ reviewReason: "no_stock" });
    expect(await accept(second.id, again)).toEqual({ kind: "settled" });
    expect(await countersOf(own)).toEqual({ held: 0, sold: 2 });
    await expectLedgerConsistent(env, earlier);
  });

  test("is refused where another order holds the use", async () => {
    const [productId, thing] = [await newProduct(), await insertThing(env.DB, 8)];
    await changeRow(env.DB, "things", { id: thing }, { held: 8 });
    expect(await presign((await open(productId, [thing])).id)).toBe("out_of_stock");
    await changeRow(env.DB, "things", { id: thing }, { held: 0 });
  });
});

describe("the line for a unit", () => {
  const join = ({ id: orderId, productId, buyerUid }: Awaited<ReturnType<typeof open>>) =>
    line.join({ orderId, productId, uid: buyerUid ?? "" }, signed(), {
      minValidHeight: 40,
      at: OPENED_AT,
    });

  test("has no order whose code is used up, and none ahead of others", async () => {
    const productId = await newProduct({ saleLimit: 1 });
    const thing = await insertThing(env.DB, 1);
    const take = (things: string[]) => open(productId, things, "limited");
    const [holder, waiting, plain, late] = [
      await take([]),
      await take([thing]),
      await take([]),
      await take([thing]),
    ];
    expect(await send(holder.id)).toBe("taken");
    expect(await send(waiting.id)).toBe("held");
    expect(await join(waiting)).toBe(1);
    expect(await join(plain)).toBe(2);

    // Another product's order takes the use: who waits with it is passed over, and nobody joins with it.
    const user = await open(await newProduct(), [thing]);
    expect(await send(user.id)).toBe("taken");
    expect(await join(late)).toBe(null);
    expect(await send(late.id)).toBe("used_up");
    expect((await line.first(productId, 40, OPENED_AT))?.orderId).toBe(plain.id);
    await lapse(holder.id);
    expect(await send(plain.id)).toBe("taken");
    await lapse(plain.id);

    // The use is free again, and so is the unit: the first in line comes before others.
    await lapse(user.id);
    expect((await line.first(productId, 40, OPENED_AT))?.orderId).toBe(waiting.id);
    expect(await send(late.id)).toBe("held");
    expect(await send(waiting.id)).toBe("taken");
    await expectLedgerConsistent(env, earlier);
  });
});
