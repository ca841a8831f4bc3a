import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  orderIdOf,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { changeOrder } from "../../support/factories/order";
import { linkWallet, person } from "../../support/factories/person";
import { changeProduct, product } from "../../support/factories/product";
import {
  openOrder,
  payOrder,
  reportSignature,
  requestTransaction,
  sendTransfers,
  waitForStatus,
} from "../../support/order-api";
import { changeRow } from "../../support/rows";
import { dealt } from "../../support/test-scale";

const FILE_MISSING =
  "Ce produit n'est pas disponible à l'achat car le fichier est manquant ou corrompu. Merci de contacter le vendeur.";
let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const change = (productId: string, column: string, value: string | number | null) =>
  changeProduct(app, productId, { [column]: value });

// spec: state.buy.missing, message.product-missing
test.each(
  dealt(
    [
      ["fr", "Produit introuvable."],
      ["en", "Product not found."],
    ] as const,
    1,
  ),
)("a missing product answers 404, on the page and as a toast (%s)", async (locale, words) => {
  const { page, context } = await openPage(app, "/", { locale });
  const answer = await page.goto(`${app.url}/acheter/${randomUUID()}`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: words }).waitFor();
  await page.locator("[data-sonner-toaster]").getByText(words).waitFor();
  await context.close();
});

// spec: route.buy, screen.buy-card, state.buy.visitor, rule.buy.signed-in, call.read.product
// spec: message.buy.visitor
test("a visitor sees the product, is asked to sign in, and returns to it", async () => {
  const description = "First line\n<b>second</b> line";
  const item = await product(app, { title: "Nocturne", saleLimit: 1, description });
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: null,
    locale: "fr",
  });
  await page.getByText("Connectez-vous pour acheter ce produit.").waitFor();
  await page.getByRole("heading", { name: "Nocturne" }).waitFor();
  for (const words of ["Musique", "Pièce unique", "Somebody", "0,0495", "0,0005"]) {
    await page.getByText(words).first().waitFor();
  }
  await page.getByText("<b>second</b> line").waitFor();
  expect(await statusOf(page)).toBe("none");
  await page.getByRole("link", { name: "Se connecter" }).click();
  await page.waitForURL(/\/login\?to=/);
  expect(new URL(page.url()).searchParams.get("to")).toBe(`/acheter/${item.id}`);
  await context.close();
});

// spec: state.product.own
// spec: money.own-product
test("the seller's own product is marked as such and can be downloaded", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { who: item.seller });
  await page.getByText("This is your product").waitFor();
  expect(await page.getByRole("button", { name: PAGE_TEXT.en.buy }).count()).toBe(0);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: PAGE_TEXT.en.download }).click(),
  ]);
  expect(file.suggestedFilename()).toContain(".bin");
  await context.close();
});

// spec: state.buy.file-missing, state.product.sold-out, state.product.disabled
// spec: message.product-inactive, message.price-invalid, message.buy.file-missing
// spec: product.disabled-page
test.each([
  ["disabled", "status", "disabled", "Produit non disponible"],
  ["sold out", "sold", 1, "Ce produit est épuisé."],
  ["without a price", "price_lamports", 0, "Prix produit invalide"],
  ["without its file", "file_key", null, FILE_MISSING],
])("a product that is %s cannot be bought", async (_name, column, value, words) => {
  const item = await product(app, { saleLimit: 1 });
  await change(item.id, column, value);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { locale: "fr" });
  await page.getByText(words).waitFor();
  expect(await page.getByRole("button", { name: PAGE_TEXT.fr.buy }).count()).toBe(0);
  await context.close();
});

// spec: product.sold-out, buying.live-stock
test.each([
  ["a visitor", null],
  ["an account without an order", undefined],
] as const)("%s sees the last unit held, released and sold on the open page", async (_, who) => {
  const item = await product(app, { saleLimit: 1 });
  const { page, context } = await openPage(app, "/", {
    locale: "en",
    ...(who === null && { who }),
  });
  await page.clock.install();
  await page.goto(`${app.url}/acheter/${item.id}`);
  const held = page.getByText("Another buyer is paying for the last one");
  const offer = page.getByText(who === null ? "Sign in to buy this product." : PAGE_TEXT.en.buy);
  const later = () => page.clock.fastForward(10_500);
  await offer.first().waitFor();
  await change(item.id, "held", 1);
  await later();
  await held.waitFor();
  await offer.first().waitFor();
  await change(item.id, "held", 0);
  await later();
  await held.waitFor({ state: "detached" });
  await change(item.id, "sold", 1);
  await later();
  await page.getByText("This product is sold out.").waitFor();
  await context.close();
});

test.each([
  ["sold out", { sale_type: "limited", sale_limit: 1, sold: 1 }, "This product is sold out."],
  ["disabled", { status: "disabled" }, "Product not available"],
])("the open page of an order changes when the product is %s", async (_name, changes, words) => {
  const item = await product(app);
  const { page, context } = await openPage(app, "/");
  await page.clock.install();
  await page.goto(`${app.url}/acheter/${item.id}`);
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  await page.getByText(PAGE_TEXT.en.scan).waitFor();
  await changeProduct(app, item.id, changes);
  await page.clock.fastForward(10_500);
  await page.getByText(words).waitFor();
  expect(await page.getByText(PAGE_TEXT.en.scan).count()).toBe(0);
  expect(await statusOf(page)).toBe("none");
  await context.close();
});

// spec: buying.disabled-open
test("the page of an order whose transaction can still land offers nothing new", async () => {
  const item = await product(app, { saleLimit: 2 });
  const buyer = await person(app);
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await requestTransaction(app, transactionId, payer.publicKey.toBase58());
  await change(item.id, "status", "disabled");
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { who: buyer });
  await page.getByText(/can still go through, for about \d+ s/).waitFor();
  expect(await statusOf(page)).toBe("awaiting");
  expect(await page.getByText(PAGE_TEXT.en.scan).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Pay with/ }).count()).toBe(0);
  await payOrder(app, transactionId, payer);
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  await context.close();
});

// spec: buying.consent
test.each([
  ["risen", PRICE_LAMPORTS * 2, "Le prix a augmenté", "0,1"],
  ["fallen", PRICE_LAMPORTS / 2, "Le prix a baissé", "0,025"],
])("a price that has %s since the order was opened is shown before a new one", async (...row) => {
  const [, price, words, amount] = row;
  const item = await product(app);
  const buyer = await person(app);
  const { transactionId } = await openOrder(app, buyer, item.id);
  await change(item.id, "price_lamports", price);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: buyer,
    locale: "fr",
  });
  await page.getByText(words).waitFor();
  const amounts = `Il était de 0,05 SOL quand vous avez commencé, il est maintenant de ${amount} SOL.`;
  await page.getByText(amounts).waitFor();
  expect(await page.getByText(PAGE_TEXT.fr.scan).count()).toBe(0);
  await page.getByRole("button", { name: PAGE_TEXT.fr.buy }).click();
  await page.getByText(PAGE_TEXT.fr.scan).waitFor();
  expect(await orderIdOf(page)).not.toBe(transactionId);
  expect(await page.getByText(words).count()).toBe(0);
  await context.close();
});

// spec: buying.cheaper
test("a price that rises on the open page is refused once, then shown and accepted", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`);
  const buy = page.getByRole("button", { name: PAGE_TEXT.en.buy });
  await buy.waitFor();
  await change(item.id, "price_lamports", PRICE_LAMPORTS * 2);
  await buy.click();
  await page.getByRole("alert").getByText("The price has changed from 0.05 to 0.1 SOL").waitFor();
  await page.locator("#ticket").getByText("0.099").waitFor();
  // Loading today's price keeps the text.
  expect(await page.getByRole("alert").getByText("from 0.05 to 0.1 SOL").count()).toBe(1);
  await buy.click();
  await page.getByText(PAGE_TEXT.en.scan).waitFor();
  expect(await statusOf(page)).toBe("pending");
  await context.close();
});

// spec: message.product-missing-creation, message.product-inactive, message.price-invalid
// spec: message.not-shown
test.each([
  ["the product is gone", null, "Produit introuvable ou désactivé"],
  ["the product was disabled", { status: "disabled" }, "Produit non disponible"],
  ["the price is invalid", { price_lamports: 0 }, "Prix produit invalide"],
])("shows a refusal that arises while the page is open: %s", async (_name, changes, words) => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { locale: "fr" });
  const buy = page.getByRole("button", { name: PAGE_TEXT.fr.buy });
  await buy.waitFor();
  if (changes) await changeProduct(app, item.id, changes);
  else await sql(app, "DELETE FROM products WHERE id = ?", item.id);
  const loads: string[] = [];
  page.on("request", (request) => {
    const isScript = request.resourceType() === "script";
    if (request.method() === "GET" && !isScript) loads.push(request.url());
  });
  await buy.click();
  await page.getByRole("alert").getByText(words, { exact: true }).waitFor();
  // Otherwise an error page would replace the message.
  expect(loads).toEqual([]);
  await context.close();
});

// spec: message.buyer-missing
test("shows a refusal that arises while the page is open: the session has ended", async () => {
  const item = await product(app);
  const { page, context, buyer } = await openPage(app, `/acheter/${item.id}`, { locale: "fr" });
  const buy = page.getByRole("button", { name: PAGE_TEXT.fr.buy });
  await buy.waitFor();
  await sql(app, "DELETE FROM sessions WHERE uid = ?", buyer.uid);
  await buy.click();
  await page
    .getByRole("alert")
    .getByText(/^buyerUid requis/)
    .waitFor();
  expect(await sql(app, "SELECT id FROM orders WHERE buyer_uid = ?", buyer.uid)).toEqual([]);
  await context.close();
});

// spec: state.buy.other-wallet, message.other-wallet
test("paid by another wallet: shows the specified text and the next step", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const [bound, other] = [fundedWallet(app), fundedWallet(app)];
  const opened = await openOrder(app, buyer, item.id, bound);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: buyer,
    locale: "fr",
  });
  await page.getByText("Cette commande attend le wallet").waitFor();
  const references = [opened.reference];
  const fee = PRICE_LAMPORTS / 100;
  const signature = await sendTransfers(app, other, [
    { to: opened.recipient, lamports: PRICE_LAMPORTS - fee, references },
    { to: app.platform, lamports: fee, references },
  ]);
  await reportSignature(app, buyer, opened.transactionId, signature);
  await page.getByText("Cette transaction n'est pas associée à votre wallet.").waitFor();
  expect(await statusOf(page)).toBe("paid_by_other");
  await page.getByText("rien n’est perdu").waitFor();

  const payer = await person(app);
  const address = other.publicKey.toBase58();
  await linkWallet(app, payer, address);
  const theirs = await openPage(app, `/acheter/${item.id}`, { who: payer, locale: "fr" });
  await theirs.page.getByRole("button", { name: "Recevoir le fichier" }).click();
  await theirs.page.getByText(PAGE_TEXT.fr.owned).waitFor();
  expect(await statusOf(theirs.page)).toBe("paid");
  await Promise.all([context.close(), theirs.context.close()]);
});

// spec: state.order
test.each([
  ["review", "Votre argent n’est pas perdu"],
  ["refunded", "Le vendeur a remboursé votre paiement"],
] as const)("an order that is %s shows its status", async (status, words) => {
  const item = await product(app);
  const buyer = await person(app);
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  const db = localDatabase(app.worker);
  await changeRow(db, "purchases", { uid: buyer.uid }, { revoked_at: 1 });
  await changeOrder(app, transactionId, { status, review_reason: "rolled_back" });
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: buyer,
    locale: "fr",
  });
  await page.getByText(words).waitFor();
  expect(await statusOf(page)).toBe(status);
  await context.close();
});
