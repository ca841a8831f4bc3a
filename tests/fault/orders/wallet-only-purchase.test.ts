import type { Keypair } from "@solana/web3.js";
import nacl from "tweetnacl";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { walletUid } from "../../../app/accounts/rules/wallet-account";
import { productPaymentLink } from "../../../app/solana/payment-link";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { linkWallet, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { ledgerByKind } from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { payByLink } from "../../support/qr";
import { postJson, readPage, type Site, signInWithKeys } from "../../support/sign-in";
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
  expect(shown).toMatchObject({ label: expect.any(String), icon: `${app.url}/icon.svg` });
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
