import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { localDatabase } from "../../../dev/run/local-database";
import type { InProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  PRICE_LAMPORTS,
  rpcConnection,
  sql,
} from "../../support/app-under-test";
import { insertOrder } from "../../support/factories/order";
import { linkWallet, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import {
  buyAsGuest,
  callAsGuest,
  type GuestsOrder,
  openAsGuest,
  readAsGuest,
  sendAsGuest,
  signAsGuest,
  signWire,
  waitAsGuest,
} from "../../support/guest-api";
import { inBatches } from "../../support/in-batches";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { postOrder, requestTransaction, sendTransfers } from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { LONG_RUN } from "../../support/test-scale";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterAll(() => app?.stop());

const MINUTE_MS = 60_000;
const addressOf = (keys: Keypair) => keys.publicKey.toBase58();

async function codeOf(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
}

async function buyerOf({ transactionId }: GuestsOrder) {
  return sql(
    app,
    "SELECT u.wallet FROM orders o JOIN users u ON u.uid = o.buyer_uid WHERE o.id = ?",
    transactionId,
  );
}

/** The link is the same as a request with the secret is led to. */
async function downloads(order: GuestsOrder): Promise<number> {
  const led = await callAsGuest(app, order.secret, `/${order.transactionId}/file`);
  if (led.status !== 302) return led.status;
  return (await fetch(led.headers.get("Location") ?? "")).status;
}

// spec: buying.guest
test.each([
  ["unlimited", null],
  ["limited", 3],
])("a guest pays an %s product and has its file; the wallet is the buyer", async (_, saleLimit) => {
  const item = await product(app, saleLimit === null ? {} : { saleLimit });
  const payer = fundedWallet(app);
  const order = await buyAsGuest(app, item.id, payer);
  const paid = await readAsGuest(app, order);
  expect(paid).toMatchObject({ paid: true, buyerWallet: addressOf(payer) });
  expect(paid.downloadUrl).toContain("/download/");
  expect(await downloads(order)).toBe(200);
  expect(await buyerOf(order)).toEqual([{ wallet: addressOf(payer) }]);
  expect(await sql(app, "SELECT held, sold FROM products WHERE id = ?", item.id)).toEqual([
    { held: 0, sold: 1 },
  ]);
  await expectLedgerConsistent(app);
});

// spec: buying.guest-secret
test("a second browser that names the same address gets another order, and no file", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const before = await openAsGuest(app, item.id, addressOf(payer));
  const order = await buyAsGuest(app, item.id, payer);
  expect(order.transactionId).not.toBe(before.transactionId);
  expect(order.reference).not.toBe(before.reference);
  const after = await callAsGuest(app, null, "", { productId: item.id, wallet: addressOf(payer) });
  expect(await codeOf(after)).toEqual([409, "conflict"]);
  // Neither the other's secret nor none, by any call.
  for (const secret of [before.secret, null]) {
    for (const path of ["", "/file"]) {
      const answer = await callAsGuest(app, secret, `/${order.transactionId}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  }
  expect(await readAsGuest(app, before)).not.toHaveProperty("downloadUrl");
});

// spec: buying.guest-secret
test("the secret stops with its order after a day", async () => {
  const item = await product(app);
  const order = await buyAsGuest(app, item.id, fundedWallet(app));
  const db = localDatabase(app.worker);
  const changes = { created_at: Date.now() - 24 * 60 * MINUTE_MS };
  await changeRow(db, "orders", { id: order.transactionId }, changes);
  expect(await downloads(order)).toBe(404);
  expect((await callAsGuest(app, order.secret, `/${order.transactionId}`)).status).toBe(404);
});

// spec: buying.guest-secret
test("a thief's order that a victim pays by QR code gives the thief no file", async () => {
  const item = await product(app);
  const [thief, victim] = [fundedWallet(app), fundedWallet(app)];
  const order = await openAsGuest(app, item.id, addressOf(thief));
  // The thief has asked for bytes to sign, so that his order waits for a payment.
  await signAsGuest(app, order, thief);
  const response = await requestTransaction(app, order.transactionId, addressOf(victim));
  const { transaction } = (await response.json()) as { transaction: string };
  const signed = signWire(transaction, victim);
  // Before the victim's wallet sends them, and after, with and without the reference's signature.
  const stripped = VersionedTransaction.deserialize(Buffer.from(signed, "base64"));
  stripped.signatures[1] = new Uint8Array(64);
  const withoutReference = Buffer.from(stripped.serialize()).toString("base64");
  await sendAsGuest(app, order, withoutReference);
  await rpcConnection(app).sendRawTransaction(Buffer.from(signed, "base64"));
  await sendAsGuest(app, order, signed);
  await sendAsGuest(app, order, withoutReference);
  expect(await waitAsGuest(app, order, "paid")).not.toHaveProperty("downloadUrl");
  await sendAsGuest(app, order, signed);
  await sendAsGuest(app, order, withoutReference);
  expect(await readAsGuest(app, order)).not.toHaveProperty("downloadUrl");
  expect(await downloads(order)).toBe(404);
  expect(await buyerOf(order)).toEqual([{ wallet: addressOf(victim) }]);
});

// spec: buying.guest-secret
test("a payment by hand settles a guest's order, and gives its browser no file", async () => {
  const item = await product(app);
  const [guest, payer] = [fundedWallet(app), fundedWallet(app)];
  const order = await openAsGuest(app, item.id, addressOf(guest));
  const { recipient, reference } = order;
  const signature = await sendTransfers(app, payer, [
    { to: recipient, lamports: PRICE_LAMPORTS - FEE_LAMPORTS, references: [reference] },
    { to: app.platformWallet, lamports: FEE_LAMPORTS, references: [reference] },
  ]);
  const hint = await callAsGuest(app, order.secret, `/${order.transactionId}/signature`, {
    signature,
  });
  expect(hint.status).toBe(202);
  expect(await waitAsGuest(app, order, "paid")).not.toHaveProperty("downloadUrl");
  expect(await downloads(order)).toBe(404);
  expect(await buyerOf(order)).toEqual([{ wallet: addressOf(payer) }]);
});

// spec: buying.guest-secret
test("a wallet that can only sign and send pays, and signs in to fetch", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const order = await openAsGuest(app, item.id, addressOf(payer));
  const signed = await signAsGuest(app, order, payer, false);
  await rpcConnection(app).sendRawTransaction(Buffer.from(signed, "base64"));
  expect(await waitAsGuest(app, order, "paid")).not.toHaveProperty("downloadUrl");
  expect(await buyerOf(order)).toEqual([{ wallet: addressOf(payer) }]);
});

// spec: buying.guest-paid
test("a wallet that has paid is told to sign in; one that is only linked sees no difference", async () => {
  const item = await product(app);
  const [payer, linked] = [fundedWallet(app), fundedWallet(app)];
  const owner = await person(app);
  const open = await openAsGuest(app, item.id, addressOf(linked));
  const bytes = await signAsGuest(app, open, payer);
  await buyAsGuest(app, item.id, payer);
  // Opened, built and signed before the purchase.
  const { secret, transactionId } = open;
  const input = { account: addressOf(payer), canSign: true };
  for (const answer of [
    await callAsGuest(app, secret, "", { productId: item.id, wallet: addressOf(payer) }),
    await callAsGuest(app, secret, `/${transactionId}/transaction`, input),
    await sendAsGuest(app, open, bytes),
  ]) {
    expect(await codeOf(answer)).toEqual([409, "conflict"]);
  }
  // The account that the second wallet is linked to owns the product by the first.
  const [{ uid } = { uid: "" }] = await sql<{ uid: string }>(
    app,
    "SELECT uid FROM users WHERE wallet = ?",
    addressOf(payer),
  );
  const db = localDatabase(app.worker);
  await linkWallet(app, owner, addressOf(linked));
  await changeRow(db, "users", { uid }, { wallet: null });
  await changeRow(db, "orders", { buyer_uid: uid }, { buyer_uid: owner.uid });
  await changeRow(db, "purchases", { uid }, { uid: owner.uid });
  await openAsGuest(app, item.id, addressOf(linked));
});

// spec: buying.guest-bounds
test("many claims on one address bar nobody; a browser has ten open orders", async () => {
  const item = await product(app);
  const victim = fundedWallet(app);
  const claim = () => openAsGuest(app, item.id, addressOf(victim));
  await inBatches(Array.from({ length: 60 }), claim);
  // What further claims leave behind, without their requests.
  const db = localDatabase(app.worker);
  await inBatches(Array.from({ length: LONG_RUN ? 940 : 140 }), () => {
    const guest = { secretHash: newAddress(), wallet: addressOf(victim), signature: null };
    const traits = { productId: item.id, ownerUid: item.seller.uid, buyerUid: null, guest };
    return insertOrder(db, traits);
  });
  const bought = await buyAsGuest(app, item.id, victim);
  expect(await downloads(bought)).toBe(200);

  const payer = fundedWallet(app);
  const items = await Promise.all(Array.from({ length: 12 }, () => product(app)));
  const [first, ...rest] = items;
  const oldest = await openAsGuest(app, first?.id ?? "", addressOf(payer));
  const { secret } = oldest;
  for (const { id } of rest.slice(0, 9)) await openAsGuest(app, id, addressOf(payer), secret);
  // A built payment can land: its order stays, and the next oldest ends.
  await signAsGuest(app, oldest, payer, false);
  for (const { id } of rest.slice(9)) await openAsGuest(app, id, addressOf(payer), secret);
  const rows = await sql<{ status: string }>(
    app,
    "SELECT status FROM orders WHERE product_id IN (SELECT value FROM json_each(?)) ORDER BY created_at",
    JSON.stringify(items.map(({ id }) => id)),
  );
  const [builtOne, ...others] = rows.map(({ status }) => status);
  expect(builtOne).toBe("awaiting");
  expect(others).toEqual(["expired", "expired", ...Array.from({ length: 9 }, () => "pending")]);
});

// spec: buying.guest-bounds
test("an order ends after a quarter of an hour, unless a payment was built for it", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const order = await openAsGuest(app, item.id, addressOf(payer));
  const lifetime = async () => {
    const [row] = await sql<{ ms: number }>(
      app,
      "SELECT expires_at - created_at AS ms FROM orders WHERE id = ?",
      order.transactionId,
    );
    return row?.ms;
  };
  expect(await lifetime()).toBe(15 * MINUTE_MS);
  await signAsGuest(app, order, payer);
  expect(await lifetime()).toBe(15 * MINUTE_MS);
  await signAsGuest(app, order, payer, false);
  expect(await lifetime()).toBe(24 * 60 * MINUTE_MS);
  // The same browser continues with it.
  const again = await callAsGuest(app, order.secret, "", {
    productId: item.id,
    wallet: addressOf(payer),
  });
  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject({ transactionId: order.transactionId });
});

// spec: buying.guest
test("a guest's order and an Action of the same wallet, paid at once: one file, one refund", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const order = await openAsGuest(app, item.id, addressOf(payer));
  const action = await fetch(`${app.url}/api/actions/buy/${item.id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ account: addressOf(payer) }),
  });
  const { transaction } = (await action.json()) as { transaction: string };
  const bytes = await signAsGuest(app, order, payer);
  const byAction = Buffer.from(signWire(transaction, payer), "base64");
  const [sent] = await Promise.all([
    sendAsGuest(app, order, bytes),
    rpcConnection(app).sendRawTransaction(byAction),
  ]);
  expect(sent.status).toBe(200);
  const statuses = () =>
    sql(
      app,
      "SELECT status, count(*) AS orders FROM orders WHERE product_id = ? GROUP BY status",
      item.id,
    );
  await expect.poll(statuses, { interval: 150 }).toEqual([
    { status: "paid", orders: 1 },
    { status: "review", orders: 1 },
  ]);
  await expectLedgerConsistent(app);
});

// spec: buying.guest
test("a guest waits in line for a scarce unit, and gets it when it is free", async () => {
  const item = await product(app, { saleLimit: 1 });
  const [first, second] = [fundedWallet(app), fundedWallet(app)];
  const holder = await openAsGuest(app, item.id, addressOf(first));
  const waiting = await openAsGuest(app, item.id, addressOf(second));
  app.chain.pause();
  const [held, bytes] = [
    await signAsGuest(app, holder, first),
    await signAsGuest(app, waiting, second),
  ];
  expect((await sendAsGuest(app, holder, held)).status).toBe(200);
  const answer = await sendAsGuest(app, waiting, bytes);
  expect(await codeOf(answer)).toEqual([409, "held"]);
  // One place for a browser: another order of it, or of the wallet, gets none.
  const places = await sql(app, "SELECT uid LIKE 'guest:%' AS guests FROM stock_line");
  expect(places).toEqual([{ guests: 1 }]);
  const left = await callAsGuest(app, waiting.secret, `/${waiting.transactionId}/leave`, {});
  expect(left.status).toBe(204);
  expect(await sql(app, "SELECT uid FROM stock_line")).toEqual([]);
  app.chain.resume();
  await waitAsGuest(app, holder, "paid");
  expect(await codeOf(await sendAsGuest(app, waiting, bytes))).toEqual([409, "sold_out"]);
});

// spec: buying.guest
test("a refund and a roll-back take the file from the browser", async () => {
  const item = await product(app);
  const order = await buyAsGuest(app, item.id, fundedWallet(app));
  const { signature = "" } = await readAsGuest(app, order);
  const orders = ordersIn(openDb(localDatabase(app.worker)));
  await orders.rollBack(order.transactionId, signature, Date.now());
  expect(await downloads(order)).toBe(404);
});

// spec: permission.buyer
test("visitors open no order of an account; a seller's own wallet is refused", async () => {
  const item = await product(app);
  const visitor = { uid: "", headers: { Origin: app.url } };
  expect((await postOrder(app, visitor, { productId: item.id })).status).toBe(401);
  const wallet = addressOf(item.recipient);
  const own = await callAsGuest(app, null, "", { productId: item.id, wallet });
  expect(await codeOf(own)).toEqual([409, "own_product"]);
  for (const wrong of ["", "not-an-address", null]) {
    const answer = await callAsGuest(app, null, "", { productId: item.id, wallet: wrong });
    expect(await codeOf(answer)).toEqual([422, "invalid_input"]);
  }
});
