import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { launchWithPageMemory } from "../../support/browser";
import { changeProduct, product } from "../../support/factories/product";

/**
 * The headless shell keeps no page, whatever the page is (`CHROMIUM_PATH` names another Chromium). It
 * still names all that the page itself does against it, such as an open connection.
 */
const REASONS_OF_HEADLESS_SHELL = [
  "BrowsingInstanceNotSwapped",
  "BackForwardCacheDisabledForDelegate",
];

let app: AppWithBrowser;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startAppWithBrowser(), launchWithPageMemory()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

// spec: page.restored
test("Back restores shop, product and sign-in from memory, where the browser can", async () => {
  const item = await product(app);
  const { page, context } = await openPage({ ...app, browser }, "/about", { who: null });
  await page.addInitScript(recordShown);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Page.enable");
  const reasons: string[] = [];
  devTools.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  // Playwright waits for a navigation, which a restored page has not.
  const run = async (expression: string) =>
    (await devTools.send("Runtime.evaluate", { expression })).result.value;
  // As on a first visit: no page with script was open before.
  for (const path of ["/shop", "/login", `/acheter/${item.id}`]) {
    await page.goto(`${app.url}${path}`, { waitUntil: "networkidle" });
    await page.goto(`${app.url}/about`);
    await run("history.back()");
    await expect.poll(() => run("location.pathname + typeof shown")).toBe(`${path}boolean`);
    if (await run("shown")) continue;
    expect(reasons.splice(0), path).toEqual(REASONS_OF_HEADLESS_SHELL);
  }
  await context.close();
});

// spec: page.restored
test("a page that is restored shows what has changed: the product, and who is signed in", async () => {
  const item = await product(app, { title: "Before" });
  const { page, context } = await openPage(app, `/acheter/${item.id}`);
  await changeProduct(app, item.id, { title: "After" });
  await context.clearCookies({ name: "session" });
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await page.getByRole("heading", { name: "After" }).waitFor();
  await page.getByText("Sign in to buy this product.").waitFor();
  await page.locator("header").getByRole("link", { name: "Login" }).waitFor();
  await context.close();
});

/** Runs in each page: whether it was restored, once it is shown. */
function recordShown(): void {
  window.addEventListener("pageshow", ({ persisted }) => Reflect.set(window, "shown", persisted));
  window.addEventListener("pagehide", () => Reflect.set(window, "shown", null));
}
