import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { fillProductForm } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

// spec: page.early-input
test("input before hydration is kept", async () => {
  const context = await newPerson(browser, url);
  const page = await context.newPage();
  // Translations load last before hydration.
  const start = await holdRequests(page, "**/assets/products-*.js");
  await page.goto(`${url}/transaction`, { waitUntil: "commit" });

  await fillProductForm(page, { title: "Early", price: "0.25" });
  start();

  const button = page.getByRole("button", { name: "Register product" });
  await page.getByLabel("Subcategory").waitFor();
  expect(await page.locator("[name=category]").inputValue()).toBe("1");
  expect(await page.locator("[name=title]").inputValue()).toBe("Early");
  await expect.poll(() => button.isEnabled()).toBe(true);
  await page.getByText("You receive 0.2475 SOL").first().waitFor();
  await context.close();
});

test("a search typed before hydration is sent after it", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = await holdRequests(page, "**/assets/shop-*.js");
  await page.goto(`${url}/shop`, { waitUntil: "commit" });

  await page.locator("[name=q]").fill("early");
  start();

  await page.waitForURL(/[?]q=early/);
  expect(await page.locator("[name=q]").inputValue()).toBe("early");
  await context.close();
});

test("a click between the start of hydration and the first render does not end hydration", async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...args) {
      // React listens as soon as it hydrates, and renders later.
      if (this === document && args[0] === "click") queueMicrotask(() => document.body.click());
      return listen.apply(this, args);
    };
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`${url}/shop`);
  await page.locator("[name=q]").fill("clicked");
  await page.waitForURL(/[?]q=clicked/);
  expect(errors).toEqual([]);
  await context.close();
});

/** Holds the requests that match until the returned function is called. */
async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
