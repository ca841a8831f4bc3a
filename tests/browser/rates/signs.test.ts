import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { allViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

/** A product for 0.0992 SOL, and its seller's page; the local rate is 125 euros and 150 dollars. */
let productId: string;
let sellerPage: string;
beforeAll(async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  productId = await publishAsContext(context, url, { title: "Signs", price: "0.0992" });
  const page = await context.newPage();
  await page.goto(`${url}/acheter/${productId}`);
  sellerPage = (await page.locator("article a[href^='/sell/']").getAttribute("href")) ?? "";
  await context.close();
});

const NOTES = {
  fr: /^1 SOL vaut environ 125,00\s€, selon Pyth et la Banque centrale européenne, le .+ UTC\./,
  en: /^1 SOL is about €125\.00, by Pyth and the European Central Bank on .+ UTC\./,
};
const WORTH = { fr: /^environ 12,40\s€$/, en: /^about €12\.40$/ };

async function open(path: string, locale: "fr" | "en", options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  await context.addCookies([{ name: "locale", value: locale, url }]);
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

const signOf = (page: Page, locale: "fr" | "en") =>
  page.getByRole("button", { name: WORTH[locale] }).first();
const noteOf = (page: Page) => page.locator("#rate");

// spec: rate.shown, rate.note
test.each(["fr", "en"] as const)(
  "pages show signs, with the rate on hover and focus (%s)",
  async (locale) => {
    for (const path of [`/shop?q=Signs`, `/acheter/${productId}`, sellerPage]) {
      const page = await open(path, locale);
      const [sign, note] = [signOf(page, locale), noteOf(page)];
      await sign.waitFor();
      expect(await note.isVisible()).toBe(false);
      await sign.hover();
      await expect.poll(() => note.isVisible()).toBe(true);
      expect(await note.textContent()).toMatch(NOTES[locale]);
      await page.mouse.move(0, 0);
      await expect.poll(() => note.isVisible()).toBe(false);
      // A key makes the focus visible.
      await sign.focus();
      await page.keyboard.press("Shift");
      await expect.poll(() => note.isVisible()).toBe(true);
      expect(await allViolations(page)).toEqual([]);
      await page.context().close();
    }
  },
);

// spec: rate.note
test.each(["fr", "en"] as const)(
  "a tap opens the note, and one beside it closes it (%s)",
  async (locale) => {
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
    for (const options of [phone, { ...phone, javaScriptEnabled: false }]) {
      const page = await open(sellerPage, locale, options);
      const [sign, note] = [signOf(page, locale), noteOf(page)];
      await sign.tap();
      await expect.poll(() => note.isVisible()).toBe(true);
      // The card's link lies below the sign.
      expect(new URL(page.url()).pathname).toBe(sellerPage);
      await page.locator("h1").tap();
      await expect.poll(() => note.isVisible()).toBe(false);
      await page.context().close();
    }
  },
);

// spec: rate.note
test("a screen reader has the rate as the description of the sign", async () => {
  const page = await open(`/acheter/${productId}`, "en");
  const description = await page.evaluate((name) => {
    const sign = [...document.querySelectorAll("button")].find(
      (button) => button.textContent === name,
    );
    const id = sign?.getAttribute("aria-describedby") ?? "";
    return document.getElementById(id)?.textContent;
  }, "about €12.40");
  expect(description).toMatch(NOTES.en);
  await page.context().close();
});

// spec: rate.currency
test.each([true, false])(
  "in English the footer changes euros into dollars and back (script: %s)",
  async (javaScriptEnabled) => {
    const path = "/shop?q=Signs";
    const page = await open(path, "en", { javaScriptEnabled });
    const choice = page.getByRole("group", { name: "Currency beside prices" });
    const pressed = () => choice.locator("[aria-pressed=true]").textContent();
    const sign = page.locator(".worth button").first();
    expect([await pressed(), await sign.textContent()]).toEqual(["Euros", "about €12.40"]);
    await choice.getByRole("button", { name: "Dollars" }).click();
    await page.getByRole("button", { name: "about $14.88" }).first().waitFor();
    expect(page.url()).toBe(url + path);
    expect(await pressed()).toBe("Dollars");
    expect(await noteOf(page).textContent()).toMatch(/^1 SOL is about \$150\.00, by Pyth on/);
    await choice.getByRole("button", { name: "Euros" }).click();
    await page.getByRole("button", { name: "about €12.40" }).first().waitFor();
    await page.context().close();
  },
);

// spec: rate.currency
test("French has euros, and no choice", async () => {
  const page = await open("/shop?q=Signs", "fr");
  await signOf(page, "fr").waitFor();
  expect(await page.locator('form[action="/currency"]').count()).toBe(0);
  await page.context().close();
});
