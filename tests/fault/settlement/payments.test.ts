import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createOrderOfBuyer } from "../../../app/checkout/use-cases/read-order";
import { createUnbindWallet } from "../../../app/checkout/use-cases/unbind-wallet";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { localDatabase } from "../../../dev/run/local-database";
import type { InProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { changeProduct, product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  postOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { FINALITY_DELAY_MS } from "../../support/pace";
import { startPaymentApp } from "../../support/payment-app";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

// spec: transition.order.requested, transition.order.paid, transition.order.download
// spec: transition.order.again, field.transaction.lamports, field.transaction.file-url
// spec: field.transaction.paid, field.purchase.download, permission.seller, permission.buyer
// spec: call.write.payment-requested, constant.platform, constant.commitment
test("a payment from a browser wallet settles to the lamport, and the file downloads", async () => {
  const item = await product(app, { title: "Étude no 1" });
  const buyer = await person(app);
  const payer = fundedWallet(app);
  const seller = item.recipient.publicKey.toBase58();
  const opened = await openOrder(app, buyer, item.id, payer);
  expect(opened).toMatchObject({
    amount: "0.05",
    label: "Étude no 1",
    message: "Purchase of Étude no 1",
    recipient: seller,
    status: "pending",
    solanaPayURL: `solana:${encodeURIComponent(`${app.url}/api/pay/${opened.transactionId}?lang=en`)}`,
  });
  const again = await postOrder(app, buyer, { productId: item.id });
  expect([again.status, await again.json()]).toEqual([200, opened]);
  expect(await readOrder(app, buyer, opened.transactionId)).toMatchObject({
    status: "pending",
    paid: false,
    paymentRequested: false,
    sellerLamports: String(SHARE_LAMPORTS),
    feeLamports: String(FEE_LAMPORTS),
  });

  const before = [seller, app.platformWallet].map((address) => app.chain.balance(address));
  const signature = await payOrder(app, opened.transactionId, payer);
  expect((await reportSignature(app, buyer, opened.transactionId, signature)).status).toBe(202);
  const paid = await waitForStatus(app, buyer, opened.transactionId, "paid");
  expect(paid).toMatchObject({
    paid: true,
    paymentRequested: true,
    signature,
    buyerWallet: payer.publicKey.toBase58(),
  });
  const after = [seller, app.platformWallet].map((address) => app.chain.balance(address));
  expect(after).toEqual([
    (before[0] ?? 0n) + BigInt(SHARE_LAMPORTS),
    (before[1] ?? 0n) + BigInt(FEE_LAMPORTS),
  ]);
  expect(await ledgerByKind(app, opened.transactionId)).toEqual({
    sale: PRICE_LAMPORTS,
    fee: FEE_LAMPORTS,
  });
  const bought = await sql(app, "SELECT * FROM purchases WHERE product_id = ?", item.id);
  expect(bought).toMatchObject([{ uid: buyer.uid, order_id: opened.transactionId }]);
  expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
    { sold: 1, held: 0 },
  ]);

  const file = await fetch(String(paid.downloadUrl));
  expect(file.headers.get("Content-Length")).toBe(String(item.bytes.length));
  expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
  const owned = await postOrder(app, buyer, { productId: item.id });
  expect([owned.status, await owned.json()]).toEqual([
    200,
    { status: "owned", productId: item.id },
  ]);
  expect((await readOrder(app, item.seller, opened.transactionId)).downloadUrl).toBeUndefined();
  // Old enough to be finalized.
  app.chain.advanceSlots(40);
  await app.clock.advance(FINALITY_DELAY_MS);
  await reportSignature(app, buyer, opened.transactionId, signature);
  await expect
    .poll(() => sql(app, "SELECT finalized_at FROM orders WHERE id = ?", opened.transactionId))
    .toEqual([{ finalized_at: expect.any(Number) }]);
});

// spec: transition.order.live, call.read.transaction
// spec: buying.live
// spec: buying.any-wallet
test("a payment by QR code is pushed to the open page", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const { transactionId } = await openOrder(app, buyer, item.id);
  const socket = new WebSocket(
    `${app.url.replace("http", "ws")}/api/transactions/${transactionId}/live`,
    { headers: buyer.headers },
  );
  const told: { status: string }[] = [];
  socket.on("message", (data) => told.push(JSON.parse(String(data))));
  await expect.poll(() => told.map(({ status }) => status)).toEqual(["pending"]);

  const described = await fetch(`${app.url}/api/pay/${transactionId}`);
  expect(described.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const icon = `${app.url}/pictures/${item.id}/drawn-1.svg`;
  expect(await described.json()).toEqual({ label: "A file", icon });
  const preflight = await fetch(`${app.url}/api/pay/${transactionId}`, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("Access-Control-Allow-Methods")]).toEqual([
    204,
    "GET, POST, OPTIONS",
  ]);
  await payOrder(app, transactionId, fundedWallet(app));
  await expect.poll(() => told.at(-1)?.status).toBe("paid");
  expect(told.map(({ status }) => status)).toEqual(["pending", "awaiting", "paid"]);
  expect(told.at(-1)).not.toHaveProperty("downloadUrl");
  socket.close();
});

// spec: json.live-call
test("that its product is sold out or off sale is pushed to the open page of an order", async () => {
  const item = await product(app, { saleLimit: 2 });
  const buyer = await person(app);
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await requestTransaction(app, transactionId, payer.publicKey.toBase58());
  const socket = new WebSocket(
    `${app.url.replace("http", "ws")}/api/transactions/${transactionId}/live`,
    { headers: buyer.headers },
  );
  const told: { status: string; closed?: string }[] = [];
  socket.on("message", (data) => told.push(JSON.parse(String(data))));
  await expect.poll(() => told.map(({ closed }) => closed)).toEqual([undefined]);
  await changeProduct(app, item.id, { status: "disabled" });
  await expect.poll(() => told.at(-1)).toMatchObject({ status: "awaiting", closed: "inactive" });
  await changeProduct(app, item.id, { status: "active" });
  await expect.poll(() => told.at(-1)?.closed).toBeUndefined();
  socket.close();
});

// spec: call.payment-link, constant.message
// spec: word.wallet-language
test("a wallet is answered in the language of its link", async () => {
  const item = await product(app, { title: "Étude no 2" });
  const untitled = await product(app, { title: "" });
  const buyer = await person(app);
  const opened = await openOrder(app, buyer, untitled.id);
  const labelOf = async (lang: string) => {
    const described = await fetch(`${app.url}/api/pay/${opened.transactionId}${lang}`);
    return ((await described.json()) as { label: string }).label;
  };
  expect(await labelOf("?lang=fr")).toBe("Produit de la boutique");
  expect(await labelOf("?lang=en")).toBe("Shop product");
  expect(await labelOf("")).toBe("Produit de la boutique");

  const payer = fundedWallet(app).publicKey.toBase58();
  const { transactionId } = await openOrder(app, buyer, item.id);
  const message = async (lang: string) => {
    const response = await fetch(`${app.url}/api/pay/${transactionId}${lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ account: payer }),
    });
    return ((await response.json()) as { message: string }).message;
  };
  expect(await message("?lang=fr")).toBe("Achat de Étude no 2");
  expect(await message("?lang=en")).toBe("Purchase of Étude no 2");
  expect(await message("")).toBe("Achat de Étude no 2");
});

// spec: buying.bound-wallet
test("'pay from another wallet' unbinds the order's wallet", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const other = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, fundedWallet(app));
  expect((await requestTransaction(app, transactionId, other.publicKey.toBase58())).status).toBe(
    409,
  );
  const db = openDb(localDatabase(app.worker));
  const ports = {
    clock: { now: () => Date.now() },
    orders: ordersIn(db),
    orderRecords: { read: async () => null, put: async () => undefined },
    watcher: { changed: async () => undefined },
  };
  const input = { orderId: transactionId, buyerUid: buyer.uid };
  const unbindWallet = createUnbindWallet(ports, createOrderOfBuyer(ports));
  await expect(unbindWallet({ ...input, buyerUid: "another" })).rejects.toThrow();
  await unbindWallet(input);
  await payOrder(app, transactionId, other);
  expect(await waitForStatus(app, buyer, transactionId, "paid")).toMatchObject({
    buyerWallet: other.publicKey.toBase58(),
  });
});
