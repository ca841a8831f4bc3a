import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { SALE_KINDS } from "../../../app/orders/rules/ledger-kinds";
import { MAX_HOSTS_OF_DAY } from "../../../app/products/rules/sources";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { sourceNamesIn } from "../../../db/products/sources";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { orderOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { insertion } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { publish } from "../../support/upload";
import { newPayment, OPENED_AT } from "../../support/worker-orders";

const DAY_MS = 86_400_000;
const db = openDb(env.DB);
const orders = ordersIn(db);
const names = sourceNamesIn(db);

let seller: Seller;
let productId: string;
beforeAll(async () => {
  seller = await newSeller();
  productId = await publish(seller);
  await names.add(seller.uid, "newsletter", 1);
});

async function all<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all();
  return results as Row[];
}

async function sourceOf(orderId: string): Promise<string | null | undefined> {
  const [row] = await all<{ source: string | null }>(
    "SELECT source FROM orders WHERE id = ?",
    orderId,
  );
  return row?.source;
}

const newestOrder = async (buyer: Seller) =>
  (
    await all<{ id: string }>(
      "SELECT id FROM orders WHERE buyer_uid = ? ORDER BY rowid DESC LIMIT 1",
      buyer.uid,
    )
  )[0]?.id ?? "";

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  SELF.fetch(ORIGIN + path, {
    method: "POST",
    headers: { Origin: ORIGIN, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

describe("an order has the source of the page", () => {
  /** What a page, or anyone, may send, and what is kept. */
  const CASES: [sent: Record<string, unknown>, kept: string | null][] = [
    [{ src: "newsletter", referrer: "direct" }, "src:newsletter"],
    [{ src: "newsletter" }, "src:newsletter"],
    [{ src: "made-up", referrer: "example.com" }, "example.com"],
    [{ src: "made-up" }, null],
    [{ src: null, referrer: "shop" }, "shop"],
    [{ referrer: "other" }, "other"],
    [{}, null],
    [{ src: "", referrer: "" }, null],
    [{ src: 7, referrer: { a: 1 } }, null],
    [{ src: ["newsletter"], referrer: ["direct"] }, null],
    [{ src: "src:newsletter", referrer: "src:newsletter" }, null],
    [{ src: "Newsletter", referrer: "EXAMPLE.COM" }, null],
    [{ src: "a'; DROP TABLE orders", referrer: "https://example.com/a" }, null],
    [{ src: "x".repeat(33), referrer: `${"x.".repeat(50)}com` }, null],
    [{ src: "\u0000", referrer: "localhost" }, null],
    [{ referrer: "www.example.com" }, null],
    [{ referrer: "192.168.0.1" }, null],
  ];

  // spec: seller.source-of-sale
  test.each(CASES)("of a guest: %j", async (sent, kept) => {
    const answer = await post("/api/checkout", { productId, wallet: newAddress(), ...sent });
    expect(answer.status).toBe(201);
    const text = await answer.text();
    expect(text).not.toContain("newsletter");
    expect(await sourceOf(JSON.parse(text).transactionId)).toBe(kept);
  });

  // spec: seller.source-of-sale
  test("of an account, and keeps the first one where it is opened again", async () => {
    const buyer = await newSeller();
    const open = async (sent: object) => {
      const answer = await buyer.call("/api/transactions", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ productId, ...sent }),
      });
      const { transactionId } = await answer.json<{ transactionId: string }>();
      return [answer.status, await sourceOf(transactionId)];
    };
    expect(await open({ src: "newsletter", referrer: "example.com" })).toEqual([
      201,
      "src:newsletter",
    ]);
    expect(await open({ src: null, referrer: "example.org" })).toEqual([200, "src:newsletter"]);
    expect(await open({})).toEqual([200, "src:newsletter"]);
  });

  const sendForm = async (fields: Record<string, string>, referer?: string) => {
    const buyer = await newSeller();
    const answer = await buyer.call(`/acheter/${productId}`, {
      method: "POST",
      headers: referer === undefined ? {} : { Referer: referer },
      body: new URLSearchParams({ intent: "buy", buyerWallet: "", ...fields }),
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(`/acheter/${productId}`);
    return sourceOf(await newestOrder(buyer));
  };

  test("that a form says, or the address of its page where it is sent without script", async () => {
    const page = `${ORIGIN}/acheter/${productId}`;
    const empty = { src: "", referrer: "" };
    expect(await sendForm({ src: "newsletter", referrer: "direct" })).toBe("src:newsletter");
    expect(await sendForm({ src: "", referrer: "example.com" }, `${page}?src=newsletter`)).toBe(
      "example.com",
    );
    expect(await sendForm(empty, `${page}?src=newsletter`)).toBe("src:newsletter");
    expect(await sendForm(empty, page)).toBeNull();
    expect(await sendForm({})).toBeNull();
    expect(await sendForm(empty, `${ORIGIN}/acheter/other?src=newsletter`)).toBeNull();
    expect(await sendForm(empty, `https://example.com/acheter/${productId}?src=newsletter`)).toBe(
      null,
    );
    expect(await sendForm(empty, "%%%")).toBeNull();
  });

  test("and one by an Action has none", async () => {
    const account = newAddress();
    const path = `/api/actions/buy/${productId}?src=newsletter`;
    await post(path, { account, src: "newsletter", referrer: "direct" });
    const rows = await all("SELECT source FROM orders WHERE buyer_wallet = ?", account);
    expect(rows).toEqual([{ source: null }]);
    const action = await SELF.fetch(ORIGIN + path);
    expect(await action.text()).not.toContain("newsletter");
  });
});

describe("sales by source", () => {
  const open = async (
    of: { uid: string; id: string },
    source?: { name: string | null; from: string | null },
  ) => {
    const { uid: buyerUid } = await insertPerson(env.DB);
    const ids = { productId: of.id, ownerUid: of.uid, buyerUid };
    const order = orderOf({ ...ids, createdAt: OPENED_AT });
    expect(await orders.insert(order, OPENED_AT, source ? { source } : {})).toBe(true);
    return order;
  };
  const pay = async (order: { id: string }, at = OPENED_AT) => {
    const payment = newPayment();
    expect(await orders.settle(order.id, payment, at)).toBe("settled");
    return payment;
  };
  const newProduct = async (wallet?: string) => {
    const { uid } = await insertPerson(env.DB, wallet === undefined ? {} : { wallet });
    return { uid, id: await insertProduct(env.DB, uid) };
  };
  const sums = (id: string) =>
    all<{ day: number; source: string; views: number; sales: number }>(
      "SELECT day, source, views, sales FROM source_days WHERE product_id = ? ORDER BY day, source",
      id,
    );
  const day = Math.floor(OPENED_AT / DAY_MS);

  // spec: seller.source-of-sale
  test("are added with the ledger, and taken back by a roll-back and a refund", async () => {
    const of = await newProduct();
    await names.add(of.uid, "a", 1);
    const first = await open(of, { name: "a", from: "direct" });
    const second = await open(of, { name: null, from: "example.com" });
    const third = await open(of);
    const payments = [await pay(first), await pay(second), await pay(third)];
    // A name that is removed keeps its sales, and those of open orders.
    await names.remove(of.uid, "a");
    expect(await sums(of.id)).toEqual([
      { day, source: "example.com", views: 0, sales: 1 },
      { day, source: "src:a", views: 0, sales: 1 },
    ]);
    await orders.rollBack(first.id, payments[0]?.signature ?? "", OPENED_AT + DAY_MS);
    expect(await sums(of.id)).toContainEqual({
      day: day + 1,
      source: "src:a",
      views: 0,
      sales: -1,
    });
    await pay(first, OPENED_AT + DAY_MS);
    expect(await sums(of.id)).toContainEqual({ day: day + 1, source: "src:a", views: 0, sales: 0 });
    await refund(second.id, payments[1]?.payer ?? "", OPENED_AT + DAY_MS);
    expect(await sums(of.id)).toContainEqual({
      day: day + 1,
      source: "example.com",
      views: 0,
      sales: -1,
    });
    const [total] = await all<{ sales: number }>(
      "SELECT sum(sales) AS sales FROM product_days WHERE product_id = ?",
      of.id,
    );
    expect(total).toEqual({ sales: 2 });
  });

  async function refund(orderId: string, payer: string, at: number): Promise<void> {
    const refunds = refundsIn(db);
    const [paid] = await all<{ lamports: number }>(
      "SELECT sum(lamports) AS lamports FROM ledger WHERE order_id = ? AND kind NOT LIKE 'fee%'",
      orderId,
    );
    const reference = newAddress();
    const terms = {
      orderId,
      reference,
      payer,
      lamports: BigInt(paid?.lamports ?? 0),
      closes: true,
    };
    const opened = { ...terms, encryptedSecret: "x", transaction: "x", builtAt: at };
    expect(await refunds.open({ ...opened, lastValidBlockHeight: 1 }, at)).toBe(true);
    await refunds.complete(reference, { signature: newAddress(), slot: 6 }, at);
  }

  // spec: seller.source-of-sale
  test("of a host beyond those that are kept are others'", async () => {
    const of = await newProduct();
    const hosts = Array.from({ length: MAX_HOSTS_OF_DAY }, (_, at) => `host-${at}.example`);
    await env.DB.batch(
      ["direct", ...hosts].map((source) =>
        insertion(env.DB, "source_days", {
          owner_uid: of.uid,
          day,
          product_id: of.id,
          source,
          views: 1,
          sales: 0,
        }),
      ),
    );
    await names.add(of.uid, "a", 1);
    for (const from of ["new.example", "host-3.example", "shop"]) {
      await pay(await open(of, { name: null, from }));
    }
    await pay(await open(of, { name: "a", from: "new.example" }));
    const sold = (await sums(of.id)).filter(({ sales }) => sales !== 0);
    expect(sold.map(({ source, sales }) => [source, sales])).toEqual([
      ["host-3.example", 1],
      ["other", 1],
      ["shop", 1],
      ["src:a", 1],
    ]);
    expect(await sums(of.id)).toHaveLength(MAX_HOSTS_OF_DAY + 4);
  });

  test("cost one row where the source is known, one more with a new one, none without", async () => {
    const of = await newProduct();
    const written = async (order: { id: string }) => {
      const entry = {
        order_id: order.id,
        product_id: of.id,
        owner_uid: of.uid,
        kind: "sale",
        lamports: 1,
        signature: newAddress(),
        slot: 1,
        at: OPENED_AT,
      };
      return (await insertion(env.DB, "ledger", entry).run()).meta.rows_written;
    };
    await written(await open(of));
    const without = await written(await open(of));
    const source = { name: null, from: "example.com" };
    expect(await written(await open(of, source))).toBe(without + 2);
    expect(await written(await open(of, source))).toBe(without + 1);
  });

  test("count the kinds that count as sales, and keep as many hosts as views do", async () => {
    const [trigger] = await all<{ sql: string }>(
      "SELECT sql FROM sqlite_master WHERE name = 'ledger_source_sale_added'",
    );
    expect(trigger?.sql).toContain(`(${SALE_KINDS.map((kind) => `'${kind}'`).join(", ")})`);
    expect(trigger?.sql).toContain(`< ${MAX_HOSTS_OF_DAY} THEN`);
  });

  test("go with their names to the account that remains, and end with an account", async () => {
    const wallet = newAddress();
    const [from, to] = [await newProduct(wallet), await newProduct()];
    for (const name of ["a", "b"]) await names.add(from.uid, name, 1);
    await names.add(to.uid, "b", 1);
    await pay(await open(from, { name: "a", from: null }));
    const lifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);
    await lifecycle.merge({ from: from.uid, to: to.uid, wallet }, OPENED_AT);
    expect(await names.ofOwner(from.uid)).toEqual([]);
    expect(await names.ofOwner(to.uid)).toEqual(["a", "b"]);
    expect(
      await all("SELECT owner_uid, sales FROM source_days WHERE product_id = ?", from.id),
    ).toEqual([{ owner_uid: to.uid, sales: 1 }]);
    await lifecycle.remove(to.uid, crypto.randomUUID(), OPENED_AT);
    expect(await names.ofOwner(to.uid)).toEqual([]);
    expect(await sums(from.id)).toEqual([]);
  });
});
