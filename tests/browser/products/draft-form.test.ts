import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import en from "../../../locales/en/products.json";
import fr from "../../../locales/fr/products.json";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm, photograph } from "../../support/product-page";
import { dealt } from "../../support/test-scale";

const { url } = inject("app");
const WORDS = { en: en.publish, fr: fr.publish };
const browser = browserForFile();

const DRAFT_ADDRESS = /\/transaction\?draft=/;
/** More than the pause of typing after which a draft is saved. */
const PAUSE_MS = 6_000;

/** The form, in a context whose clock the test sets forward. */
async function openForm(options: Parameters<typeof newPerson>[2] = { locale: "en" }) {
  const context = await newPerson(browser, url, options);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${url}/transaction`);
  await page.getByText(/^(Still missing|Il manque)/).waitFor();
  return { context, page };
}

const state = (page: Page) => page.locator(".save-bar [role=status]");
const title = (page: Page) => page.locator("[name=title]");

// spec: product.autosave, chosen.offered, chosen.refused
test.each(
  dealt(
    [
      { locale: "fr", colorScheme: "dark", width: 390 },
      { locale: "en", colorScheme: "light", width: 1280 },
    ] as const,
    1,
  ),
)("a file goes up while the rest is typed ($locale, $width)", async (look) => {
  const { locale, colorScheme, width } = look;
  const words = WORDS[locale];
  const viewport = { width, height: 844 };
  const { context, page } = await openForm({ locale, colorScheme, viewport });
  await page.locator("[name=file]").setInputFiles(filePayload(randomBytes(1_000)));
  await page.getByText(words.files.arrived_one).waitFor();
  await page.waitForURL(DRAFT_ADDRESS);

  await fillProductForm(page, { title: "Rain", price: "0.25" });
  const bar = page.getByRole("region", { name: words.register.summary });
  await expect.poll(() => bar.textContent()).toMatch(/Rain · 0[.,]25.*0[.,]2475/);

  const suggested = page.locator("[name=suggested]");
  expect(await suggested.isVisible()).toBe(false);
  await page.getByLabel(words.fields.isPriceChosen).check();
  await expect.poll(() => bar.textContent()).toMatch(/Rain · (from|à partir de) 0[.,]25/);
  await suggested.fill("0.2");
  await page.getByRole("button", { name: words.submit }).click();
  await page.locator("[name=suggested][aria-invalid]").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await suggested.fill("0.5");
  expect(await page.locator("[name=suggested][aria-invalid]").count()).toBe(0);
  await page.getByRole("button", { name: words.submit }).click();
  await page.getByRole("heading", { level: 1, name: words.published.title }).waitFor();
  await page.goto(`${url}/dashboard`);
  await page
    .getByRole("row", { name: "Rain" })
    .getByText(/^(from|à partir de)/)
    .waitFor();
  await page.goto(`${url}/transaction`);
  expect(await page.getByRole("heading", { name: words.title }).count()).toBe(1);
  expect(await page.locator("[data-draft]").count()).toBe(0);
  await context.close();
});

// spec: product.autosave, product.draft-stale
test("what is typed is saved after a pause, and opened again elsewhere", async () => {
  const { context, page } = await openForm();
  await title(page).fill("Half a product");
  await page.locator("[name=price]").fill("0.");
  await page.locator("[name=cover]").setInputFiles(await photograph(page));
  await page.getByAltText("Preview: Cover image").waitFor();
  expect(await state(page).textContent()).toBe(WORDS.en.state.unsaved);
  await page.clock.fastForward(PAUSE_MS);
  await expect.poll(() => state(page).textContent()).toMatch(/^Draft saved at \d\d:\d\d/);
  await page.waitForURL(DRAFT_ADDRESS);
  // The same page: what is typed meanwhile stays.
  await title(page).fill("Half a product more");
  await page.clock.fastForward(PAUSE_MS);
  await expect.poll(() => state(page).textContent()).toMatch(/^Draft saved at/);

  const other = await context.newPage();
  await other.goto(`${url}/transaction`);
  await other.getByText("Half a product more").waitFor();
  await other.getByRole("link", { name: "Continue" }).click();
  await expect.poll(() => title(other).inputValue()).toBe("Half a product more");
  expect(await other.locator("[name=price]").inputValue()).toBe("0.");
  await other.getByAltText("Current image").waitFor();

  // Another window has saved it since.
  await title(page).fill("Of the first window");
  await page.clock.fastForward(PAUSE_MS);
  await expect.poll(() => state(page).textContent()).toMatch(/^Draft saved at/);
  await title(other).fill("Of the other window");
  await page.clock.fastForward(PAUSE_MS);
  await expect.poll(() => state(other).textContent()).toContain("not saved");
  await other.getByRole("button", { name: "Show what it saved" }).click();
  await expect.poll(() => title(other).inputValue()).toBe("Of the first window");
  await context.close();
});

// spec: product.autosave
test("a draft that was begun is saved when its page is left, without a question", async () => {
  const { context, page } = await openForm();
  await title(page).fill("Begun");
  await page.clock.fastForward(PAUSE_MS);
  await page.waitForURL(DRAFT_ADDRESS);
  await expect.poll(() => state(page).textContent()).toMatch(/^Draft saved at/);
  await title(page).fill("Typed last");
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.getByRole("link", { name: "My Products" }).click();
  await page.waitForURL(`${url}/dashboard`);
  await saved;
  // Within the app: the page of the form that it was begun on, and of the draft.
  await page.getByRole("link", { name: "New product" }).first().click();
  await page.getByText("Typed last").waitFor();
  expect(await title(page).inputValue()).toBe("");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect.poll(() => title(page).inputValue()).toBe("Typed last");
  await context.close();
});

// spec: product.missing-named
test("the button says what is missing, and leads to it", async () => {
  const { context, page } = await openForm();
  await fillProductForm(page, { description: "" });
  expect(await page.getByRole("button", { name: "Register product" }).isDisabled()).toBe(true);
  await page.locator(".save-bar").getByRole("button", { name: "Description" }).click();
  await page.keyboard.type("An hour of rain.");
  await expect.poll(() => page.locator("[name=description]").inputValue()).toBe("An hour of rain.");
  expect(await page.getByRole("button", { name: "Register product" }).isDisabled()).toBe(false);
  await page.locator(".save-bar").getByRole("button", { name: "File to sell" }).click();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  expect(await focused()).toBe("file");
  await context.close();
});

// spec: product.register-waits
test("registered while files go up, a product is on sale once they have arrived", async () => {
  const { context, page } = await openForm();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/parts/1", async (route) => {
    await held;
    await route.continue();
  });
  await fillProductForm(page);
  await page.locator("[name=file]").setInputFiles(filePayload(randomBytes(1_000)));
  await page.getByRole("button", { name: "Register product" }).click();
  await expect.poll(() => state(page).textContent()).toContain("once the files have arrived");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await title(page).fill("Rain, again");
  await page.getByRole("button", { name: "Register product" }).click();
  release();
  await page.getByRole("heading", { level: 1, name: "Product registered" }).waitFor();
  await page.getByText("“Rain, again” is on sale").waitFor();
  // Whoever uses the page is not led away from it.
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.clock.fastForward(10_000);
  await page.getByRole("heading", { level: 1, name: "Product registered" }).waitFor();
  await context.close();
});

test("files can be added, renamed and removed while the form is filled in", async () => {
  const { context, page } = await openForm();
  const files = page.locator("[name=file]");
  await files.setInputFiles([
    filePayload(randomBytes(1_000), "one.txt"),
    filePayload(randomBytes(1_000), "two.txt"),
  ]);
  await page.getByText("All 2 files have arrived.").waitFor();
  await page.getByLabel("Name of file 1").fill("first.txt");
  await page.clock.fastForward(PAUSE_MS);
  await page.getByText("All 2 files have arrived.").waitFor();
  await page.getByRole("button", { name: "Remove “two.txt”" }).click();
  await page.getByText("The file has arrived.").waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel("Name of file 1").inputValue()).toBe("first.txt");
  expect(await page.getByLabel("Name of file 2").count()).toBe(0);
  await context.close();
});
