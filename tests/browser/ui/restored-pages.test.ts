import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { launchWithPageMemory } from "../../support/browser";
import { changeProduct, product } from "../../support/factories/product";

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
test("nothing of a visitor's page bars it from being kept in memory", async () => {
  const item = await product(app);
  const { page, context } = await openPage({ ...app, browser }, "/shop", { who: null });
  // The first page has written the time zone.
  for (const path of ["/shop", "/login", `/acheter/${item.id}`]) {
    await page.goto(`${app.url}${path}`, { waitUntil: "networkidle" });
    await page.goto(`${app.url}/about`);
    await page.goBack({ waitUntil: "networkidle" });
    expect(await barredBy(page), path).toEqual([]);
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

/** Why Chromium did not keep the page, without what it attributes to the browser itself. */
function barredBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation");
    const found: { reason: string }[] =
      Reflect.get(entry ?? {}, "notRestoredReasons")?.reasons ?? [];
    return found.map(({ reason }) => reason).filter((reason) => reason !== "masked");
  });
}
