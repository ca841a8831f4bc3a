import { createHash } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type AppHere, startAppHere } from "../support/app-here";
import {
  ask,
  hint,
  ledgerOf,
  noSignature,
  open,
  order,
  pay,
  transferByHand,
  until,
  view,
} from "../support/buying";
import { PRICE, person, product, SOL, sql, wallet } from "../support/market";

const FEE = PRICE / 100;
const SHARE = PRICE - FEE;

let app: AppHere;
const platform = Keypair.generate().publicKey.toBase58();

beforeAll(async () => {
  app = await startAppHere({ chain: { slotMs: 100 }, env: { PLATFORM_WALLET: platform } });
  app.chain.airdrop(platform, SOL);
});
afterAll(() => app?.stop());

test("a payment from the browser's wallet is settled to the lamport, and delivers the bytes", async () => {
  const item = await product(app, { title: "Étude no 1" });
  const buyer = await person(app);
  const payer = wallet(app);
  const seller = item.recipient.publicKey.toBase58();
  const opened = await order(app, buyer, item.id, payer);
  expect(opened).toMatchObject({
    amount: "0.05",
    label: "Étude no 1",
    message: "Purchase of Étude no 1",
    recipient: seller,
    status: "pending",
    solanaPayURL: `solana:${encodeURIComponent(`${app.url}/api/pay/${opened.transactionId}`)}`,
  });
  const again = await open(app, buyer, { productId: item.id });
  expect([again.status, await again.json()]).toEqual([200, opened]);
  expect(await view(app, buyer, opened.transactionId)).toMatchObject({
    status: "pending",
    paid: false,
    paymentRequested: false,
    sellerLamports: String(SHARE),
    feeLamports: String(FEE),
  });

  const before = [seller, platform].map((address) => app.chain.balance(address));
  const signature = await pay(app, opened.transactionId, payer);
  expect((await hint(app, buyer, opened.transactionId, signature)).status).toBe(202);
  const paid = await until(app, buyer, opened.transactionId, "paid");
  expect(paid).toMatchObject({
    paid: true,
    paymentRequested: true,
    signature,
    buyerWallet: payer.publicKey.toBase58(),
  });
  const after = [seller, platform].map((address) => app.chain.balance(address));
  expect(after).toEqual([(before[0] ?? 0n) + BigInt(SHARE), (before[1] ?? 0n) + BigInt(FEE)]);
  expect(await ledgerOf(app, opened.transactionId)).toEqual({ sale: PRICE, fee: FEE });
  const bought = await sql(app, "SELECT * FROM purchases WHERE product_id = ?", item.id);
  expect(bought).toMatchObject([{ uid: buyer.uid, order_id: opened.transactionId }]);
  expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
    { sold: 1, held: 0 },
  ]);

  const file = await fetch(String(paid.downloadUrl));
  expect(file.headers.get("Content-Length")).toBe(String(item.bytes.length));
  expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
  const owned = await open(app, buyer, { productId: item.id });
  expect([owned.status, await owned.json()]).toEqual([
    200,
    { status: "owned", productId: item.id },
  ]);
  expect((await view(app, item.seller, opened.transactionId)).downloadUrl).toBeUndefined();
  // Long enough ago to be final.
  app.chain.advanceSlots(40);
  await sql(app, "UPDATE orders SET settled_at = settled_at - 15000 WHERE product_id = ?", item.id);
  await hint(app, buyer, opened.transactionId, signature);
  await expect
    .poll(() => sql(app, "SELECT finalized_at FROM orders WHERE id = ?", opened.transactionId), {
      timeout: 25_000,
    })
    .toEqual([{ finalized_at: expect.any(Number) }]);
});

test("a phone that scanned the QR pays, and the open page is told", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const { transactionId } = await order(app, buyer, item.id);
  const socket = new WebSocket(
    `${app.url.replace("http", "ws")}/api/transactions/${transactionId}/live`,
    { headers: buyer.headers },
  );
  const told: { status: string }[] = [];
  socket.on("message", (data) => told.push(JSON.parse(String(data))));
  await expect.poll(() => told.map(({ status }) => status)).toEqual(["pending"]);

  const described = await fetch(`${app.url}/api/pay/${transactionId}`);
  expect(described.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(await described.json()).toEqual({ label: "A file", icon: `${app.url}/icon.svg` });
  const preflight = await fetch(`${app.url}/api/pay/${transactionId}`, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("Access-Control-Allow-Methods")]).toEqual([
    204,
    "GET, POST, OPTIONS",
  ]);
  await pay(app, transactionId, wallet(app));
  await expect.poll(() => told.at(-1)?.status, { timeout: 10_000 }).toBe("paid");
  expect(told.map(({ status }) => status)).toEqual(["pending", "awaiting", "paid"]);
  expect(told.at(-1)).toHaveProperty("downloadUrl");
  socket.close();
});

test("the same wallet gets the same bytes, so that paying twice charges once", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const payer = wallet(app);
  const { transactionId } = await order(app, buyer, item.id, payer);
  const address = payer.publicKey.toBase58();
  const first = await (await ask(app, transactionId, address)).json();
  expect(await (await ask(app, transactionId, address)).json()).toEqual(first);
});

describe("what is not a clean sale", () => {
  test("another wallet is refused before money moves, and seen when it pays by hand", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const other = wallet(app);
    const { transactionId, recipient, reference } = await order(app, buyer, item.id, wallet(app));
    const refused = await ask(app, transactionId, other.publicKey.toBase58());
    expect(refused.status).toBe(409);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const { error, message } = (await refused.json()) as { error: object; message: string };
    expect(error).toEqual({ code: "other_wallet", message });

    const signature = await transferByHand(app, other, [
      { to: recipient, lamports: SHARE, references: [reference] },
      { to: platform, lamports: FEE, references: [reference] },
    ]);
    await hint(app, buyer, transactionId, signature);
    expect((await until(app, buyer, transactionId, "paid_by_other")).paid).toBe(false);
    expect(await ledgerOf(app, transactionId)).toEqual({ misdirected: PRICE });
    expect(await sql(app, "SELECT * FROM purchases WHERE product_id = ?", item.id)).toEqual([]);
  });

  test("one lamport too little goes to review; the rest may still be paid in full", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId, recipient, reference } = await order(app, buyer, item.id);
    const short = await transferByHand(app, payer, [
      { to: recipient, lamports: PRICE - 1, references: [reference] },
    ]);
    await hint(app, buyer, transactionId, short);
    await until(app, buyer, transactionId, "review");
    const whole = await transferByHand(app, payer, [
      { to: recipient, lamports: PRICE, references: [reference] },
    ]);
    await hint(app, buyer, transactionId, whole);
    await until(app, buyer, transactionId, "paid");
    expect(await ledgerOf(app, transactionId)).toEqual({
      short: PRICE - 1,
      sale: PRICE,
      fee_owed: FEE,
    });
  });

  test("junk that names the reference hides nothing", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId, reference } = await order(app, buyer, item.id, payer);
    const junk = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          transferByHand(app, wallet(app), [
            {
              to: Keypair.generate().publicKey,
              lamports: SOL / 100 + index,
              references: [reference],
            },
          ]),
        ),
      );
    await junk(15);
    await pay(app, transactionId, payer);
    await junk(15);
    await until(app, buyer, transactionId, "paid");
  });

  test("a payment for two orders at once settles one of them", async () => {
    const item = await product(app);
    const [one, two] = [await person(app), await person(app)];
    const first = await order(app, one, item.id);
    const second = await order(app, two, item.id);
    const signature = await transferByHand(app, wallet(app), [
      { to: first.recipient, lamports: PRICE, references: [first.reference, second.reference] },
      { to: first.recipient, lamports: PRICE, references: [first.reference] },
    ]);
    await hint(app, two, second.transactionId, signature);
    await hint(app, one, first.transactionId, signature);
    await until(app, one, first.transactionId, "paid");
    expect((await view(app, two, second.transactionId)).status).toBe("pending");
  });

  test("a hint that leads nowhere proves nothing and stops nothing", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId } = await order(app, buyer, item.id, payer);
    expect((await hint(app, buyer, transactionId, "not a signature")).status).toBe(422);
    expect((await hint(app, await person(app), transactionId, noSignature())).status).toBe(404);
    const signature = await pay(app, transactionId, payer);
    await hint(app, buyer, transactionId, noSignature());
    await hint(app, buyer, transactionId, signature);
    await until(app, buyer, transactionId, "paid");
  });
});

describe("a unique product", () => {
  test("is promised to one buyer at a time, and sold once", async () => {
    const item = await product(app, { saleLimit: 1 });
    const buyers = await Promise.all(Array.from({ length: 5 }, () => person(app)));
    const payers = buyers.map(() => wallet(app));
    const orders = await Promise.all(
      buyers.map((buyer, index) => order(app, buyer, item.id, payers[index])),
    );
    const answers = await Promise.all(
      orders.map(({ transactionId }, index) =>
        ask(app, transactionId, payers[index]?.publicKey.toBase58() ?? ""),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused) {
      expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
      expect(await answer.json()).toMatchObject({ error: { code: "held" } });
    }
    const winner = answers.findIndex(({ status }) => status === 200);
    const [buyer, payer, won] = [buyers[winner], payers[winner], orders[winner]];
    if (!buyer || !payer || !won) throw new Error("nobody got it");
    await pay(app, won.transactionId, payer);
    await until(app, buyer, won.transactionId, "paid");
    expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 1, held: 0 },
    ]);
    const late = (winner + 1) % 5;
    const gone = await ask(
      app,
      orders[late]?.transactionId ?? "",
      payers[late]?.publicKey.toBase58() ?? "",
    );
    expect(await gone.json()).toMatchObject({ error: { code: "sold_out" } });
    const newcomer = await open(app, await person(app), { productId: item.id });
    expect(await newcomer.json()).toMatchObject({ error: { code: "sold_out" } });
  });

  test("is free again once the promised transaction can't land any more", async () => {
    const item = await product(app, { saleLimit: 1 });
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId } = await order(app, buyer, item.id, payer);
    expect((await ask(app, transactionId, payer.publicKey.toBase58())).status).toBe(200);
    app.chain.advanceSlots(200);
    // The time that a blockhash lives has passed for the record, too.
    await sql(app, "UPDATE orders SET built_at = built_at - 61000 WHERE id = ?", transactionId);
    await hint(app, buyer, transactionId, noSignature());
    await until(app, buyer, transactionId, "pending");
    expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 0, held: 0 },
    ]);
    await pay(app, transactionId, payer);
    await until(app, buyer, transactionId, "paid");
  });

  test("goes to review when a payment made by hand finds no stock", async () => {
    const item = await product(app, { saleLimit: 1 });
    const [fast, slow] = [await person(app), await person(app)];
    const payer = wallet(app);
    const first = await order(app, fast, item.id, payer);
    const second = await order(app, slow, item.id);
    await pay(app, first.transactionId, payer);
    await until(app, fast, first.transactionId, "paid");
    const signature = await transferByHand(app, wallet(app), [
      { to: second.recipient, lamports: PRICE, references: [second.reference] },
    ]);
    await hint(app, slow, second.transactionId, signature);
    await until(app, slow, second.transactionId, "review");
    expect(await ledgerOf(app, second.transactionId)).toEqual({ unsettled: PRICE });
  });
});

describe("a purchase is refused", () => {
  const code = async (response: Response) => [
    response.status,
    ((await response.json()) as { error: { code: string; message: string } }).error,
  ];

  test("to a visitor, for what is not there, not active, or one's own", async () => {
    const buyer = await person(app);
    const item = await product(app);
    const visitor = { uid: "", headers: { Origin: app.url } };
    expect(await code(await open(app, visitor, { productId: item.id }))).toEqual([
      401,
      { code: "signed_out", message: expect.stringMatching(/^buyerUid/) },
    ]);
    expect(await code(await open(app, buyer, { productId: "nothing" }))).toEqual([
      404,
      { code: "not_found", message: "Product not found or disabled" },
    ]);
    const disabled = await product(app, { status: "disabled" });
    expect(await code(await open(app, buyer, { productId: disabled.id }))).toMatchObject([
      409,
      { code: "inactive" },
    ]);
    expect(await code(await open(app, item.seller, { productId: item.id }))).toMatchObject([
      409,
      { code: "own_product" },
    ]);
    expect(await code(await open(app, buyer, { productId: 5 }))).toMatchObject([
      422,
      { code: "invalid_input" },
    ]);
    const foreign = {
      ...buyer,
      headers: { ...buyer.headers, Origin: "https://elsewhere.example" },
    };
    expect((await open(app, foreign, { productId: item.id })).status).toBe(403);
  });

  test("when the file is missing or corrupt, also after the order was opened", async () => {
    const item = await product(app);
    const [early, late] = [await person(app), await person(app)];
    const payer = wallet(app);
    const { transactionId } = await order(app, early, item.id);
    const files = await app.worker.getR2Bucket("FILES");
    const [row] = await sql<{ storage_path: string }>(
      app,
      "SELECT storage_path FROM files WHERE product_id = ?",
      item.id,
    );
    await files.put(String(row?.storage_path), "shorter");
    const refused = await code(await open(app, late, { productId: item.id }));
    expect(refused).toMatchObject([409, { message: expect.stringMatching(/missing or corrupt/) }]);
    expect((await ask(app, transactionId, payer.publicKey.toBase58())).status).toBe(409);
  });

  test("when the wallet can't pay price, fees and stay open, or is no wallet", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const { transactionId } = await order(app, buyer, item.id);
    const tryWith = async (account: string) => code(await ask(app, transactionId, account));
    const enough = PRICE + 5_200;
    for (const lamports of [enough - 1, enough + 890_879]) {
      const poor = wallet(app, lamports).publicKey.toBase58();
      expect(await tryWith(poor)).toMatchObject([422, { code: "low_balance" }]);
    }
    const empty = Keypair.generate().publicKey.toBase58();
    expect(await tryWith(empty)).toMatchObject([422, { code: "low_balance" }]);
    expect(await tryWith("nonsense")).toMatchObject([422, { code: "invalid_input" }]);
    const seller = item.recipient.publicKey.toBase58();
    expect(await tryWith(seller)).toMatchObject([409, { code: "own_product" }]);
    await pay(app, transactionId, wallet(app, enough));
    await until(app, buyer, transactionId, "paid");
  });

  test("when its day is over", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId } = await order(app, buyer, item.id);
    await sql(app, "UPDATE orders SET expires_at = ? WHERE id = ?", Date.now(), transactionId);
    expect((await ask(app, transactionId, payer.publicKey.toBase58())).status).toBe(410);
    expect((await fetch(`${app.url}/api/pay/${transactionId}`)).status).toBe(410);
    const fresh = await order(app, buyer, item.id);
    expect(fresh.transactionId).not.toBe(transactionId);
    expect((await view(app, buyer, transactionId)).status).toBe("expired");
  });
});

describe("an order", () => {
  test("is nobody's business but its buyer's and its seller's", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const stranger = await person(app);
    const { transactionId } = await order(app, buyer, item.id);
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

describe("a download", () => {
  test("comes whole, in part, or not again; its link dies", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = wallet(app);
    const { transactionId } = await order(app, buyer, item.id, payer);
    await pay(app, transactionId, payer);
    const { downloadUrl } = await until(app, buyer, transactionId, "paid");
    const refresh = () =>
      fetch(`${app.url}/api/purchases/${item.id}/refresh`, {
        method: "POST",
        headers: buyer.headers,
      });
    const refreshed = (await (await refresh()).json()) as {
      downloadUrl: string;
      expiresAt: number;
    };
    expect(refreshed.downloadUrl).not.toBe(downloadUrl);
    expect(refreshed.expiresAt - Date.now()).toBeGreaterThan(14 * 60_000);
    const url = refreshed.downloadUrl;

    const head = await fetch(url, { method: "HEAD" });
    expect(head.headers.get("Content-Length")).toBe("100000");
    expect(head.headers.get("Accept-Ranges")).toBe("bytes");
    expect(head.headers.get("Content-Disposition")).toBe(
      `attachment; filename="_t_ _1_.bin"; filename*=UTF-8''%C3%A9t%C3%A9%20%221%22.bin`,
    );
    const started = () =>
      sql(
        app,
        "SELECT started_at FROM download_tokens WHERE uid = ? AND started_at > 0",
        buyer.uid,
      );
    expect(await started()).toEqual([]);

    const part = async (range: string, headers = {}) => {
      const response = await fetch(url, { headers: { Range: range, ...headers } });
      const body = Buffer.from(await response.arrayBuffer());
      return [response.status, response.headers.get("Content-Range"), body] as const;
    };
    const slice = (start: number, end: number) => item.bytes.subarray(start, end);
    expect(await part("bytes=0-9")).toEqual([206, "bytes 0-9/100000", slice(0, 10)]);
    expect(await part("bytes=99990-")).toEqual([
      206,
      "bytes 99990-99999/100000",
      slice(99_990, 100_000),
    ]);
    expect(await part("bytes=-5")).toEqual([
      206,
      "bytes 99995-99999/100000",
      slice(99_995, 100_000),
    ]);
    expect(await part("bytes=5-200000")).toEqual([206, "bytes 5-99999/100000", slice(5, 100_000)]);
    expect((await part("bytes=100000-")).slice(0, 2)).toEqual([416, "bytes */100000"]);
    const etag = String(head.headers.get("ETag"));
    expect((await part("bytes=0-9", { "If-Range": etag }))[0]).toBe(206);
    expect((await part("bytes=0-9", { "If-Range": '"another"' }))[0]).toBe(200);
    expect((await fetch(url, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect(await started()).toHaveLength(1);

    const age = (ms: number) =>
      sql(app, "UPDATE download_tokens SET issued_at = issued_at - ? WHERE uid = ?", ms, buyer.uid);
    await age(20 * 60_000);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(String(downloadUrl))).status).toBe(410);
    await sql(
      app,
      "UPDATE download_tokens SET started_at = started_at - 86400000 WHERE started_at > 0",
    );
    expect((await fetch(url)).status).toBe(410);
    expect((await fetch(`${app.url}/download/${"x".repeat(43)}`)).status).toBe(404);
    const stranger = await person(app);
    const foreign = await fetch(`${app.url}/api/purchases/${item.id}/refresh`, {
      method: "POST",
      headers: stranger.headers,
    });
    expect(foreign.status).toBe(404);
    const whole = Buffer.from(
      await (
        await fetch(((await (await refresh()).json()) as { downloadUrl: string }).downloadUrl)
      ).arrayBuffer(),
    );
    const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(hash(whole)).toBe(hash(item.bytes));
  });
});

test("health names what a sale needs", async () => {
  const response = await fetch(`${app.url}/health`);
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      ok: true,
      cluster: "localnet",
      checks: { database: true, bucket: true, rpc: true, platformWallet: true },
    },
  ]);
});
