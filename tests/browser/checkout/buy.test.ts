import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  orderIdOf,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { product, type TestProduct } from "../../support/factories/product";
import { postOrder } from "../../support/order-api";
import { payByLink, readQr } from "../../support/qr";
import { dealt } from "../../support/test-scale";
import { injectWallet } from "../../support/wallet";
import { signatureText } from "../../support/wallet-signing";

const FEE = BigInt(PRICE_LAMPORTS / 100);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

// spec: control.buy.start, control.buy.pay, control.buy.download, state.buy.owned, state.buy.none
// spec: call.read.purchase, call.sign, message.buy.owned
// spec: buying.owned
test.each(dealt(["fr", "en"] as const, 0))(
  "a browser wallet pays, the page changes to paid, and the file downloads (%s)",
  async (locale) => {
    const words = PAGE_TEXT[locale];
    const item = await product(app, { title: "Étude no 1", saleLimit: 10 });
    const payer = fundedWallet(app);
    const { page, context, buyer } = await openPage(app, `/acheter/${item.id}`, {
      locale,
      before: (window) => injectWallet(window, payer, { rpcUrl: app.chain.url }),
    });
    const faults = axeViolations(page);
    const before = balances(item);

    expect(await statusOf(page)).toBe("none");
    await page.getByRole("button", { name: words.buy }).click();
    await page.getByText(words.scan).waitFor();
    expect(await statusOf(page)).toBe("pending");
    const payWith = locale === "fr" ? "Payer avec Test Wallet" : "Pay with Test Wallet";
    await page.getByRole("button", { name: payWith }).click();
    await page.getByText(words.confirmedIn).waitFor();
    expect(await statusOf(page)).toBe("paid");
    expect(sha256(await download(page, words.download))).toBe(sha256(item.bytes));
    expect(balances(item)).toEqual([before[0] + BigInt(PRICE_LAMPORTS) - FEE, before[1] + FEE]);

    await page.reload();
    await page.getByText(words.owned).waitFor();
    expect(await statusOf(page)).toBe("paid");
    expect(await page.getByRole("button", { name: words.buy }).count()).toBe(0);
    const second = await postOrder(app, buyer, { productId: item.id });
    expect([second.status, await second.json()]).toEqual([
      200,
      { status: "owned", productId: item.id },
    ]);
    expect(faults).toEqual([]);
    await context.close();
  },
);

// spec: control.buy.qr, state.buy.amount, state.buy.paid, transition.order.live, message.buy.paid
// spec: constant.qr-width
// spec: buying.any-wallet
test.each(
  dealt(
    [
      ["fr", {}],
      ["en", PHONE],
    ] as const,
    1,
  ),
)("a phone pays by the QR code, and the open page changes to paid (%s)", async (locale, window) => {
  const words = PAGE_TEXT[locale];
  const item = await product(app);
  const payer = fundedWallet(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { locale, ...window });
  await page.getByRole("button", { name: words.buy }).click();
  const qr = page.locator("#ticket svg[role=img]");
  await qr.waitFor();
  expect((await qr.boundingBox())?.width).toBe(256);
  const link = readQr(await qr.screenshot());
  expect(link).toBe(
    `solana:${encodeURIComponent(`${app.url}/api/pay/${await orderIdOf(page)}?lang=${locale}`)}`,
  );

  const before = balances(item);
  const { shown, signature } = await payByLink(link, payer, app.chain.url);
  expect(shown.label).toBe("A file");
  await page.getByText(words.confirmed).waitFor();
  expect(await statusOf(page)).toBe("paid");
  await page.getByTitle(signatureText(signature ?? "")).waitFor();
  expect(balances(item)).toEqual([before[0] + BigInt(PRICE_LAMPORTS) - FEE, before[1] + FEE]);
  expect(sha256(await download(page, words.download))).toBe(sha256(item.bytes));
  await context.close();
});

// spec: transition.order.live, call.read.transaction
// spec: buying.live
test("without a WebSocket the page polls and changes to paid", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    before: (window) => window.routeWebSocket(/\/live$/, (socket) => socket.close()),
  });
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  const link = await page.getByRole("link", { name: "Payment link" }).getAttribute("href");
  await payByLink(link ?? "", payer, app.chain.url);
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  await context.close();
});

// spec: field.purchase.refresh, call.write.refresh
// spec: buying.no-script-buying
test("without JavaScript: a form opens the order and shows the QR code, a form refreshes, a link downloads", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    javaScriptEnabled: false,
  });
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  const link = readQr(await page.locator("#ticket svg[role=img]").screenshot());
  await payByLink(link, payer, app.chain.url);
  await expect.poll(async () => (await page.reload()) && statusOf(page)).toBe("paid");
  await page.getByRole("button", { name: "Refresh the download link" }).click();
  await page.getByText("Refresh requested!").waitFor();
  expect(sha256(await download(page, PAGE_TEXT.en.download))).toBe(sha256(item.bytes));
  await context.close();
});

// spec: control.buy.refresh, state.buy.owned, state.buy.preparing, field.purchase.refresh
// spec: call.file-url, message.refresh-failed, message.refresh-done, message.buy.preparing
// spec: delivery.token, json.refresh
test("renews the download link; shows a refusal in the specified words; retries a missing file", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { locale: "fr" });
  await page.getByRole("button", { name: PAGE_TEXT.fr.buy }).click();
  const link = await page.getByRole("link", { name: "Lien de paiement" }).getAttribute("href");
  await payByLink(link ?? "", payer, app.chain.url);
  await page.getByText(PAGE_TEXT.fr.confirmed).waitFor();
  const refresh = page.getByRole("button", { name: "Rafraîchir le lien de téléchargement" });
  await refresh.click();
  await page.getByText("Demande de rafraîchissement envoyée !").waitFor();

  await context.route("**/refresh", (route) => route.abort());
  await refresh.click();
  await page
    .getByText("Impossible de demander le rafraîchissement : le serveur ne répond pas")
    .waitFor();

  const files = await app.worker.getR2Bucket("FILES");
  const [{ storage_path: path = "" } = {}] = await sql<{ storage_path: string }>(
    app,
    "SELECT storage_path FROM files WHERE product_id = ?",
    item.id,
  );
  await files.delete(path);
  await page.reload();
  await page.getByText("Lien de téléchargement en préparation…").waitFor();
  expect(await statusOf(page)).toBe("paid");
  await context.close();
});

test("a page that loses the connection while it reloads its data shows the payment when it is back", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`);
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  const link = await page.getByRole("link", { name: "Payment link" }).getAttribute("href");
  let failed = 0;
  await page.route("**/acheter/*.data*", (route) =>
    failed++ < 2 ? route.abort() : route.continue(),
  );
  await payByLink(link ?? "", payer, app.chain.url);
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  await page.getByRole("link", { name: PAGE_TEXT.en.download }).waitFor();
  expect(failed).toBeGreaterThan(2);
  await context.close();
});

function balances(item: TestProduct): [bigint, bigint] {
  const of = (address: string) => app.chain.balance(address) ?? 0n;
  return [of(item.recipient.publicKey.toBase58()), of(app.platform)];
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  return readFileSync(await file.path());
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function axeViolations(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}
