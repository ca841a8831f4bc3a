import { randomUUID } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import nacl from "tweetnacl";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { walletUid } from "../../../app/accounts/rules/wallet-account";
import { productPaymentLink } from "../../../app/solana/payment-link";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { localDatabase } from "../../../dev/run/local-database";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, LAMPORTS_PER_SOL, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { linkWallet, type Person, person } from "../../support/factories/person";
import { changeProduct, product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  postOrder,
  requestTransaction,
  sendTransfers,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { payByLink } from "../../support/qr";
import { postJson, readPage, type Site, signInWithKeys } from "../../support/sign-in";
import { LONG_RUN } from "../../support/test-scale";
import { signatureText } from "../../support/wallet-signing";

let app: InProcessApp;
let site: Site;

beforeAll(async () => {
  app = await startPaymentApp();
  site = { origin: app.url, fetch };
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

function press(productId: string, payer: Keypair): Promise<Response> {
  return fetch(`${app.url}/api/actions/buy/${productId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify({ account: payer.publicKey.toBase58() }),
  });
}

/** Pays by the product's payment link; returns the order's id. */
async function buy(productId: string, payer: Keypair): Promise<string> {
  const link = productPaymentLink(productId, app.url);
  const { shown, signature } = await payByLink(link, payer, app.chain.url);
  expect(shown).toMatchObject({
    label: expect.any(String),
    icon: `${app.url}/pictures/${productId}/drawn-1.svg`,
  });
  const paid = () =>
    sql<{ id: string }>(
      app,
      "SELECT id FROM orders WHERE product_id = ? AND signature = ? AND status = 'paid'",
      productId,
      signature ? signatureText(signature) : null,
    );
  await expect.poll(paid).toHaveLength(1);
  return (await paid())[0]?.id ?? "";
}

// spec: permission.buyer
// spec: buying.wallet-only
test("a wallet buys without an account, and has the file after signing in", async () => {
  const item = await product(app, { title: "Étude no 1" });
  const payer = fundedWallet(app);
  const first = (await (await press(item.id, payer)).json()) as Record<string, unknown>;
  const again = (await (await press(item.id, payer)).json()) as Record<string, unknown>;
  expect(first).toMatchObject({
    type: "transaction",
    message: "Achat de Étude no 1",
    links: { next: { type: "inline", action: { type: "completed" } } },
  });
  expect(again.transaction).toBe(first.transaction);

  const orderId = await buy(item.id, payer);
  expect(await ledgerByKind(app, orderId)).toEqual({
    sale: PRICE_LAMPORTS,
    fee: PRICE_LAMPORTS / 100,
  });
  const uid = await walletUid(payer.publicKey.toBase58());
  const bought = await sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id);
  expect(bought).toEqual([{ uid }]);
  expect((await press(item.id, payer)).status).toBe(409);

  const session = await signInWithKeys(site, nacl.sign.keyPair.fromSecretKey(payer.secretKey));
  expect(await (await readPage(site, "/purchases", session)).text()).toContain("Étude no 1");
  const link = await postJson(site, `/api/purchases/${item.id}/refresh`, {}, session);
  const { downloadUrl } = (await link.json()) as { downloadUrl: string };
  const file = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  expect(file.equals(item.bytes)).toBe(true);
});

// spec: buying.wallet-only
test("a purchase by a linked wallet belongs to its account, and holds the last unit", async () => {
  const item = await product(app, { saleLimit: 1 });
  const [owner, payer] = [await person(app), fundedWallet(app)];
  const address = payer.publicKey.toBase58();
  await linkWallet(app, owner, address);
  expect((await press(item.id, payer)).status).toBe(200);
  const other = await press(item.id, fundedWallet(app));
  expect(await other.json()).toMatchObject({ error: { code: "held" } });
  await buy(item.id, payer);
  const bought = await sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id);
  expect(bought).toEqual([{ uid: owner.uid }]);
  const late = await press(item.id, fundedWallet(app));
  expect(await late.json()).toMatchObject({ error: { code: "sold_out" } });
  const self = await sql(app, "SELECT uid FROM users WHERE uid = ?", await walletUid(address));
  expect(self).toEqual([]);
});

describe("an order that a stranger opens in the name of another's wallet", () => {
  const ATTEMPTS = LONG_RUN ? 30 : 3;
  const users = async () =>
    (await sql<{ n: number }>(app, "SELECT count(*) AS n FROM users"))[0]?.n;

  // spec: buying.address-claim
  test("changes nothing for the wallet's owner", async () => {
    const [victim, wallet] = [await person(app), fundedWallet(app)];
    const address = wallet.publicKey.toBase58();
    await linkWallet(app, victim, address);
    const item = await product(app);
    const items = await Promise.all(
      Array.from({ length: ATTEMPTS - 1 }, () => product(app, { seller: item.seller })),
    );
    const before = await users();
    for (const { id } of [item, ...items]) expect((await press(id, wallet)).status).toBe(200);
    expect(await users()).toBe(before);
    const opened = await sql(
      app,
      "SELECT DISTINCT buyer_uid FROM orders WHERE buyer_wallet = ?",
      address,
    );
    expect(opened).toEqual([{ buyer_uid: null }]);

    const [order] = await sql<{ id: string }>(
      app,
      "SELECT id FROM orders WHERE product_id = ?",
      item.id,
    );
    const shows = async (page: string, { headers }: Person) =>
      (await (await fetch(app.url + page, { headers })).text()).includes(String(order?.id));
    for (const page of ["/purchases", `/acheter/${item.id}`, "/transaction"]) {
      expect([page, await shows(page, victim)]).toEqual([page, false]);
    }
    for (const page of ["/dashboard", "/dashboard/sales"]) {
      expect([page, await shows(page, item.seller)]).toEqual([page, false]);
    }
    for (const { headers } of [victim, item.seller]) {
      const view = await fetch(`${app.url}/api/transactions/${order?.id}`, { headers });
      expect(view.status).toBe(404);
    }

    // The owner buys as before, and can end the account.
    const own = await postOrder(app, victim, { productId: item.id });
    expect(own.status).toBe(201);
    const facts = createAccountLifecycle(openDb(localDatabase(app.worker)), ABOVE_ACCOUNTS);
    expect(await facts.deletionFacts(victim.uid)).toMatchObject({ payingNow: 0 });
    expect(await facts.remove(victim.uid, randomUUID(), Date.now())).toBe(true);
    // The wallet of the deleted account can still buy.
    await buy(item.id, wallet);
    expect(await sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id)).toEqual([
      { uid: await walletUid(address) },
    ]);
  });

  test("belongs to whoever pays it", async () => {
    const item = await product(app);
    const [claimed, payer] = [fundedWallet(app), fundedWallet(app)];
    await press(item.id, claimed);
    const [order] = await sql<{ id: string; reference: string }>(
      app,
      "SELECT id, reference FROM orders WHERE product_id = ?",
      item.id,
    );
    const account = payer.publicKey.toBase58();
    const refused = await requestTransaction(app, order?.id ?? "", account);
    expect(await refused.json()).toMatchObject({ error: { code: "other_wallet" } });
    const to = item.recipient.publicKey;
    await sendTransfers(app, payer, [
      { to, lamports: PRICE_LAMPORTS, references: [order?.reference ?? ""] },
    ]);
    const bought = () => sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id);
    await expect.poll(bought).toEqual([{ uid: await walletUid(account) }]);
    expect((await press(item.id, claimed)).status).toBe(200);
    expect((await press(item.id, payer)).status).toBe(409);
  });
});

test("an order of a wallet follows a new price by itself", async () => {
  const item = await product(app, { saleLimit: 20 });
  const payer = fundedWallet(app);
  // Refused after the order was opened, so that nothing was built.
  const empty = Keypair.generate();
  expect((await press(item.id, empty)).status).toBe(422);
  app.chain.airdrop(empty.publicKey.toBase58(), LAMPORTS_PER_SOL);
  app.chain.advanceSlots(2);
  await changeProduct(app, item.id, { price_lamports: PRICE_LAMPORTS * 2 });
  expect((await press(item.id, empty)).status).toBe(200);
  const rows = await sql(
    app,
    "SELECT status, ended_reason, price_lamports FROM orders WHERE product_id = ? ORDER BY price_lamports",
    item.id,
  );
  expect(rows).toEqual([
    { status: "expired", ended_reason: "replaced", price_lamports: PRICE_LAMPORTS },
    { status: "awaiting", ended_reason: null, price_lamports: PRICE_LAMPORTS * 2 },
  ]);
  await buy(item.id, payer);
});
