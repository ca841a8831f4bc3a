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

/** What a page may contain, and what is said of it. */
const JUDGED: Record<string, [html: string, fault: RegExp | null]> = {
  "a page that scrolls sideways": ['<hr style="width: 400px">', /the page is \d+ px wide/],
  "a word that leaves the window": ['<p style="margin-left: -40px">Comptoir</p>', /the window by/],
  "a word that sticks out of its box": [
    '<p style="width: 40px; border: 1px solid; overflow-wrap: normal">Comptoir</p>',
    /Comptoir leaves <p/,
  ],
  "words that their box cuts off below": [
    '<p style="height: 20px; overflow: hidden">Comptoir<br>Comptoir</p>',
    /Comptoir leaves <p/,
  ],
  "words that end with an ellipsis": [
    '<p style="width: 40px; overflow: hidden; text-overflow: ellipsis">Comptoir</p>',
    null,
  ],
  "a box that scrolls": [
    '<div style="overflow: auto"><hr style="width: 400px">Comptoir</div>',
    null,
  ],
};

test("the test of widths judges what leaves its frame, and nothing else", async () => {
  const page = await browser.newPage({ viewport: NARROW });
  await page.goto(`${url}/cgu?lang=fr`);
  expect(await frameFaults(page)).toEqual([]);
  for (const [name, [html, fault]] of Object.entries(JUDGED)) {
    await page.locator("main").evaluate((main, html) => {
      main.innerHTML = html;
    }, html);
    const faults = (await frameFaults(page)).join();
    expect([name, faults]).toEqual([name, fault ? expect.stringMatching(fault) : ""]);
  }
  await page.close();
});
