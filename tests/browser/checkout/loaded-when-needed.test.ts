import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AppWithBrowser,
  openPage,
  orderIdOf,
  PAGE_TEXT,
  startAppWithBrowser,
} from "../../support/app-with-browser";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder } from "../../support/order-api";

const KB = 1024;
/** Gzip, of all that a view loads before the person does something. */
const MAX_OFFER_BYTES = 103 * KB;
/** What every page loads to forget the products seen, at sign-out, takes 0.3 KB of it. */
const MAX_ORDER_BYTES = 116 * KB;
/** The demo wallet is loaded on the local chain only. */
const DEMO_WALLET = /\/register-[\w-]+\.js$/;
const ORDER_CODE = "**/assets/followed-order-*.js";
const FAILED = "A part of this page could not be loaded.";
let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

// spec: call.node-key
// spec: page.on-demand
test.each([
  ["a visitor", null, MAX_OFFER_BYTES],
  ["a buyer", "offer", MAX_OFFER_BYTES],
  ["a buyer with an open order", "order", MAX_ORDER_BYTES],
] as const)("the scripts of the view of %s stay within their limit", async (_who, kind, limit) => {
  const item = await product(app);
  const buyer = kind && (await person(app));
  if (buyer && kind === "order") await openOrder(app, buyer, item.id);
  const { page, context } = await openPage(app, "/health", { who: buyer });
  const loaded = scriptsOf(page);
  await page.goto(`${app.url}/acheter/${item.id}`, { waitUntil: "networkidle" });
  const scripts = await loaded();
  const bytes = scripts.reduce((sum, { body }) => sum + gzipSync(body).length, 0);
  const names = scripts.map(({ path }) => path.replace(/^.*\/|-[\w-]{8}\.js$/g, ""));
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(limit - bytes, `room with ${names.join(", ")}`).toBeGreaterThanOrEqual(0);
  expect(names.includes("followed-order")).toBe(kind === "order");
  if (kind !== "order") expect(names).not.toContain("connect");
  for (const { body } of scripts) expect(body.includes("VersionedTransaction")).toBe(false);
  await context.close();
});

// spec: page.on-demand
test("the page of an open order is whole without script, and names the code that it needs", async () => {
  const item = await product(app);
  const buyer = await person(app);
  await openOrder(app, buyer, item.id);
  const answer = await fetch(`${app.url}/acheter/${item.id}?lang=en`, { headers: buyer.headers });
  const html = await answer.text();
  const inHead = html.slice(0, html.indexOf("</head>"));
  expect(inHead).toMatch(/<link rel="modulepreload" href="\/assets\/followed-order-[\w-]+\.js"/);
  for (const words of [PAGE_TEXT.en.scan, "Waiting for the payment", "Payment link"]) {
    expect(html).toContain(words);
  }
  const offer = await fetch(`${app.url}/acheter/${item.id}?lang=en`);
  expect(await offer.text()).not.toContain("followed-order");
});

// spec: page.on-demand
test("what a buyer needs next is loaded before the click; the texts follow the order", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`);
  const buy = page.getByRole("button", { name: PAGE_TEXT.en.buy });
  const ahead = page.waitForResponse(ORDER_CODE);
  await buy.hover();
  await ahead;
  expect(await page.getByRole("link", { name: "Contact the seller" }).count()).toBe(0);
  await buy.click();
  await page.getByText(PAGE_TEXT.en.scan).waitFor();
  await page.locator("article").getByRole("link", { name: "Contact the seller" }).waitFor();
  await context.close();
});

// spec: page.on-demand
test("code that can't be loaded is asked for again, and the order is kept", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/acheter/${item.id}`);
  await page.route(ORDER_CODE, (route) => route.abort());
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  await page.getByText(FAILED).waitFor();
  const orderId = await orderIdOf(page);
  await page.unroute(ORDER_CODE);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(PAGE_TEXT.en.scan).waitFor();
  expect([await orderIdOf(page), await page.getByText(FAILED).count()]).toEqual([orderId, 0]);
  await context.close();
});

// spec: page.on-demand
test("a newer version has replaced the code: the page stays as it is, and is then loaded again", async () => {
  const item = await product(app);
  const buyer = await person(app);
  await openOrder(app, buyer, item.id);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: buyer,
    before: (window) => gone(window),
  });
  await page.getByText(FAILED).waitFor();
  expect(await page.locator("#ticket svg[role=img]").isVisible()).toBe(true);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("button", { name: "Try again" }).click();
  await reloaded;
  await context.close();
});

test("nothing moves when the code of an open order takes over its HTML", async () => {
  const item = await product(app);
  const buyer = await person(app);
  await openOrder(app, buyer, item.id);
  const { page, context } = await openPage(app, "/health", { who: buyer });
  // A wallet that is found adds a button.
  await page.route("**/assets/register-*.js", (route) => route.abort());
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  const taken = page.waitForEvent("websocket");
  await page.goto(`${app.url}/acheter/${item.id}`);
  await taken;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  // Chromium rounds to thousandths.
  const sum = await page.evaluate(() => {
    const shifts: number[] = Reflect.get(window, "shifts");
    return shifts.reduce((total, shift) => total + shift, 0);
  });
  expect(sum).toBeLessThan(0.001);
  await context.close();
});

function gone(window: BrowserContext) {
  return window.route(ORDER_CODE, (route) => route.fulfill({ status: 404, body: "" }));
}

/** Collects the scripts that the page asks for; the result reads them. */
function scriptsOf(page: Page): () => Promise<{ path: string; body: Buffer }[]> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith(".js") || DEMO_WALLET.test(pathname)) return;
    scripts.set(pathname, response.body());
  });
  return () => Promise.all([...scripts].map(async ([path, body]) => ({ path, body: await body })));
}
