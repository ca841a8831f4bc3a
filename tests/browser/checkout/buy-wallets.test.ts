import type { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet, LAMPORTS_PER_SOL, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  orderIdOf,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder, requestTransaction } from "../../support/order-api";
import { injectWallet, type TestWallet } from "../../support/wallet";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

/** Opens a purchase page with a wallet, and an order on it. */
async function atOrder(payer: Keypair, options: { saleLimit?: number } = {}) {
  const item = await product(app, options);
  let injected: TestWallet | undefined;
  const window = await openPage(app, `/acheter/${item.id}`, {
    before: async (context) => {
      injected = await injectWallet(context, payer, { rpcUrl: app.chain.url });
    },
  });
  await window.page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  const pay = window.page.getByRole("button", { name: "Pay with Test Wallet" });
  await pay.waitFor();
  if (!injected) throw new Error("no wallet");
  return { ...window, item, pay, injected, alert: window.page.getByRole("alert") };
}

// spec: buying.rejected
test("a signature rejected in the wallet charges nothing, and the same order can be paid afterwards", async () => {
  const payer = fundedWallet(app);
  const { page, context, pay, injected, alert } = await atOrder(payer);
  const id = await orderIdOf(page);
  injected.mode = "reject";
  await pay.click();
  await alert.waitFor();
  expect(await alert.textContent()).toContain("You declined in Test Wallet. Nothing was charged");
  expect(await pay.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(app.chain.balance(injected.address)).toBe(BigInt(LAMPORTS_PER_SOL));

  injected.mode = "approve";
  await pay.click();
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  expect(await orderIdOf(page)).toBe(id);
  const download = page.getByRole("link", { name: PAGE_TEXT.en.download });
  await expect.poll(() => download.evaluate((link) => link === document.activeElement)).toBe(true);
  await context.close();
});

// spec: rule.buy.balance
// spec: money.low-balance
test("insufficient balance is shown before the wallet is asked to sign", async () => {
  const { page, context, pay, injected, alert } = await atOrder(fundedWallet(app, 2_000_000));
  await pay.click();
  await alert.waitFor();
  expect(await alert.textContent()).toContain("0.0480052 SOL are missing");
  const onRamp = alert.getByRole("link", { name: "Buy SOL with a card" });
  expect(await onRamp.getAttribute("href")).toBe("/tutoriel-moonpay");
  expect(injected.calls).not.toContain("signAndSend");
  expect(await statusOf(page)).toBe("pending");
  await context.close();
});

test("a wallet that signs with another account than it connected pays nothing, and can retry", async () => {
  const { page, context, pay, injected, alert } = await atOrder(fundedWallet(app), {
    saleLimit: 3,
  });
  injected.mode = "wrong-account";
  await pay.click();
  await alert.waitFor();
  expect(await alert.textContent()).toContain("Check which account is chosen");
  injected.mode = "approve";
  await pay.click();
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  await context.close();
});

// spec: stock.wallet-first
test.each(["version-1", "late"] as const)(
  "a wallet that signs first (%s) gets an unsigned message of a unique product and buys it",
  async (mode) => {
    const { page, context, pay, injected, item } = await atOrder(fundedWallet(app), {
      saleLimit: 1,
    });
    injected.mode = mode;
    await pay.click();
    await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
    expect(injected.calls).toEqual(["connect", "signTransaction"]);
    const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id);
    expect(stock).toEqual([{ sold: 1, held: 0 }]);
    await context.close();
  },
);

test("a wallet that names another signature than its payment's can pay", async () => {
  const { page, context, pay, injected } = await atOrder(fundedWallet(app));
  injected.mode = "names-another";
  await pay.click();
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  await context.close();
});

// spec: stock.line, json.leave
test("a signed payment waits in line, can be given up, and gets the next free unit", async () => {
  const { page, context, pay, item } = await atOrder(fundedWallet(app), { saleLimit: 1 });
  const holder = fundedWallet(app).publicKey.toBase58();
  const { transactionId } = await openOrder(app, await person(app), item.id);
  expect((await requestTransaction(app, transactionId, holder)).status).toBe(200);
  await pay.click();
  const status = page.locator("#ticket").getByRole("status");
  await expect.poll(() => status.textContent()).toContain("You are number 1 in line");
  const line = () =>
    sql(app, "SELECT order_id AS id FROM stock_line WHERE product_id = ?", item.id);
  expect(await line()).toEqual([{ id: await orderIdOf(page) }]);
  await page.getByRole("button", { name: "Stop waiting" }).click();
  await page.getByText("You stopped waiting").waitFor();
  await expect.poll(line).toEqual([]);
  await pay.click();
  await expect.poll(() => status.textContent()).toContain("You are number 1 in line");
  app.chain.advanceSlots(200);
  await context.close();
});

// spec: json.build
test("a wallet that can only sign: the server sends its transaction and no other", async () => {
  const item = await product(app, { saleLimit: 1 });
  let injected: TestWallet | undefined;
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    before: async (window) => {
      const options = { rpcUrl: app.chain.url, signOnly: true };
      injected = await injectWallet(window, fundedWallet(app), options);
    },
  });
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  await page.getByRole("button", { name: "Pay with Test Wallet" }).click();
  await page.getByText(PAGE_TEXT.en.confirmedIn).waitFor();
  expect(injected?.calls).toEqual(["connect", "signTransaction"]);
  await context.close();
});

// spec: transition.order.own-wallet, message.other-wallet
// spec: buying.bound-wallet
test("an order bound to one wallet refuses another until the buyer unbinds it", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const [first, second] = [fundedWallet(app), fundedWallet(app)];
  const { transactionId } = await openOrder(app, buyer, item.id, first);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: buyer,
    locale: "fr",
    before: (window) => injectWallet(window, second, { rpcUrl: app.chain.url }),
  });
  const pay = page.getByRole("button", { name: "Payer avec Test Wallet" });
  await pay.click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toBe("Cette transaction n'est pas associée à votre wallet.");
  await page.getByRole("button", { name: "Payer depuis un autre wallet" }).click();
  await page.getByText("Cette commande attend le wallet").waitFor({ state: "detached" });
  await pay.click();
  await page.getByText(PAGE_TEXT.fr.confirmed).waitFor();
  expect(await orderIdOf(page)).toBe(transactionId);
  await context.close();
});

test("while the transaction of another wallet can still land, the page shows the remaining time", async () => {
  const { page, context, pay, alert, item } = await atOrder(fundedWallet(app), { saleLimit: 2 });
  const other = fundedWallet(app).publicKey.toBase58();
  expect((await requestTransaction(app, await orderIdOf(page), other)).status).toBe(200);
  await expect.poll(() => statusOf(page)).toBe("awaiting");
  await pay.click();
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/prepared for another wallet .* in \d+ s/);
  const [row] = await sql<{ held: number }>(app, "SELECT held FROM products WHERE id = ?", item.id);
  expect(row?.held).toBe(1);
  await context.close();
});

// spec: control.buy.pay, rule.buy.wallet, message.wallet-absent-buy
// spec: word.wallet-name
test("without a wallet extension the button says so, and the demo wallet pays", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { locale: "fr" });
  await page.getByRole("button", { name: PAGE_TEXT.fr.buy }).click();
  await page.getByRole("button", { name: "Payer avec Phantom" }).click();
  const alert = page.getByRole("alert");
  expect(await alert.textContent()).toContain("Wallet Solana non détecté");
  expect(await alert.getByRole("link").getAttribute("href")).toBe("/guide-wallet");
  await page.getByRole("button", { name: "Payer avec Comptoir Demo" }).click();
  await alert.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Approuver" }).click();
  await page.getByText(PAGE_TEXT.fr.confirmedIn).waitFor();
  await context.close();
});

// spec: buying.no-wallet
test("where this browser has no wallet, the QR code comes first", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, "/login", {
    // Only localnet has the demo wallet.
    before: (window) =>
      window.route(`**/acheter/${item.id}*`, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll("localnet", "devnet");
        await route.fulfill({ response, body });
      }),
  });
  await page.goto(`${app.url}/acheter/${item.id}`);
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  const phantom = page.getByRole("button", { name: "Pay with Phantom" });
  await phantom.waitFor();
  const code = page.getByText(PAGE_TEXT.en.scan);
  const [above, below] = [await code.boundingBox(), await phantom.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  const alert = page.getByRole("alert");
  expect(await alert.count()).toBe(0);
  await phantom.click();
  expect(await alert.textContent()).toContain("Solana wallet not detected");
  await context.close();
});

// spec: control.buy.open-app
test("on a phone, price and button stay visible until the receipt; the wallet app opens this page", async () => {
  const item = await product(app, { title: "A title that is as long as a narrow screen is high" });
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    locale: "fr",
    userAgent: IPHONE,
    viewport: { width: 390, height: 640 },
    isMobile: true,
  });
  const buy = page.getByRole("button", { name: PAGE_TEXT.fr.buy });
  const bar = page.locator("div", { has: buy }).last();
  await expect.poll(() => bar.textContent()).toContain("0,05");
  const { y = 0, height = 0 } = (await buy.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(560);
  expect(y + height).toBeLessThanOrEqual(640);
  expect(await overflow()).toBe(0);
  await buy.click();
  const open = page.getByRole("link", { name: "Ouvrir dans Phantom" });
  const here = encodeURIComponent(`${app.url}/acheter/${item.id}`);
  const ref = encodeURIComponent(app.url);
  expect(await open.getAttribute("href")).toBe(`https://phantom.app/ul/browse/${here}?ref=${ref}`);
  const solflare = page.getByRole("link", { name: "Ouvrir dans Solflare" });
  expect(await solflare.getAttribute("href")).toBe(
    `https://solflare.com/ul/v1/browse/${here}?ref=${ref}`,
  );
  await expect
    .poll(async () => (await page.locator("#ticket").boundingBox())?.y ?? -1)
    .toBeLessThan(320);
  expect(await overflow()).toBe(0);
  await context.close();

  function overflow() {
    return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  }
});
