import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { orderOfRecord } from "../../../app/orders/rules/order-record";
import { quote, termsText } from "../../../app/orders/rules/terms";
import { openDb } from "../../../db/client";
import { oldTermsIn } from "../../../db/orders/old-terms";
import { ordersIn } from "../../../db/orders/orders";
import { productsIn } from "../../../db/products/products";
import { r2OrderRecords } from "../../../workers/r2-order-records";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newOrder, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const orders = ordersIn(db);
const records = r2OrderRecords(env.FILES);
const ownerUid = crypto.randomUUID();
let productId = "";

beforeAll(() => insertPerson(env.DB, { uid: ownerUid }));
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM users WHERE uid = ?")
    .bind(ownerUid)
    .run()
    .catch(() => {});
  await insertPerson(env.DB, { uid: ownerUid }).catch(() => {});
  productId = await insertProduct(env.DB, ownerUid, {
    price: 1_000,
    recipient: newAddress(),
    saleLimit: 4,
  });
});

async function opened() {
  const product = await productsIn(db).byId(productId);
  if (!product) throw new Error("no product");
  const { recipient } = product;
  const terms = quote(product, { feeBps: 100, platform: newAddress() });
  const traits = { productId, ownerUid, buyerUid: crypto.randomUUID(), recipient, terms };
  return newOrder({ ...traits, saleType: "limited" });
}

const takeUnit = (id: string) =>
  orders.takeUnit(
    id,
    {
      transaction: newSignature(),
      account: newAddress(),
      signature: newSignature(),
      lastValidBlockHeight: 150,
    },
    { minValidHeight: 40, slot: 1, at: OPENED_AT },
  );

test("the database and the record beside it have the same document, which is read back", async () => {
  const order = await opened();
  const row = await env.DB.prepare(
    "SELECT terms, product_version AS version FROM orders WHERE id = ?",
  )
    .bind(order.id)
    .first();
  expect(row).toEqual({ terms: termsText(order.terms), version: 1 });
  await records.put(order, null);
  const record = await records.read(order.reference);
  expect(record?.terms).toBe(row?.terms);
  expect(record && orderOfRecord(record).terms).toEqual(order.terms);
  expect((await orders.byId(order.id))?.terms).toEqual(order.terms);
});

test("a record or a row of the version before has the terms of its columns", async () => {
  const order = await opened();
  await changeRow(env.DB, "orders", { id: order.id }, { terms: null, product_version: null });
  const [fee, share] = order.terms.legs;
  const legs = [{ ...fee, wallet: order.platform }, share];
  const expected = { legs, takes: order.terms.takes, productVersion: null };
  expect((await orders.byId(order.id))?.terms).toMatchObject(expected);
  await records.put(order, null);
  const record = await records.read(order.reference);
  expect(record && orderOfRecord({ ...record, terms: null }).terms).toMatchObject(expected);
});

test("the cron writes the documents of old rows by their columns, once", async () => {
  const { fill } = oldTermsIn(db);
  await fill();
  const [old, known] = [await opened(), await opened()];
  await changeRow(env.DB, "orders", { id: old.id }, { terms: null, product_version: null });
  const expected = (await orders.byId(old.id))?.terms;
  expect([await fill(), await fill()]).toEqual([1, 0]);
  const { results } = await env.DB.prepare(
    "SELECT id, terms, product_version AS version FROM orders WHERE id IN (?, ?)",
  )
    .bind(old.id, known.id)
    .all();
  expect(results).toHaveLength(2);
  expect(results).toContainEqual({
    id: old.id,
    terms: expected && termsText(expected),
    version: null,
  });
  expect(results).toContainEqual({ id: known.id, terms: termsText(known.terms), version: 1 });
});

test.each<[string, (text: string) => string]>([
  ["another version", (text) => text.replace('"version":1', '"version":2')],
  ["a leg that is larger", (text) => text.replace('"amount":"990"', '"amount":"991"')],
  [
    "other shares of the same price",
    (text) => text.replace('"10"', '"20"').replace('"990"', '"980"'),
  ],
  ["no JSON", () => "{"],
])(
  "an order whose document has %s is not read, so that nothing settles it",
  async (_what, change) => {
    const order = await opened();
    const text = change(termsText(order.terms));
    expect(text).not.toBe(termsText(order.terms));
    await changeRow(env.DB, "orders", { id: order.id }, { terms: text });
    await expect(orders.byId(order.id)).rejects.toThrow(/terms|JSON/);
  },
);

// spec: stock.counts
test.each<[string, Record<string, string | number>, boolean]>([
  ["its price", { price_lamports: 1_100 }, true],
  ["its wallet", { recipient: newAddress() }, true],
  ["its kind of sale", { sale_type: "unique" }, true],
  ["its limit", { sale_limit: 5 }, false],
  ["its texts", { title: "Another", description: "Other words" }, false],
])(
  "an edit of %s counts, also once it is taken back, and only for orders that know it",
  async (_what, change, counts) => {
    const [order, old] = [await opened(), await opened()];
    await changeRow(env.DB, "orders", { id: old.id }, { terms: null, product_version: null });
    const before = await env.DB.prepare("SELECT * FROM products WHERE id = ?")
      .bind(productId)
      .first();
    await changeRow(env.DB, "products", { id: productId }, change);
    const back = Object.fromEntries(
      Object.keys(change).map((name) => [name, before?.[name] as string | number]),
    );
    await changeRow(env.DB, "products", { id: productId }, back);
    expect((await productsIn(db).byId(productId))?.version).toBe(counts ? 3 : 1);
    expect(await takeUnit(order.id)).toBe(counts ? "changed" : "taken");
    expect(await takeUnit(old.id)).toBe("taken");
  },
);
