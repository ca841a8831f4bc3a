import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { product } from "../../support/factories/product";
import { injectWallet } from "../../support/wallet";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

// spec: page.keyboard, page.announced
test("a purchase works by keyboard alone, and each change is announced", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    before: (window) => injectWallet(window, fundedWallet(app), { rpcUrl: app.chain.url }),
  });
  const says = page.locator("#ticket [role=status]").first();
  await tabTo(page, PAGE_TEXT.en.buy);
  await page.keyboard.press("Enter");
  await expect.poll(() => says.textContent()).toContain("Waiting for the payment");
  await tabTo(page, "Pay with Test Wallet");
  await page.keyboard.press("Enter");
  await expect.poll(() => says.textContent()).toMatch(PAGE_TEXT.en.confirmedIn);
  await tabTo(page, PAGE_TEXT.en.download);
  await context.close();
});

// spec: node.slow-page
test("while RPC nodes do not answer, the page says that the payment is safe, and it settles later", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    locale: "fr",
    before: (window) => injectWallet(window, fundedWallet(app), { rpcUrl: app.chain.url }),
  });
  await page.getByRole("button", { name: PAGE_TEXT.fr.buy }).click();
  const payButton = page.getByRole("button", { name: "Payer avec Test Wallet" });
  await payButton.waitFor();
  for (const method of ["getSignatureStatuses", "getSignaturesForAddress"]) {
    app.chain.injectFault({ kind: "html", method });
  }
  await payButton.click();
  await page.getByText("Le réseau est lent, votre paiement est en sécurité.").waitFor();
  expect(await statusOf(page)).toBe("awaiting");
  app.chain.clearFaults();
  await page.getByText(PAGE_TEXT.fr.confirmedIn).waitFor();
  await context.close();
});

/** Presses Tab until the control of that name has focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent?.replace(/\s+/g, " ").trim());
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused()) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} can't be reached by Tab`);
}
