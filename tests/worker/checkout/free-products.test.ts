import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { spendFreeBytes } from "../../../app/library/use-cases/free-downloads";
import { openDb } from "../../../db/client";
import { createRateLimits } from "../../../db/http/rate-limits";
import { ordersIn } from "../../../db/orders/orders";
import { insertOrder, paymentOf } from "../../support/factories/order";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { productForm, publish } from "../../support/upload";

const db = openDb(env.DB);
const FREE = { free: "on", price: "" };
let seller: Seller;

beforeAll(async () => {
  seller = await newSeller();
  await changeRow(env.DB, "users", { uid: seller.uid }, { may_give_free: 1 });
});

const post = (person: Seller, path: string, body: unknown, headers: Record<string, string> = {}) =>
  person.call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const take = (person: Seller, productId: string) =>
  post(person, "/api/transactions", { productId });
const form = (person: Seller, path: string, fields: Record<string, string>) =>
  person.call(path, { method: "POST", body: new URLSearchParams(fields) });
const rows = async (table: string, productId: string) =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE product_id = ?`).bind(productId).all())
    .results as Record<string, unknown>[];
const codeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error: { code: string } }).error.code,
];

// spec: free.offered
describe("who may offer a free product", () => {
  const start = (person: Seller, fields: Record<string, string>) =>
    person.call("/api/uploads", {
      method: "POST",
      body: productForm(person.wallet, {
        fileName: "rain.wav",
        fileSize: "9",
        fileType: "audio/wav",
        ...fields,
      }),
    });

  test("nobody before a sale, with words", async () => {
    const answer = await start(await newSeller(), FREE);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      error: {
        code: "invalid_input",
        message: expect.stringContaining("first sale"),
      },
    });
  });

  test("a seller with a settled sale", async () => {
    const [person, buyer] = [await newSeller(), await newSeller()];
    const productId = await publish(person);
    const order = await insertOrder(env.DB, {
      productId,
      ownerUid: person.uid,
      buyerUid: buyer.uid,
    });
    await ordersIn(db).settle(order.id, paymentOf(order, { payer: newAddress() }), Date.now());
    expect((await start(person, FREE)).status).toBe(201);
  });

  test.each(["unique", "limited"])("nobody for a product that is %s", async (saleType) => {
    const answer = await start(seller, { ...FREE, saleType });
    expect(await answer.text()).toContain("can’t be unique or limited");
  });

  test("a price of 0 stays invalid, and an empty one incomplete", async () => {
    expect(await codeOf(await start(seller, { price: "0" }))).toEqual([422, "invalid_price"]);
    expect(await codeOf(await start(seller, { price: "" }))).toEqual([422, "invalid_input"]);
  });

  test("an edit makes a product free and gives it a price again", async () => {
    const productId = await publish(seller);
    const edit = async (fields: Record<string, string>) => {
      const row = await env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(productId);
      const { updated_at: updatedAt } = (await row.first()) ?? {};
      const body = productForm(seller.wallet, { updatedAt: String(updatedAt), ...fields });
      const length = String((await new Response(body).arrayBuffer()).byteLength + 1_000);
      const answer = await seller.call(`/edit/${productId}`, {
        method: "POST",
        headers: { "Content-Length": length },
        body,
      });
      const saved = await row.first<Record<string, unknown>>();
      return [answer.status, saved?.is_free, saved?.price_lamports, saved?.version];
    };
    expect(await edit(FREE)).toEqual([302, 1, 0, 2]);
    expect(await edit({ price: "0.5" })).toEqual([302, 0, 500_000_000, 3]);
  });
});

describe("taking one", () => {
  // spec: free.grant
  test("the API gives it at once, and again; a visitor signs in", async () => {
    const [person, id] = [await newSeller(), await publish(seller, FREE)];
    for (let run = 0; run < 2; run++) {
      const answer = await take(person, id);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { status: "owned", productId: id },
      ]);
    }
    expect(await rows("rights", id)).toMatchObject([{ uid: person.uid, grant_reason: "free" }]);
    expect(await rows("orders", id)).toEqual([]);
    const visitor = await SELF.fetch(`${ORIGIN}/api/transactions`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN },
      body: JSON.stringify({ productId: id }),
    });
    expect(visitor.status).toBe(401);
    expect(await codeOf(await take(seller, id))).toEqual([409, "own_product"]);
  });

  // spec: free.payment
  test("no order is opened by a guest or by a wallet", async () => {
    const [person, id] = [await newSeller(), await publish(seller, FREE)];
    const wallet = newAddress();
    const asked = [
      await post(person, "/api/checkout", { productId: id, wallet }),
      await SELF.fetch(`${ORIGIN}/api/actions/buy/${id}`),
      await post(person, `/api/actions/buy/${id}`, { account: wallet }),
    ];
    for (const answer of asked) expect(await codeOf(answer)).toEqual([409, "inactive"]);
    expect(await rows("orders", id)).toEqual([]);
  });

  test("the page's form gives it, and has words where it is refused", async () => {
    const [person, id] = [await newSeller(), await publish(seller, FREE)];
    const before = await (await person.call(`/acheter/${id}`)).text();
    expect(before).toContain("Get it for free");
    const answer = await form(person, `/acheter/${id}`, { intent: "get" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/acheter/${id}`]);
    const after = await (await person.call(`/acheter/${id}`)).text();
    expect(after).toContain("It is yours, for free");
    expect(after).not.toContain("/receipt");
    const paid = await publish(seller);
    const refused = await form(person, `/acheter/${paid}`, { intent: "get" });
    expect(await refused.text()).toContain("Product not available");
  });
});

// spec: free.words
test("pages say that it is free, and the seller sees how many have it", async () => {
  const [person, id] = [await newSeller(), await publish(seller, FREE)];
  await take(person, id);
  for (const path of [`/acheter/${id}`, `/preview/${id}`, `/sell/${seller.uid}`, "/shop"]) {
    const html = await (await person.call(path)).text();
    expect(html, path).toMatch(/>Free</);
    expect(html, path).not.toMatch(/>0<span[^>]*>SOL/);
  }
  for (const path of [`/edit/${id}/poster`, `/edit/${id}/counter`]) {
    expect(await (await seller.call(path)).text(), path).toMatch(/>Free</);
  }
  const dashboard = await (await seller.call("/dashboard")).text();
  expect(dashboard).toContain("+ 1 free");
});

// spec: free.removal
test("it is removed from the library by its person, and taken again", async () => {
  const [person, other, id] = [await newSeller(), await newSeller(), await publish(seller, FREE)];
  await take(person, id);
  const library = await (await person.call("/purchases")).text();
  const card = /<li data-purchase="([^"]+)".*?<\/li>/s.exec(library);
  const grant = card?.[1] ?? "";
  expect(card?.[0]).toContain("Free, since");
  for (const absent of ["/receipt", "/proof", "/retractation", "/withdraw"]) {
    expect(card?.[0]).not.toContain(absent);
  }
  for (const path of [`/purchases/${grant}/receipt`, `/purchases/${grant}/proof`]) {
    expect((await person.call(path)).status, path).toBe(404);
  }
  await form(other, "/purchases", { grant });
  expect((await rows("rights", id))[0]?.revoked_at).toBeNull();
  const removed = await form(person, "/purchases", { grant });
  expect([removed.status, removed.headers.get("Location")]).toEqual([302, "/purchases"]);
  expect(await (await person.call("/purchases")).text()).not.toContain(id);
  expect((await take(person, id)).status).toBe(200);
});

describe("downloads", () => {
  const link = async (person: Seller, id: string) => {
    const answer = await person.call(`/purchases/${id}/file`);
    return new URL(answer.headers.get("Location") ?? "").pathname;
  };
  const download = (path: string, address: string, headers: Record<string, string> = {}) =>
    SELF.fetch(ORIGIN + path, {
      redirect: "manual",
      headers: { "CF-Connecting-IP": address, ...headers },
    });

  // spec: free.downloads
  test("end at three times the bytes a person and day, and ten times an address", async () => {
    const id = await publish(seller, FREE);
    const one = await newSeller();
    await take(one, id);
    const path = await link(one, id);
    for (let run = 0; run < 3; run++) {
      expect((await download(path, "192.0.2.1", { Range: "bytes=1-" })).status).toBe(206);
    }
    // Below the bound, and over it with what is left of the third.
    expect((await download(path, "192.0.2.2")).status).toBe(200);
    const next = await link(one, id);
    const refused = await download(next, "192.0.2.3");
    expect(await codeOf(refused)).toEqual([429, "slow_down"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_600);
    const shown = await download(next, "192.0.2.3", { Accept: "text/html" });
    const page = await one.call(shown.headers.get("Location") ?? "");
    expect([page.status, page.headers.get("Retry-After")]).toEqual([
      429,
      refused.headers.get("Retry-After"),
    ]);
    expect(await page.text()).toContain("Too often for today");

    const rateLimits = createRateLimits(db);
    const deps = { clock: { now: () => 1_000 }, settings: { rateScale: 1 }, rateLimits };
    const shared = { productId: id, address: "192.0.2.9", releaseBytes: 9, sizeBytes: 9 };
    for (let at = 0; at < 10; at++) await spendFreeBytes({ ...shared, uid: `person ${at}` }, deps);
    await expect(spendFreeBytes({ ...shared, uid: "eleventh" }, deps)).rejects.toMatchObject({
      code: "slow_down",
      detail: { retryAfterSeconds: 86_400 },
    });
  });

  test("of a right that was paid for are not slowed", async () => {
    const [id, person] = [await publish(seller), await newSeller()];
    const order = await insertOrder(env.DB, {
      productId: id,
      ownerUid: seller.uid,
      buyerUid: person.uid,
    });
    await ordersIn(db).settle(order.id, paymentOf(order, { payer: newAddress() }), Date.now());
    await changeRow(env.DB, "products", { id }, { is_free: 1, price_lamports: 0 });
    const path = await link(person, id);
    for (let run = 0; run < 12; run++) {
      expect((await download(path, "192.0.2.20")).status).toBe(200);
    }
  });

  test("a budget is spent by requests at once up to its end, and is there again afterwards", async () => {
    const limits = createRateLimits(db);
    const budget = { amount: 10, limit: 30, windowMs: 1_000 };
    const spent = await Promise.all(Array.from({ length: 5 }, () => limits.spend("b", 0, budget)));
    expect(spent.filter((full) => full === null)).toHaveLength(3);
    expect(spent.filter(Boolean)).toEqual([{ resetAt: 1_000 }, { resetAt: 1_000 }]);
    expect(await limits.spend("b", 1_000, budget)).toBeNull();
  });
});
