import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  orderIdOf,
  PAGE_TEXT,
  startOwnAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { payOrder, waitForStatus } from "../../support/order-api";
import { injectWallet } from "../../support/wallet";

/** A shop that gives files only after the declaration. */
let app: AppWithBrowser;

beforeAll(async () => {
  app = await startOwnAppWithBrowser({ REQUIRE_WAIVER: "1" });
});
afterAll(() => app?.stop());

const NARROW = { viewport: { width: 320, height: 700 } };
const box = (page: Page) =>
  page.getByRole("checkbox", { name: /I know that I then lose|je perds/ });
const confirm = (page: Page) =>
  page.getByRole("button", { name: /Confirm and get the file|Confirmer et recevoir/ });

async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  expect(await allViolations(page)).toEqual([]);
}

// spec: buying.waiver
// spec: buying.waiver-required
test("a buyer without script ticks nothing, pays, and declares before the download", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const window = { ...NARROW, javaScriptEnabled: false, locale: "fr", who: buyer } as const;
  const { page, context } = await openPage(app, `/acheter/${item.id}`, window);
  const words = PAGE_TEXT.fr;
  expect(await box(page).isChecked()).toBe(false);
  await page.getByRole("button", { name: words.buy }).click();
  await page.getByText(words.scan).waitFor();
  // On the page of the open order as well, by a button of its own.
  expect(await box(page).isChecked()).toBe(false);
  const id = await orderIdOf(page);
  await payOrder(app, id, fundedWallet(app));
  await waitForStatus(app, buyer, id, "paid");
  await page.reload();
  expect(await statusOf(page)).toBe("paid");
  expect(await page.getByRole("link", { name: words.download }).count()).toBe(0);
  await confirm(page).click();
  await page.getByText("Cochez la case").waitFor();
  await box(page).check();
  await confirm(page).click();
  await page.getByRole("link", { name: words.download }).waitFor();
  await page.getByText("renoncé au droit de rétractation").waitFor();
  await context.close();
});

// spec: buying.waiver
// spec: buying.waiver-required
test("a visitor's box goes with the payment; without it the file waits", async () => {
  for (const isTicked of [true, false]) {
    const item = await product(app);
    const { page, context } = await openPage(app, `/acheter/${item.id}`, {
      ...NARROW,
      colorScheme: "dark",
      who: null,
      before: (target) =>
        injectWallet(target, fundedWallet(app), { rpcUrl: app.chain.url, signOnly: true }),
    });
    await expectFits(page);
    if (isTicked) await box(page).check();
    await page.getByRole("button", { name: "Pay with Test Wallet" }).click();
    await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
    const download = page.getByRole("link", { name: PAGE_TEXT.en.download });
    if (!isTicked) {
      await confirm(page).waitFor();
      expect(await download.count()).toBe(0);
      await expectFits(page);
      await box(page).check();
      await confirm(page).click();
    }
    await download.waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(await file.failure()).toBeNull();
    await context.close();
  }
});
