import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Order } from "../../../app/orders/rules/order";
import { createPurgeOrdersWithoutBuyer } from "../../../app/settlement/use-cases/purge-orders-without-buyer";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { removedOrdersIn } from "../../../db/orders/removed-orders";
import { r2OrderRecords } from "../../../workers/r2-order-records";
import { orderOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { newPayment, OPENED_AT, newOrder as open } from "../../support/worker-orders";

const DAY_MS = 86_400_000;

const db = openDb(env.DB);
const orders = ordersIn(db);
const removedOrders = removedOrdersIn(db);
const orderRecords = r2OrderRecords(env.FILES);
const ports = { clock: { now: () => OPENED_AT + 7 * DAY_MS }, removedOrders, orderRecords };
const purgeOrdersWithoutBuyer = createPurgeOrdersWithoutBuyer(ports);

let productId = "";
beforeAll(async () => {
  await insertPerson(env.DB, { uid: "seller" });
  await insertPerson(env.DB, { uid: "buyer" });
});
beforeEach(async () => {
  productId = await insertProduct(env.DB, "seller", { price: 1_000, recipient: "R" });
});

/** An ended order of an unproved wallet, with its record. */
async function ended(traits: Partial<Order> = {}): Promise<Order> {
  const order = await open({
    productId,
    ownerUid: "seller",
    buyerUid: null,
    buyerWallet: newAddress(),
    createdAt: OPENED_AT - 2 * DAY_MS,
    status: "expired",
    ...traits,
  });
  await orderRecords.put(order, "file");
  return order;
}

/** Whether each order still has its row and its record. */
const kept = (all: Order[]) =>
  Promise.all(
    all.map(async ({ id, reference }) => [
      (await orders.byId(id)) !== null,
      (await orderRecords.read(reference)) !== null,
    ]),
  );

// spec: limit.purge
test("an ended order without buyer goes with its record, unless a payment names it", async () => {
  const all = [
    await ended(),
    await ended(),
    await ended({ createdAt: OPENED_AT }),
    await ended({ buyerUid: "buyer" }),
  ];
  const short = { id: all[1]?.id ?? "", priceLamports: 1_000n };
  await orders.recordShort(short, newPayment(), OPENED_AT);
  await purgeOrdersWithoutBuyer();
  // A poll of the chain is still due.
  const both = [true, true];
  expect(await kept(all)).toEqual([both, both, both, both]);
  for (const { id } of all) await orders.schedulePoll(id, null);
  await purgeOrdersWithoutBuyer();
  expect(await kept(all)).toEqual([[false, false], both, both, both]);
});

// spec: buying.guest-secret
test("an ended order forgets its guest after two days", async () => {
  const now = ports.clock.now();
  const guest = { secretHash: newAddress(), wallet: newAddress(), signature: null };
  const opened = (days: number, traits: Partial<Order> = {}) =>
    ended({ createdAt: now - days * DAY_MS, buyerWallet: null, guest, ...traits });
  const all = [await opened(2.1), await opened(1.9), await opened(3, { status: "pending" })];
  await purgeOrdersWithoutBuyer();
  const guests = await Promise.all(all.map(async ({ id }) => (await orders.byId(id))?.guest));
  expect(guests).toEqual([null, guest, guest]);
});

test("a record that could not be removed is removed by the next run", async () => {
  const order = await ended();
  await orders.schedulePoll(order.id, null);
  const remove = () => Promise.reject(new Error("R2 is down"));
  const interrupted = createPurgeOrdersWithoutBuyer({ ...ports, orderRecords: { remove } });
  await expect(interrupted()).rejects.toThrow();
  expect(await kept([order])).toEqual([[false, true]]);
  await purgeOrdersWithoutBuyer();
  expect(await kept([order])).toEqual([[false, false]]);
});

test("no record goes because its row is absent, nor that of a row that was restored", async () => {
  const lost = orderOf({ productId, ownerUid: "seller", buyerUid: "buyer" });
  await orderRecords.put(lost, "file");
  const restored = await ended();
  await orders.schedulePoll(restored.id, null);
  const remove = () => Promise.reject(new Error("R2 is down"));
  const interrupted = createPurgeOrdersWithoutBuyer({ ...ports, orderRecords: { remove } });
  await expect(interrupted()).rejects.toThrow();
  await orders.insert(restored, OPENED_AT);
  await purgeOrdersWithoutBuyer();
  expect(await kept([lost, restored])).toEqual([
    [false, true],
    [true, true],
  ]);
});
