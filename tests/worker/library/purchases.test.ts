import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { boughtItems, refundedItems } from "../../../db/orders/purchases";
import { refundsIn } from "../../../db/orders/refunds";
import { countOwned, existsRight, holderOf, IS_LIVE, liveRight } from "../../../db/orders/rights";
import { insertOrder, paymentOf } from "../../support/factories/order";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";

const TERMS = {
  priceLamports: 1_250_000_000n,
  feeLamports: 12_500_000n,
};
const HOUR_MS = 3_600_000;
const PAID_AT = Date.UTC(2026, 5, 30, 12);

const db = openDb(env.DB);
const orders = ordersIn(db);
const refunds = refundsIn(db);
let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

const newProduct = (title: string) => insertProduct(env.DB, seller.uid, { title });

async function buy(buyer: Seller, productId: string, at: number, settles = true) {
  const traits = { productId, ownerUid: seller.uid, buyerUid: buyer.uid, ...TERMS };
  const { id } = await insertOrder(env.DB, { ...traits, recipient: seller.wallet });
  const payment = paymentOf(TERMS, { payer: newAddress(), surplus: 0n });
  if (settles) await orders.settle(id, payment, at);
  return { id, payer: payment.payer, signature: payment.signature };
}

async function refund({ id, payer }: { id: string; payer: string }, at: number): Promise<string> {
  const [reference, signature] = [newAddress(), newSignature()];
  const built = { transaction: "", builtAt: at, lastValidBlockHeight: 1 };
  const lamports = TERMS.priceLamports;
  await refunds.open(
    { reference, orderId: id, payer, lamports, closes: true, ...built, encryptedSecret: "" },
    at,
  );
  await refunds.complete(reference, { signature, slot: 9 }, at);
  return signature;
}

/** The cards of the list by their orders, in order, and the address of the next page. */
async function list(buyer: Seller, path = "/purchases", locale = "en") {
  const headers = { Cookie: `${buyer.cookie}; locale=${locale}; tz=UTC` };
  const html = await (await buyer.call(path, { headers })).text();
  const cards = [...html.matchAll(/<li data-purchase="([^"]+)".*?<\/li>/gs)];
  const next = /href="([^"]*before=\d+)"/.exec(html)?.[1] ?? null;
  return { cards: new Map(cards.map(([card, id = ""]) => [id, card])), next };
}

const textOf = (html = "") => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

// spec: delivery.refunded
test("a refunded purchase stays, with its receipt and refund in place of the download", async () => {
  const buyer = await newSeller();
  const productId = await newProduct("Atlas");
  const first = await buy(buyer, productId, PAID_AT);
  const signature = await refund(first, PAID_AT + HOUR_MS);
  const file = `href="/purchases/${productId}/file"`;
  for (const [locale, ...words] of [
    ["en", /Refunded on Jun 30, 2026/, "Amount refunded: 1.25 SOL", "Refund transaction"],
    ["fr", /Remboursé le 30 juin 2026/, "Montant remboursé : 1,25 SOL", "du remboursement"],
  ] as const) {
    const card = (await list(buyer, "/purchases", locale)).cards.get(first.id);
    const text = textOf(card);
    for (const word of words) expect(text).toMatch(word);
    expect(card).toContain(`title="${signature}"`);
    expect(card).toContain(`href="/purchases/${first.id}/receipt"`);
    expect(card).not.toContain(file);
  }

  // Bought again: both are there, and the live one has the download before its other links.
  const second = await buy(buyer, productId, PAID_AT + 2 * HOUR_MS);
  const { cards } = await list(buyer);
  expect([...cards.keys()]).toEqual([second.id, first.id]);
  const links = [...(cards.get(second.id) ?? "").matchAll(/href="([^"]+)"[^>]*>([^<]*)/g)];
  expect(links.slice(1).map(([, , words]) => words)).toEqual([
    "Download",
    "Receipt",
    "Review",
    "Proof of purchase",
    "Contact the seller",
    "Withdraw",
  ]);
  expect(cards.get(second.id)).toContain(file);
  expect(cards.get(first.id)).not.toContain(file);
  expect(cards.get(first.id)).toContain("Refunded on");
});

test("what was rolled back, or refunded before it gave the file, is no purchase", async () => {
  const buyer = await newSeller();
  const lost = await buy(buyer, await newProduct("Lost"), PAID_AT);
  await orders.rollBack(lost.id, lost.signature, PAID_AT + 1);
  const late = await buy(buyer, await newProduct("Late"), PAID_AT, false);
  await changeRow(env.DB, "orders", { id: late.id }, { status: "refunded", refunded_at: PAID_AT });
  expect([...(await list(buyer)).cards.keys()]).toEqual([]);
});

// spec: delivery.refunded
test("pages hold live and refunded purchases, each once, newest first", async () => {
  const buyer = await newSeller();
  const many = await newProduct("Many");
  const sales = { ownerUid: seller.uid, productId: many, count: 60, refundEach: 1 };
  await insertManySales(env.DB, { ...sales, from: PAID_AT, everyMs: HOUR_MS });
  await changeRow(env.DB, "orders", { product_id: many }, { buyer_uid: buyer.uid });
  const live = await buy(buyer, await newProduct("Live"), PAID_AT + 30.5 * HOUR_MS);
  const first = await list(buyer);
  expect(first.cards.size).toBe(48);
  const second = await list(buyer, first.next ?? "");
  expect(second.next).toBeNull();
  const all = [...first.cards.keys(), ...second.cards.keys()];
  const ids = Array.from({ length: 60 }, (_, at) => `${many}:${59 - at}`);
  expect(all).toEqual([...ids.slice(0, 29), live.id, ...ids.slice(29)]);

  const { sql, params } = refundedItems(db, { uid: buyer.uid, limit: 49, before: 1 }).toSQL();
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  const steps = plan.results.map(({ detail }) => detail).join("; ");
  expect(steps).toContain(
    "orders_refunded_of_buyer (buyer_uid=? AND settled_at>? AND settled_at<?)",
  );
  expect(steps).not.toMatch(/SCAN|TEMP B-TREE/);
});

test.each([
  ["of a product", liveRight("x", "x")],
  ["of a library", boughtItems(db, { uid: "x", limit: 49, before: 1 }).getSQL()],
  ["of an order", sql`SELECT ${holderOf("x")}`],
  ["counted", sql`SELECT ${countOwned("x")}`],
  [
    "asked of many orders",
    sql`SELECT id FROM orders o WHERE o.buyer_uid = 'x' AND ${existsRight(
      sql`r.uid = o.buyer_uid AND r.product_id = o.product_id AND ${IS_LIVE}`,
    )}`,
  ],
])("rights %s are found by an index, those of purchases without one as well", async (_of, of) => {
  const { sql: text, params } = new SQLiteSyncDialect().sqlToQuery(of);
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
    .bind(...params)
    .all<{ detail: string }>();
  const steps = plan.results.map(({ detail }) => detail);
  expect(steps.filter((step) => /^SEARCH r /.test(step))).toHaveLength(2);
  expect(steps.filter((step) => /^SCAN (?!CONSTANT ROW|l$|\(subquery)/.test(step))).toEqual([]);
});
