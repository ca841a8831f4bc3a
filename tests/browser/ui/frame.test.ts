import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";

const { url } = inject("app");
const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const PHONE = { width: 390, height: 844 };
/** The code that renders bar and footer. */
const FRAME_CODE = /\/frame-parts-[\w-]+\.js$/;
const SIGN_UP = 'main a[href*="mode=sign-up"]';

// spec: page.on-demand
test("bar and footer stay as the server has sent them until the page changes, and then follow it", async () => {
  const page = await open("/login");
  const asked = codeOf(page);
  await page.evaluate(() => {
    for (const node of document.querySelectorAll("header, footer > *")) {
      Reflect.set(node, "isAsSent", true);
    }
  });
  await page.getByLabel("E-mail").fill("a@example.org");
  expect(await asSent(page)).toEqual([true, true]);
  expect(asked()).toBe(0);

  await page.locator(SIGN_UP).click();
  await page.waitForURL(/mode=sign-up/);
  await expect.poll(() => asSent(page)).toEqual([undefined, undefined]);
  expect(asked()).toBe(1);
  await expect
    .poll(() => addresses(page))
    .toEqual(["/login?mode=sign-up", "/login?mode=sign-up&lang=fr"]);
  await page.goBack({ waitUntil: "commit" });
  await expect.poll(() => addresses(page)).toEqual(["/login", "/login?lang=fr"]);
});

test("the menu closes when the page changes, also the first time", async () => {
  const page = await open("/login", { viewport: PHONE });
  await page.locator(SIGN_UP).click();
  await page.waitForURL(/mode=sign-up/);
  await page.reload();
  const about = page.getByRole("navigation").getByRole("link", { name: "About" });
  await page.getByLabel("Menu", { exact: true }).click();
  await about.waitFor();
  await page.evaluate(() => history.back());
  await about.waitFor({ state: "hidden" });
  await expect.poll(() => addresses(page)).toEqual(["/login", "/login?lang=fr"]);
});

test("the focus stays where it is in the bar when the page changes", async () => {
  const page = await open("/login");
  await page.locator(SIGN_UP).click();
  await page.waitForURL(/mode=sign-up/);
  await page.reload();
  await page.getByRole("navigation").getByRole("link", { name: "About" }).focus();
  await page.evaluate(() => history.back());
  await expect.poll(() => addresses(page)).toEqual(["/login", "/login?lang=fr"]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("About");
});

test("the page of an error has bar and footer where their code can't be loaded", async () => {
  const page = await open("/login");
  await page.context().setOffline(true);
  await page.locator(SIGN_UP).click();
  await page.getByRole("heading", { name: "No answer" }).waitFor();
  const frame = page.locator("header, footer");
  expect(await frame.getByRole("link", { name: /Login|Terms/ }).count()).toBe(2);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByLabel("E-mail").waitFor();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  await context.addCookies([{ name: "locale", value: "en", url }]);
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

function codeOf(page: Page): () => number {
  let asked = 0;
  page.on("request", (request) => {
    if (FRAME_CODE.test(request.url())) asked += 1;
  });
  return () => asked;
}

function asSent(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("header, footer > *")].map((node) =>
      Reflect.get(node, "isAsSent"),
    ),
  );
}

/** Where the choice of the theme returns to, and the address of this page in French. */
function addresses(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => [
    document.querySelector<HTMLInputElement>("footer [name=to]")?.value ?? null,
    document.querySelector("header a[hreflang=fr]")?.getAttribute("href") ?? null,
  ]);
}
