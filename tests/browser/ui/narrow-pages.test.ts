import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { frameFaults } from "../../support/frame-faults";
import { publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();
const NARROW = { width: 320, height: 640 };

test("the plans fit a window of 320 px, also before the fonts are loaded", async () => {
  const page = await browser.newPage({ viewport: NARROW });
  await page.route(/\.woff2/, (route) => route.abort());
  for (const path of ["/?lang=en", "/createur?lang=en", "/?lang=fr", "/createur?lang=fr"]) {
    await page.goto(url + path);
    expect([path, await frameFaults(page)]).toEqual([path, []]);
  }
  await page.close();
});

// spec: screen.responsive
// spec: page.width
test("no page scrolls sideways, from phone to desktop width", async () => {
  const page = await browser.newPage();
  for (const path of ["/", "/shop", "/login"]) {
    await page.goto(url + path);
    for (const width of [320, 390, 600, 768, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect({ path, width, wide }).toEqual({ path, width, wide: width });
    }
  }
  await page.close();
});

// spec: page.text-size
test("the payment QR code is 256 px wide in a window of 320 px, and fits with large text too", async () => {
  const seller = await newPerson(browser, url);
  const id = await publishAsContext(seller, url);
  const buyer = await newPerson(browser, url, { viewport: NARROW });
  const page = await buyer.newPage();
  await page.goto(`${url}/acheter/${id}`);
  await page.getByRole("button", { name: "Buy now" }).click();
  const qr = page.locator("#ticket svg[role=img]");
  await qr.waitFor();
  expect((await qr.boundingBox())?.width).toBe(256);
  expect(await frameFaults(page)).toEqual([]);
  const cdp = await buyer.newCDPSession(page);
  await cdp.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  expect((await qr.boundingBox())?.width).toBe(256);
  expect(await frameFaults(page)).toEqual([]);
  await Promise.all([seller.close(), buyer.close()]);
});

test.each([
  ["a page that scrolls sideways", '<hr style="width: 400px">', /the page is \d+ px wide/],
  ["a word that leaves the window", '<p style="margin-left: -40px">Comptoir</p>', /the window by/],
  [
    "a word that sticks out of its box",
    '<p style="width: 40px; border: 1px solid; overflow-wrap: normal">Comptoir</p>',
    /Comptoir leaves <p/,
  ],
  [
    "words that their box cuts off below",
    '<p style="height: 20px; overflow: hidden">Comptoir<br>Comptoir</p>',
    /Comptoir leaves <p/,
  ],
  [
    "words that end with an ellipsis",
    '<p style="width: 40px; overflow: hidden; text-overflow: ellipsis">Comptoir</p>',
    null,
  ],
  [
    "a box that scrolls",
    '<div style="overflow: auto"><hr style="width: 400px">Comptoir</div>',
    null,
  ],
])("the test of widths judges %s", async (_, html, fault) => {
  const page = await browser.newPage({ viewport: NARROW });
  await page.goto(`${url}/cgu?lang=fr`);
  expect(await frameFaults(page)).toEqual([]);
  await page.locator("main").evaluate((main, html) => {
    main.innerHTML = html;
  }, html);
  const faults = await frameFaults(page);
  if (fault) expect(faults.join()).toMatch(fault);
  else expect(faults).toEqual([]);
  await page.close();
});
