import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import en from "../../../locales/en/ui.json";
import fr from "../../../locales/fr/ui.json";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm, publishAsContext } from "../../support/product-page";
import { dealt } from "../../support/test-scale";

const { url } = inject("app");
const browser = browserForFile();
const WORDS = { en: en.common.leave, fr: fr.common.leave };
const NEW_PRODUCT = { en: "New product", fr: "Nouveau produit" };

/** A page whose native questions are answered with staying, and then noted. */
async function watched(context: BrowserContext) {
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("dialog", async (native) => {
    await native.dismiss();
    asked.push(native.type());
  });
  return { page, asked };
}

/** Closing moves the focus, on which the next input depends. */
async function stay(dialog: Locator, locale: "en" | "fr"): Promise<void> {
  await dialog.getByRole("button", { name: WORDS[locale].stay }).click();
  await dialog.waitFor({ state: "hidden" });
}

const goBack = (page: Page) =>
  page.evaluate(() => {
    history.back();
  });

async function openNewProduct(page: Page, locale: "en" | "fr"): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByRole("link", { name: NEW_PRODUCT[locale] }).first().click();
  await page.waitForURL(`${url}/transaction`);
}

/** Opens the edit form within the app, from the dashboard. */
async function openEdit(page: Page, id: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.locator(`a[href="/edit/${id}"]`).first().click();
  await page.waitForURL(`${url}/edit/${id}`);
}

// spec: product.unsaved
test.each(dealt(["fr", "en"] as const, 1))(
  "the new-product form asks before it is left (%s)",
  async (locale) => {
    const context = await newPerson(browser, url, { locale });
    const { page, asked } = await watched(context);
    const words = WORDS[locale];
    const dialog = page.getByRole("dialog", { name: words.title });
    await page.clock.install();
    await openNewProduct(page, locale);
    await goBack(page);
    await page.waitForURL(`${url}/dashboard`);

    await openNewProduct(page, locale);
    // What is saved as a draft meanwhile is left without a question.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator("[name=title]").fill("Not saved");
    await goBack(page);
    await dialog.getByText(words.text).waitFor();
    await stay(dialog, locale);
    expect(await page.locator("[name=title]").inputValue()).toBe("Not saved");
    await goBack(page);
    await dialog.getByRole("button", { name: words.leave, exact: true }).click();
    await page.waitForURL(`${url}/dashboard`);
    expect(asked).toEqual([]);
    await context.close();
  },
);

test("the browser asks before a form with changes is loaded again", async () => {
  const context = await newPerson(browser, url, { locale: "fr" });
  const { page, asked } = await watched(context);
  await page.clock.install();
  await openNewProduct(page, "fr");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator("[name=title]").fill("Not saved");
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  expect(await page.locator("[name=title]").inputValue()).toBe("Not saved");
  await context.close();
});

test("publishing asks nothing, neither on the way nor afterwards", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const { page, asked } = await watched(context);
  await openNewProduct(page, "en");
  await fillProductForm(page);
  await page.locator("[name=file]").setInputFiles(filePayload(Buffer.from("rain")));
  await page.getByRole("button", { name: "Register product" }).click();
  await page.waitForURL(/\/edit\//);
  await goBack(page);
  await page.waitForURL(`${url}/dashboard`);
  expect(asked).toEqual([]);
  await context.close();
});

// spec: product.unsaved
test("the edit form asks once something changed, until it is saved", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const id = await publishAsContext(context, url);
  const { page, asked } = await watched(context);
  const dialog = page.getByRole("dialog", { name: WORDS.en.title });
  await openEdit(page, id);
  await goBack(page);
  await page.waitForURL(`${url}/dashboard`);

  await openEdit(page, id);
  await page.locator("[name=saleType]").selectOption("limited");
  await goBack(page);
  await stay(dialog, "en");
  // Refused: the shown values are still those of the person.
  await page.locator("[name=saleLimit]").fill("0");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("alert").first().waitFor();
  await goBack(page);
  await stay(dialog, "en");
  await page.locator("[name=saleLimit]").fill("3");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved", { exact: true }).waitFor();
  await page.getByRole("link", { name: "My Products" }).click();
  await page.waitForURL(`${url}/dashboard`);
  expect(asked).toEqual([]);
  await context.close();
});

test("a value that is typed back is no change", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const id = await publishAsContext(context, url);
  const { page, asked } = await watched(context);
  await openEdit(page, id);
  await page.locator("[name=title]").fill("Other");
  await page.locator("[name=title]").fill("Rain");
  await page.getByRole("link", { name: "My Products" }).click();
  await page.waitForURL(`${url}/dashboard`);
  expect(asked).toEqual([]);
  await context.close();
});

test("language and theme, which keep the input, ask nothing", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const { page, asked } = await watched(context);
  await page.goto(`${url}/transaction`);
  await page.locator("[name=title]").fill("Kept");
  await page.getByRole("link", { name: "Français" }).first().click();
  await page.waitForURL(/lang=fr/);
  await expect.poll(() => page.locator("[name=title]").inputValue()).toBe("Kept");
  await page.getByRole("button", { name: "Sombre" }).first().click();
  await page.locator("html[data-theme=dark]").waitFor();
  await expect.poll(() => page.locator("[name=title]").inputValue()).toBe("Kept");
  expect(asked).toEqual([]);
  await context.close();
});
