import { env, SELF } from "cloudflare:test";
import { Keypair } from "@solana/web3.js";
import { beforeEach, describe, expect, test } from "vitest";
import { walletUid } from "../../app/accounts/rules/wallet-account";

const ORIGIN = "http://localhost";
const key = () => Keypair.generate().publicKey.toBase58();

let count = 0;
let recipient = "";

beforeEach(async () => {
  recipient = key();
  await env.DB.prepare(
    "INSERT OR IGNORE INTO users (uid, display_name, created_at) VALUES ('seller', 'S', 1)",
  ).run();
});

interface Changes {
  title?: string;
  status?: string;
  saleLimit?: number;
  sold?: number;
  held?: number;
  owner?: string;
}

async function newProduct(changes: Changes = {}): Promise<string> {
  const id = `action-${++count}`;
  const { title = "Rain", status = "active", saleLimit = null, sold = 0, held = 0 } = changes;
  await env.DB.prepare(
    `INSERT INTO products (id, owner_uid, title, category_id, type, description, price_lamports,
       product_file_name, status, recipient, sale_type, sale_limit, sold, held, created_at, updated_at)
     VALUES (?, ?, ?, 1, 'musique', 'An hour of it', 50000000, 'rain.wav', ?, ?, ?, ?, ?, ?, 1, 1)`,
  )
    .bind(
      id,
      changes.owner ?? "seller",
      title,
      status,
      recipient,
      saleLimit === null ? "infinite" : "limited",
      saleLimit,
      sold,
      held,
    )
    .run();
  return id;
}

const path = (id: string) => `${ORIGIN}/api/actions/buy/${id}?lang=en`;

/** As a wallet does: from anywhere, without a cookie of ours. */
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

describe("a product as an Action", () => {
  test("says what it is and where to ask for the transaction, in absolute addresses", async () => {
    const id = await newProduct();
    const response = await SELF.fetch(path(id), { headers: { Origin: "https://blink.example" } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      type: "action",
      icon: `${ORIGIN}/icon.svg`,
      title: "Rain",
      description: "An hour of it",
      label: "Buy for 0.05 SOL",
      links: {
        actions: [{ type: "transaction", label: "Buy for 0.05 SOL", href: path(id) }],
      },
    });
  });

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

  test("is what a shared link to the product becomes", async () => {
    const response = await SELF.fetch(`${ORIGIN}/actions.json`);
    expect(await response.json()).toMatchObject({
      rules: expect.arrayContaining([{ pathPattern: "/acheter/*", apiPath: "/api/actions/buy/*" }]),
    });
  });

  test.each([
    ["sold out", { saleLimit: 2, sold: 2 }, "This product is sold out."],
    ["not on sale any more", { status: "disabled" }, "Product not available"],
  ])("is shown and can't be pressed when it is %s", async (_, changes, message) => {
    const response = await SELF.fetch(path(await newProduct(changes)));
    expect(await response.json()).toMatchObject({ disabled: true, error: { message } });
  });
});

describe("a wallet that asks to buy", () => {
  test.each([
    ["what is not there", 404, "not_found", { status: "draft" }],
    ["what is not on sale any more", 409, "inactive", { status: "disabled" }],
    ["what is sold out", 409, "sold_out", { saleLimit: 2, sold: 2 }],
    ["what others are paying for", 409, "held", { saleLimit: 2, sold: 1, held: 1 }],
    ["what has lost its file", 409, "inactive", {}],
  ])("is refused %s, in words that wallets show", async (_, status, code, changes) => {
    expect(await refusal(await post(await newProduct(changes), { account: key() }))).toEqual([
      status,
      code,
    ]);
  });

  test.each([[{}], [{ account: "no address" }], [{ account: 7 }], ["text"]])(
    "must say which wallet it is: not %j",
    async (body) => {
      expect(await refusal(await post(await newProduct(), body))).toEqual([422, "invalid_input"]);
    },
  );

  test("can't be the seller's: neither the one that is paid nor one linked to the account", async () => {
    const own = await post(await newProduct(), { account: recipient });
    expect(await refusal(own)).toEqual([409, "own_product"]);
    const [uid, linked] = [crypto.randomUUID(), key()];
    await env.DB.prepare(
      "INSERT INTO users (uid, display_name, wallet, created_at) VALUES (?, 'S', ?, 1)",
    )
      .bind(uid, linked)
      .run();
    const theirs = await post(await newProduct({ owner: uid }), { account: linked });
    expect(await refusal(theirs)).toEqual([409, "own_product"]);
  });

  test("and may not buy leaves no account and no order behind", async () => {
    const account = key();
    const id = await newProduct({ status: "disabled" });
    await post(id, { account });
    const found = await env.DB.prepare(
      "SELECT (SELECT count(*) FROM users WHERE uid = ?) + (SELECT count(*) FROM orders WHERE product_id = ?) AS n",
    )
      .bind(await walletUid(account), id)
      .first();
    expect(found).toEqual({ n: 0 });
  });

  test("over and over is told when to try again", async () => {
    const id = await newProduct({ status: "disabled" });
    const account = key();
    for (let turn = 0; turn < 30; turn++) {
      expect((await post(id, { account })).status).toBe(409);
    }
    const response = await post(id, { account });
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refusal(response)).toEqual([429, "slow_down"]);
    expect((await post(id, { account: key() })).status).toBe(409);
  });
});
