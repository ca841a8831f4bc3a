import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import {
  openOrder,
  payOrder,
  postOrder,
  readOrder,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { LONG_RUN } from "../../support/test-scale";

const DAY_MS = 86_400_000;
let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterAll(() => app?.stop());

describe("a purchase is refused", () => {
  const code = async (response: Response) => [
    response.status,
    ((await response.json()) as { error: { code: string; message: string } }).error,
  ];

  // spec: rule.order.buyer, rule.order.product, message.buyer-missing
  // spec: json.orders
  test("for a visitor, a missing or inactive product, or one's own", async () => {
    const buyer = await person(app);
    const item = await product(app);
    const visitor = { uid: "", headers: { Origin: app.url } };
    expect(await code(await postOrder(app, visitor, { productId: item.id }))).toEqual([
      401,
      { code: "signed_out", message: expect.stringMatching(/^buyerUid/) },
    ]);
    expect(await code(await postOrder(app, buyer, { productId: "nothing" }))).toEqual([
      404,
      { code: "not_found", message: "Product not found or disabled" },
    ]);
    const disabled = await product(app, { status: "disabled" });
    expect(await code(await postOrder(app, buyer, { productId: disabled.id }))).toMatchObject([
      409,
      { code: "inactive" },
    ]);
    expect(await code(await postOrder(app, item.seller, { productId: item.id }))).toMatchObject([
      409,
      { code: "own_product" },
    ]);
    expect(await code(await postOrder(app, buyer, { productId: 5 }))).toMatchObject([
      422,
      { code: "invalid_input" },
    ]);
    const foreign = {
      ...buyer,
      headers: { ...buyer.headers, Origin: "https://elsewhere.example" },
    };
    expect((await postOrder(app, foreign, { productId: item.id })).status).toBe(403);
  });

  // spec: state.buy.file-missing
  // spec: payment.file-missing
  test("when the file is missing or corrupt, also after the order was opened", async () => {
    const item = await product(app);
    const [early, late] = [await person(app), await person(app)];
    const payer = fundedWallet(app);
    const { transactionId } = await openOrder(app, early, item.id);
    const files = await app.worker.getR2Bucket("FILES");
    const [row] = await sql<{ storage_path: string }>(
      app,
      "SELECT storage_path FROM files WHERE product_id = ?",
      item.id,
    );
    await files.put(String(row?.storage_path), "shorter");
    const refused = await code(await postOrder(app, late, { productId: item.id }));
    expect(refused).toMatchObject([409, { message: expect.stringMatching(/missing or corrupt/) }]);
    expect((await requestTransaction(app, transactionId, payer.publicKey.toBase58())).status).toBe(
      409,
    );
  });

  // spec: rule.buy.balance
  // spec: money.low-balance
  test("when the wallet can't pay price, fees and rent, or is not a wallet", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const { transactionId } = await openOrder(app, buyer, item.id);
    const tryWith = async (account: string) =>
      code(await requestTransaction(app, transactionId, account));
    const enough = PRICE_LAMPORTS + 5_200;
    for (const lamports of [enough - 1, enough + 650_239]) {
      const poor = fundedWallet(app, lamports).publicKey.toBase58();
      const message = expect.stringContaining("il manque 0,000000001 SOL");
      const refusal = { code: "low_balance", missing: "0.000000001", message };
      expect(await tryWith(poor)).toMatchObject([422, refusal]);
    }
    const empty = Keypair.generate().publicKey.toBase58();
    const all = { code: "low_balance", missing: "0.0500052" };
    expect(await tryWith(empty)).toMatchObject([422, all]);
    expect(await tryWith("nonsense")).toMatchObject([422, { code: "invalid_input" }]);
    const seller = item.recipient.publicKey.toBase58();
    expect(await tryWith(seller)).toMatchObject([409, { code: "own_product" }]);
    await payOrder(app, transactionId, fundedWallet(app, enough));
    await waitForStatus(app, buyer, transactionId, "paid");
  });

  test("when the order has expired", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = fundedWallet(app);
    const { transactionId } = await openOrder(app, buyer, item.id);
    await app.clock.advance(DAY_MS);
    expect((await requestTransaction(app, transactionId, payer.publicKey.toBase58())).status).toBe(
      410,
    );
    expect((await fetch(`${app.url}/api/pay/${transactionId}`)).status).toBe(410);
    const fresh = await openOrder(app, buyer, item.id);
    expect(fresh.transactionId).not.toBe(transactionId);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("expired");
  });
});

describe("an order", () => {
  // spec: permission.ownership
  // spec: json.order
  test("is visible to its buyer and its seller only", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const stranger = await person(app);
    const { transactionId } = await openOrder(app, buyer, item.id);
    const url = `${app.url}/api/transactions/${transactionId}`;
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(`${url}${path}`, { headers })).status;
    expect(await status("", stranger.headers)).toBe(404);
    expect(await status("", {})).toBe(401);
    expect(await status("", item.seller.headers)).toBe(200);
    expect(await status("/live", buyer.headers)).toBe(426);
    expect((await fetch(`${app.url}/api/pay/nothing`)).status).toBe(404);
  });
});

// spec: limit.orders
// spec: setting.rate
test("orders per minute are limited by IP address", async () => {
  const limited = await startInProcessApp({
    env: { RATE_SCALE: "0.01", PLATFORM_WALLET: app.platformWallet },
  });
  try {
    const buyer = await person(limited);
    const tries: Response[] = [];
    for (let offset = 0; offset < 4; offset++)
      tries.push(await postOrder(limited, buyer, { productId: "-" }));
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
    expect(Number(tries[3]?.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
  } finally {
    await limited.stop();
  }
});

// spec: message.not-shown
// spec: json.input
test("no client input answers 5xx", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const { transactionId } = await openOrder(app, buyer, item.id);
  const bodies = [
    "",
    "null",
    "[]",
    "{",
    '{"account":null}',
    '{"productId":"\\u0000","buyerWallet":"\\ud800"}',
    `{"account":"${"1".repeat(44)}"}`,
    `{"account":"${"2".repeat(60)}","signature":"${"2".repeat(88)}"}`,
    "x".repeat(40_000),
    "\u0000\uffff",
  ];
  const ids = [transactionId, "%00", "..%2f..", "x".repeat(2_000), "%F0%9F%92%A9"];
  const pathsOf = (id: string) => [
    `/api/transactions/${id}`,
    `/api/transactions/${id}/signature`,
    `/api/transactions/${id}/live`,
    `/api/pay/${id}`,
    `/api/purchases/${id}/refresh`,
    `/download/${id}`,
  ];
  /** All for the order that exists; a long run takes all for the other ids too, which share them else. */
  const dealtTo = <T>(at: number, all: T[]) =>
    LONG_RUN || at === 0 ? all : all.filter((_, n) => n % (ids.length - 1) === at - 1);
  const faults: string[] = [];
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(app.url + path, { redirect: "manual", ...init });
    const text = await response.text();
    const html = response.headers.get("Content-Type")?.includes("html") ?? false;
    if (response.status >= 500 || html || / at .*:\d+/.test(text)) {
      faults.push(`${init.method} ${path.slice(0, 80)} ${init.body} -> ${response.status}`);
    }
  };
  for (const [at, id] of ids.entries()) {
    for (const path of at === 0 ? ["/api/transactions", ...pathsOf(id)] : pathsOf(id)) {
      const methods = dealtTo(at, ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]);
      for (const method of ["GET", ...methods]) {
        await send(path, { method, headers: buyer.headers });
      }
      for (const body of dealtTo(at, bodies)) {
        await send(path, { method: "POST", headers: buyer.headers, body });
      }
    }
  }
  expect(faults).toEqual([]);
});
