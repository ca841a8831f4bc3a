import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { openDb } from "../../../db/client";
import {
  downloadTokensIn,
  MAX_STARTED_LINKS,
  MAX_UNUSED_LINKS,
} from "../../../db/library/download-tokens";
import { ordersIn } from "../../../db/orders/orders";
import { createFirstTokens } from "../../../workers/first-tokens";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const tokens = downloadTokensIn(db);
const firstTokens = createFirstTokens("a secret that only this test knows");
const orders = ordersIn(db, { firstTokens });

const all = async () =>
  (await env.DB.prepare("SELECT * FROM download_tokens ORDER BY rowid").all()).results;
const token = (uid: string, issuedAt: number, productId = "product") => ({
  uid,
  productId,
  releaseId: "file",
  issuedAt,
  startedAt: null,
  revokedAt: null,
  isGranted: false,
});

const right = (uid: string, product_id: string) => ({
  order_id: `order of ${uid} for ${product_id}`,
  product_id,
  uid,
  created_at: 0,
});

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM download_tokens").run();
  await env.DB.prepare("DELETE FROM rights").run();
});

describe("a link", () => {
  test("is written for who has a right or sells the product, and for nobody else", async () => {
    const seller = (await insertPerson(env.DB)).uid;
    const product = await insertProduct(env.DB, seller);
    await insertRow(env.DB, "rights", right("buyer", product));
    expect(await tokens.insert("of-seller", token(seller, 0, product))).toBe(true);
    expect(await tokens.insert("of-buyer", token("buyer", 0, product))).toBe(true);
    expect(await tokens.insert("of-other", token("other", 0, product))).toBe(false);
    await changeRow(env.DB, "rights", { uid: "buyer" }, { revoked_at: 1 });
    expect(await tokens.insert("too-late", token("buyer", 0, product))).toBe(false);
    expect((await all()).map((row) => row.token_hash)).toEqual(["of-seller", "of-buyer"]);
  });
});

describe("links of one person for one product", () => {
  beforeEach(async () => {
    const rights = [
      ["other", "product"],
      ["buyer", "another"],
      ["buyer", "product"],
    ] as const;
    for (const [uid, product] of rights) await insertRow(env.DB, "rights", right(uid, product));
  });

  // spec: delivery.link-bounds
  test("are bounded by the write that adds one: the oldest unused go", async () => {
    await tokens.insert("other-person", token("other", 0));
    await tokens.insert("other-product", token("buyer", 0, "another"));
    await tokens.insert("started", token("buyer", 0));
    await tokens.start("started", 1);
    const issue = (at: number) => tokens.insert(`link-${at}`, token("buyer", at));
    for (let at = 1; at <= MAX_UNUSED_LINKS + 30; at += 1) await issue(at);
    const left = (await all()).map((row) => row.token_hash);
    expect(left).toEqual([
      "other-person",
      "other-product",
      "started",
      ...Array.from({ length: MAX_UNUSED_LINKS }, (_, at) => `link-${at + 31}`),
    ]);
  });

  test("that were started are bounded too, the oldest first", async () => {
    for (let at = 1; at <= MAX_STARTED_LINKS + 5; at += 1) {
      await tokens.insert(`link-${at}`, token("buyer", at));
      await tokens.start(`link-${at}`, at);
    }
    await tokens.insert("last", token("buyer", 1_000));
    const left = (await all()).map((row) => row.token_hash);
    expect(left).toHaveLength(MAX_STARTED_LINKS + 1);
    expect(left.slice(0, 1)).toEqual(["link-6"]);
  });
});

describe("a settlement", () => {
  async function newSale() {
    const { uid } = await insertPerson(env.DB);
    const file = { key: `file-${uid}`, name: "a" };
    const productId = await insertProduct(env.DB, uid, {}, file);
    return newOrder({ productId, ownerUid: uid, buyerUid: `buyer-of-${productId}` });
  }

  // spec: transition.order.download
  test("writes the purchase's first link with it, once", async () => {
    const order = await newSale();
    const payment = newPayment();
    const at = OPENED_AT + 5;
    for (const again of [0, 1, 2]) await orders.settle(order.id, payment, at + again);
    expect(await all()).toEqual([
      {
        token_hash: await hashToken(await firstTokens.tokenOf(order.id, at)),
        uid: order.buyerUid,
        product_id: order.productId,
        release_id: null,
        file_key: `file-${order.ownerUid}`,
        issued_at: at,
        started_at: null,
        revoked_at: null,
        is_granted: 0,
      },
    ]);
    expect((await orders.byId(order.id))?.settledAt).toBe(at);
  });

  test("that is rolled back and settles again has another link; the first stays revoked", async () => {
    const order = await newSale();
    const payment = newPayment();
    await orders.settle(order.id, payment, 10);
    await orders.rollBack(order.id, payment.signature, 20);
    await orders.settle(order.id, payment, 30);
    expect(await all()).toMatchObject([
      { issued_at: 10, revoked_at: 20 },
      { issued_at: 30, revoked_at: null },
    ]);
  });

  test("of a signature that settled another order writes none", async () => {
    const [order, other] = [await newSale(), await newSale()];
    const payment = newPayment();
    await orders.settle(order.id, payment, 10);
    expect(await orders.settle(other.id, payment, 11)).toBe("refused");
    expect(await all()).toHaveLength(1);
  });
});

test("a first token depends on the secret, the order and the settlement", async () => {
  const other = createFirstTokens("another secret");
  const made = await Promise.all([
    firstTokens.tokenOf("order", 1),
    firstTokens.tokenOf("order", 1),
    firstTokens.tokenOf("order", 2),
    firstTokens.tokenOf("order2", 1),
    other.tokenOf("order", 1),
  ]);
  expect(new Set(made).size).toBe(4);
  expect(made[0]).toMatch(/^[\w-]{43}$/);
});
