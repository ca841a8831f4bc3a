import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { walletUid } from "../../../app/accounts/rules/wallet-account";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { insertOrder } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { changeRow, insertRow } from "../../support/rows";

const ORIGIN = "http://localhost";

let recipient = "";
let seller = "";

beforeEach(async () => {
  recipient = newAddress();
  seller = (await insertPerson(env.DB, { name: "S" })).uid;
});

function newProduct({ owner, ...traits }: ProductTraits & { owner?: string } = {}) {
  const all = { title: "Rain", description: "An hour of it", recipient, ...traits };
  return insertProduct(env.DB, owner ?? seller, all);
}

/** A product whose file is stored. */
async function newProductWithFile(traits: ProductTraits = {}): Promise<string> {
  const id = crypto.randomUUID();
  const key = `${id}_file.bin`;
  const all = { title: "Rain", description: "An hour of it", recipient, ...traits, id };
  await env.FILES.put(`protectedFiles/${key}`, new Uint8Array(3));
  await insertRow(env.DB, "files", {
    key,
    storage_path: `protectedFiles/${key}`,
    owner_uid: seller,
    product_id: id,
    file_name: "file.bin",
    content_type: "application/octet-stream",
    size_bytes: 3,
    sha256: "x",
    status: "complete",
    part_size_bytes: 5_242_880,
    created_at: Date.now(),
    completed_at: Date.now(),
  });
  return insertProduct(env.DB, seller, all, { key, name: "file.bin" });
}

const path = (id: string) => `${ORIGIN}/api/actions/buy/${id}?lang=en`;

/** Requests as a wallet: from another origin, without a cookie. */
function post(id: string, body: unknown): Promise<Response> {
  return SELF.fetch(path(id), {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify(body),
  });
}

async function refusal(response: Response) {
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const { error, message } = (await response.json()) as {
    error: { code: string; message: string };
    message: string;
  };
  expect(message).toBe(error.message);
  return [response.status, error.code];
}

describe("a product as a Solana Action", () => {
  // spec: web.actions
  test("has its metadata and the transaction endpoint, as absolute URLs", async () => {
    const id = await newProductWithFile();
    const response = await SELF.fetch(path(id), { headers: { Origin: "https://blink.example" } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      type: "action",
      icon: `${ORIGIN}/pictures/${id}/drawn-1.svg`,
      title: "Rain",
      description: "An hour of it",
      label: "Buy for 0.05 SOL",
      links: {
        actions: [{ type: "transaction", label: "Buy for 0.05 SOL", href: path(id) }],
      },
    });
  });

  // spec: web.actions
  test.each(["GET", "OPTIONS"])("is open to every origin by %s", async (method) => {
    for (const url of [path(await newProduct()), `${ORIGIN}/actions.json`]) {
      const response = await SELF.fetch(url, { method });
      expect(response.ok).toBe(true);
      const { headers } = response;
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("Access-Control-Allow-Methods")).toMatch(/GET.*POST.*OPTIONS/);
      for (const name of ["Content-Type", "Authorization", "Accept-Encoding"]) {
        expect(headers.get("Access-Control-Allow-Headers")).toContain(name);
      }
      expect(headers.get("Access-Control-Expose-Headers")).toContain("X-Action-Version");
      expect(headers.get("X-Action-Version")).toMatch(/^\d/);
      expect(headers.get("X-Blockchain-Ids")).toMatch(/^solana:/);
    }
  });

  // spec: web.actions
  test("is mapped from the product's URL in actions.json", async () => {
    const response = await SELF.fetch(`${ORIGIN}/actions.json`);
    expect(await response.json()).toMatchObject({
      rules: expect.arrayContaining([{ pathPattern: "/acheter/*", apiPath: "/api/actions/buy/*" }]),
    });
  });

  // spec: web.actions-refused
  test.each([
    ["sold out", { saleLimit: 2, sold: 2 }, "This product is sold out."],
    ["inactive", { status: "disabled" as const }, "Product not available"],
    [
      "held",
      { saleLimit: 2, sold: 1, held: 1 },
      expect.stringContaining("Open this page in your wallet’s browser"),
    ],
    [
      "without its file",
      {},
      "This product can’t be bought because its file is missing or corrupt. Please contact the seller.",
    ],
  ])("is disabled when it is %s", async (_, changes, message) => {
    const response = await SELF.fetch(path(await newProduct(changes)));
    expect(await response.json()).toMatchObject({ disabled: true, error: { message } });
  });
});

describe("the language of a wallet", () => {
  const FRENCH = "Acheter pour 0,05 SOL";
  const ENGLISH = "Buy for 0.05 SOL";

  // spec: word.wallet-language
  test.each([
    ["", null, FRENCH],
    ["", "en-GB,en;q=0.9", ENGLISH],
    ["", "de, fr-CH;q=0.8, en;q=0.7", FRENCH],
    ["", "fr;q=0.2, en;q=0.3", ENGLISH],
    ["", "EN;q=0, *", FRENCH],
    ["", "en;q=x,,;;;,de", FRENCH],
    ["", `${"de,".repeat(2_000)}en`, FRENCH],
    ["?lang=en", "fr", ENGLISH],
    ["?lang=fr", "en", FRENCH],
    ["?lang=de", "en", ENGLISH],
  ])("is that of %j, else of %j", async (search, accepted, label) => {
    const headers = { Cookie: "locale=en", ...(accepted && { "Accept-Language": accepted }) };
    const id = await newProductWithFile();
    const answer = await SELF.fetch(`${ORIGIN}/api/actions/buy/${id}${search}`, { headers });
    expect(await answer.json()).toMatchObject({ label });
    expect(answer.headers.get("Content-Language")).toBe(label === FRENCH ? "fr" : "en");
    expect(answer.headers.get("Vary")).toContain("Accept-Language");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  test("is that of an order's texts and of refusals, too", async () => {
    const productId = await newProductWithFile();
    const { uid } = await insertPerson(env.DB);
    const order = await insertOrder(env.DB, {
      productId,
      ownerUid: seller,
      buyerUid: uid,
      label: "Shop product",
      message: "Purchase of Rain",
    });
    const pay = (id: string, language: string, init: RequestInit = {}) =>
      SELF.fetch(`${ORIGIN}/api/pay/${id}`, {
        ...init,
        headers: { "Accept-Language": language, Cookie: "locale=en", Origin: "https://w.example" },
      });
    const labels = [];
    for (const language of ["en", "fr", "de"]) {
      const described = await pay(order.id, language);
      labels.push(((await described.json()) as { label: string }).label);
    }
    expect(labels).toEqual(["Shop product", "Produit de la boutique", "Produit de la boutique"]);

    const refusals = ["en", "de"].flatMap((language) => [
      pay("nothing", language),
      pay("nothing", language, { method: "PUT" }),
      pay(order.id, language, { method: "POST", body: "{}" }),
    ]);
    const messages = [];
    for (const [at, answer] of (await Promise.all(refusals)).entries()) {
      expect(answer.ok).toBe(false);
      expect(answer.headers.get("Content-Language")).toBe(at < 3 ? "en" : "fr");
      expect(answer.headers.get("Set-Cookie")).toBeNull();
      messages.push(((await answer.json()) as { message: string }).message);
    }
    expect(messages[0]).toBe("Not found.");
    expect(messages[3]).toBe("Introuvable.");
    expect(new Set(messages).size).toBe(6);
  });

  test("is not stored by the link, nor is the state of the database", async () => {
    const answer = await post(await newProductWithFile(), { account: newAddress() });
    expect(await refusal(answer)).toEqual([422, "low_balance"]);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    const rules = await SELF.fetch(`${ORIGIN}/actions.json?lang=en`);
    expect(rules.headers.get("Set-Cookie")).toBeNull();
  });
});

// spec: web.actions-cached
test("actions.json is kept for an hour, and then compared", async () => {
  const ask = (headers: HeadersInit = {}) => SELF.fetch(`${ORIGIN}/actions.json`, { headers });
  const first = await ask();
  await first.json();
  const etag = first.headers.get("ETag") ?? "";
  expect(first.headers.get("Cache-Control")).toBe("public, max-age=3600");
  expect(etag).toMatch(/^"[^"]+"$/);
  expect(first.headers.get("Vary")).toBeNull();
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await ask({ "If-None-Match": known });
    expect([known, again.status, await again.text()]).toEqual([known, 304, ""]);
    expect(again.headers.get("ETag")).toBe(etag);
    expect(again.headers.get("Access-Control-Allow-Origin")).toBe("*");
  }
  expect((await ask({ "If-None-Match": '"other"' })).status).toBe(200);
});

test("a page of another origin may send the headers of Solana Pay's library", async () => {
  for (const url of [path(await newProduct()), `${ORIGIN}/api/pay/nothing`]) {
    const { headers } = await SELF.fetch(url, { method: "OPTIONS" });
    const allowed = headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["accept", "cache-control", "content-type"]));
  }
});

describe("a wallet's purchase request", () => {
  // spec: web.actions-refused
  test.each([
    ["for a draft", 404, "not_found", { status: "draft" as const }],
    ["for a disabled product", 409, "inactive", { status: "disabled" as const }],
    ["for a sold-out product", 409, "sold_out", { saleLimit: 2, sold: 2 }],
    ["for a held product", 409, "held", { saleLimit: 2, sold: 1, held: 1 }],
    ["for a product without its file", 409, "inactive", {}],
  ])("is refused %s, with a message for the wallet", async (_, status, code, changes) => {
    expect(await refusal(await post(await newProduct(changes), { account: newAddress() }))).toEqual(
      [status, code],
    );
  });

  test.each([[{}], [{ account: "no address" }], [{ account: 7 }], ["text"]])(
    "needs a valid account: not %j",
    async (body) => {
      expect(await refusal(await post(await newProduct(), body))).toEqual([422, "invalid_input"]);
    },
  );

  test("is refused for the wallet that is paid", async () => {
    const own = await post(await newProduct(), { account: recipient });
    expect(await refusal(own)).toEqual([409, "own_product"]);
  });

  // spec: buying.address-claim
  test("does not tell which account an address is linked to", async () => {
    const id = await newProductWithFile();
    const [linked, linkedToSeller, unknown] = [newAddress(), newAddress(), newAddress()];
    const { uid } = await insertPerson(env.DB, { wallet: linked });
    await changeRow(env.DB, "users", { uid: seller }, { wallet: linkedToSeller });
    await insertOrder(env.DB, { productId: id, ownerUid: seller, buyerUid: uid });
    const answers = [];
    for (const account of [linked, linkedToSeller, unknown]) {
      answers.push(await refusal(await post(id, { account })));
    }
    // None of these wallets exists on the chain, which is the last check.
    expect(answers).toEqual(Array(3).fill([422, "low_balance"]));
  });

  test("of an address that an account is linked to opens an order of nobody", async () => {
    const id = await newProductWithFile();
    const account = newAddress();
    const victim = await insertPerson(env.DB, { wallet: account });
    const before = await env.DB.prepare("SELECT count(*) AS n FROM users").first("n");
    for (let time = 0; time < 3; time++) await post(id, { account });
    await post(id, { account: newAddress() });
    const { results } = await env.DB.prepare(
      "SELECT buyer_uid, buyer_wallet = ? AS isTheirs FROM orders WHERE product_id = ? ORDER BY 2",
    )
      .bind(account, id)
      .all();
    expect(results).toEqual([
      { buyer_uid: null, isTheirs: 0 },
      { buyer_uid: null, isTheirs: 1 },
    ]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM users").first("n")).toBe(before);
    expect(await ordersIn(openDb(env.DB)).countOpen(victim.uid)).toBe(0);
  });

  test("creates no account and no order when refused", async () => {
    const account = newAddress();
    const id = await newProduct({ status: "disabled" });
    await post(id, { account });
    const found = await env.DB.prepare(
      "SELECT (SELECT count(*) FROM users WHERE uid = ?) + (SELECT count(*) FROM orders WHERE product_id = ?) AS n",
    )
      .bind(await walletUid(account), id)
      .first();
    expect(found).toEqual({ n: 0 });
  });

  // spec: buying.address-claim
  test("counts nothing against the address, which anyone can name", async () => {
    const id = await newProduct({ status: "disabled" });
    const account = newAddress();
    for (let offset = 0; offset < 40; offset++) {
      expect((await post(id, { account })).status).toBe(409);
    }
  });
});
