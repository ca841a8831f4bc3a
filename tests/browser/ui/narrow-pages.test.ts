import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();
const NARROW = { width: 320, height: 640 };

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test("the plans fit a window of 320 px, also before the fonts are loaded", async () => {
  const page = await browser.newPage({ viewport: NARROW });
  await page.route(/\.woff2/, (route) => route.abort());
  for (const path of ["/?lang=en", "/createur?lang=en", "/?lang=fr", "/createur?lang=fr"]) {
    await page.goto(url + path);
    expect([path, await widthOf(page)]).toEqual([path, NARROW.width]);
  }
  await page.close();
});

test("the payment QR code is 256 px wide in a window of 320 px, and fits", async () => {
  const seller = await newPerson(browser, url);
  const id = await publishAsContext(seller, url);
  const buyer = await newPerson(browser, url, { viewport: NARROW });
  const page = await buyer.newPage();
  await page.goto(`${url}/acheter/${id}`);
  await page.getByRole("button", { name: "Buy now" }).click();
  const qr = page.locator("#ticket svg[role=img]");
  await qr.waitFor();
  expect((await qr.boundingBox())?.width).toBe(256);
  expect(await widthOf(page)).toBe(NARROW.width);
  await Promise.all([seller.close(), buyer.close()]);
});
