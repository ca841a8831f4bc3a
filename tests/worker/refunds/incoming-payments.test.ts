import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { readIncomingPayments } from "../../../app/refunds/use-cases/read-incoming-payments";
import { openDb } from "../../../db/client";
import { createIncomingPayments } from "../../../db/orders/incoming-payments";
import { ordersIn } from "../../../db/orders/orders";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const orders = ordersIn(db);
const deps = { incomingPayments: createIncomingPayments(db) };

/** Items of all pages, in order. */
async function pages(list: "toReview" | "sales"): Promise<string[][]> {
  const all: string[][] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readIncomingPayments>> = await readIncomingPayments(
      { sellerUid: "seller-of-many", list, before },
      deps,
    );
    all.push(page.items.map(({ orderId }) => orderId));
    before = page.next;
  } while (before !== null);
  return all;
}

// spec: refund.sales-list
test("pages list every incoming payment once, also those of the same time", async () => {
  await insertPerson(env.DB, { uid: "seller-of-many" });
  await insertProduct(env.DB, "seller-of-many", { id: "of-many" });
  const ids: string[] = [];
  for (let index = 0; index < 108; index++) {
    const buyerUid = `buyer-of-many-${index}`;
    const order = await newOrder({ productId: "of-many", ownerUid: "seller-of-many", buyerUid });
    // Three with the same time each; every second one is under review.
    const at = OPENED_AT + Math.floor(index / 3);
    const money = { ...newPayment(), payer: "Somebody" };
    if (index % 2 === 0) await orders.settle(order.id, money, at);
    else await orders.review(order.id, "late", money, at);
    ids.push(order.id);
  }
  for (const [list, remainder] of [
    ["sales", 0],
    ["toReview", 1],
  ] as const) {
    const found = await pages(list);
    expect(found.map(({ length }) => length)).toEqual([50, 4]);
    const expected = ids.filter((_, index) => index % 2 === remainder);
    expect(found.flat().sort()).toEqual(expected.sort());
  }
  const odd = { sellerUid: "seller-of-many", list: "sales" as const, before: "nonsense" };
  expect((await readIncomingPayments(odd, deps)).items).toHaveLength(50);
});
