import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  orderIdOf,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { product } from "../../support/factories/product";
import { dealt } from "../../support/test-scale";
import { injectWallet, type TestWallet } from "../../support/wallet";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

type Visit = { page: Page; context: BrowserContext; wallet: TestWallet };
type VisitOptions = Parameters<typeof openPage>[2] & {
  wallet?: Partial<Parameters<typeof injectWallet>[2]>;
};

/** A visitor's page of a product, in a browser with a funded wallet. */
async function visit(
  productId: string,
  { wallet: traits, before, ...window }: VisitOptions = {},
): Promise<Visit> {
  let wallet: TestWallet | undefined;
  const { page, context } = await openPage(app, `/acheter/${productId}`, {
    who: null,
    ...window,
    async before(target) {
      const options = { rpcUrl: app.chain.url, signOnly: true, ...traits };
      wallet = await injectWallet(target, fundedWallet(app), options);
      await before?.(target);
    },
  });
  if (!wallet) throw new Error("there is no wallet");
  return { page, context, wallet };
}

const payButton = (page: Page, name = "Test Wallet") =>
  page.getByRole("button", { name: new RegExp(`^(Pay with|Payer avec) ${name}$`) });

async function downloaded(page: Page, words: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: words }).click(),
  ]);
  return createHash("sha256")
    .update(readFileSync(await download.path()))
    .digest("hex");
}
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const SETTINGS = [
  ["fr", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
  ["en", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
] as const;

// spec: buying.guest
test.each(dealt(SETTINGS, 1))(
  "a visitor pays with one press, downloads, comes back, and has the device forget it (%s)",
  async (locale, window) => {
    const words = PAGE_TEXT[locale];
    const item = await product(app);
    const { page, context, wallet } = await visit(item.id, { locale, ...window });
    expect(await statusOf(page)).toBe("none");
    await payButton(page).waitFor();
    const place = await payButton(page).boundingBox();
    expect(await allViolations(page)).toEqual([]);
    await payButton(page).click();
    await page.getByText(words.confirmedIn).waitFor();
    expect(await statusOf(page)).toBe("paid");
    // The wallet signed the payment and nothing else.
    expect(wallet.calls).toEqual(["connect", "signTransaction"]);
    expect(await allViolations(page)).toEqual([]);
    expect(await downloaded(page, words.download)).toBe(sha256(item.bytes));
    expect(place?.height).toBeGreaterThanOrEqual(48);

    await page.reload();
    expect(await statusOf(page)).toBe("paid");
    const id = await orderIdOf(page);
    // Another tab of the browser, and another browser.
    const tab = await context.newPage();
    await tab.goto(page.url());
    expect(await statusOf(tab)).toBe("paid");
    const other = await openPage(app, `/acheter/${item.id}`, { who: null });
    expect(await statusOf(other.page)).toBe("none");
    await other.context.close();

    await page.locator("summary", { hasText: /Forget|Oublier/ }).click();
    await page.getByRole("button", { name: /Forget the purchase|Oublier l’achat/ }).click();
    await payButton(page).waitFor();
    expect(await statusOf(page)).toBe("none");
    expect((await context.request.get(`${app.url}/api/checkout/${id}/file`)).status()).toBe(404);
    // The wallet that has paid is told so before it pays twice.
    await payButton(page).click();
    await page
      .getByRole("alert")
      .getByRole("link", { name: /Sign in|Se connecter/ })
      .waitFor();
    expect(wallet.calls.filter((call) => call === "signTransaction")).toHaveLength(1);
    await context.close();
  },
);

// spec: buying.guest
test("a visitor who declines is told so, and pays at the next press; Back and reload keep the offer", async () => {
  const item = await product(app, { saleLimit: 2 });
  const { page, context, wallet } = await visit(item.id, { wallet: { mode: "reject" } });
  await payButton(page).click();
  await page.getByRole("alert").getByText("You declined in Test Wallet.").waitFor();
  await page.reload();
  expect(await statusOf(page)).toBe("none");
  await page.goto(`${app.url}/shop`);
  await page.goBack();
  wallet.mode = "approve";
  await payButton(page).click();
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  // One order for all presses of this browser.
  const orders = await sql(app, "SELECT status FROM orders WHERE product_id = ?", item.id);
  expect(orders).toEqual([{ status: "paid" }]);
  await context.close();
});

// spec: buying.guest-secret
test("a wallet that sends by itself pays, and is asked to sign in for the file", async () => {
  const item = await product(app);
  const sends = { signOnly: false, sendOnly: true };
  const { page, context, wallet } = await visit(item.id, { wallet: sends });
  await payButton(page).click();
  await page.getByText("The file belongs to the wallet that paid").waitFor();
  expect(wallet.calls).toEqual(["connect", "signAndSend"]);
  await expect.poll(() => statusOf(page)).toBe("paid");
  expect(await page.getByRole("link", { name: PAGE_TEXT.en.download }).count()).toBe(0);
  await page.getByRole("link", { name: "Sign in to download" }).click();
  await page.getByRole("button", { name: "Continue with Test Wallet wallet" }).click();
  expect(await downloaded(page, PAGE_TEXT.en.download)).toBe(sha256(item.bytes));
  await context.close();
});

// spec: buying.guest
test("where cookies and storage are blocked, the page still delivers what was paid", async () => {
  const item = await product(app);
  const { page, context } = await visit(item.id, {
    async before(target) {
      await target.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      });
      await target.route("**/api/checkout", async (route) => {
        const answer = await route.fetch();
        const { "set-cookie": _, ...headers } = answer.headers();
        await route.fulfill({ response: answer, headers });
      });
    },
  });
  await payButton(page).click();
  expect(await downloaded(page, PAGE_TEXT.en.download)).toBe(sha256(item.bytes));
  await context.close();
});

// spec: buying.guest
test("a wallet's name is text, whatever it is; the row keeps its place beside others", async () => {
  const item = await product(app);
  const name = "<b>Free</b> \u202Etellaw a very long name that no button has room for";
  const { page, context } = await visit(item.id, {
    viewport: { width: 320, height: 700 },
    wallet: { name },
  });
  await page.getByText("<b>Free</b>").waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await context.close();
});

// spec: buying.guest
test("without a wallet the button says what to do, and a phone opens the wallet's app", async () => {
  const item = await product(app);
  const phone = await openPage(app, `/acheter/${item.id}`, {
    who: null,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)",
    viewport: { width: 390, height: 844 },
    isMobile: true,
  });
  const link = phone.page.getByRole("link", { name: "Open in Phantom" });
  expect(await link.getAttribute("href")).toContain("https://phantom.app/ul/browse/");
  await phone.context.close();

  // In the browser of a wallet: one tap, from the bar at the bottom.
  const inWallet = await visit(item.id, {
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  expect(await payButton(inWallet.page).isVisible()).toBe(true);
  await payButton(inWallet.page).tap();
  await inWallet.page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  await inWallet.context.close();
});

// spec: buying.guest
test("a signed-in buyer and a visitor without script are offered what works for them", async () => {
  const item = await product(app);
  const member = await openPage(app, `/acheter/${item.id}`);
  await member.page.getByRole("button", { name: PAGE_TEXT.en.buy }).waitFor();
  expect(await member.page.getByText("Sign in to buy this product.").count()).toBe(0);
  await member.context.close();
  const plain = await openPage(app, `/acheter/${item.id}`, { who: null, javaScriptEnabled: false });
  expect(await plain.page.content()).toContain("Paying from a wallet needs JavaScript.");
  await plain.page.getByRole("link", { name: /buy now/ }).click();
  expect(new URL(plain.page.url()).pathname).toBe("/login");
  await plain.context.close();
});
