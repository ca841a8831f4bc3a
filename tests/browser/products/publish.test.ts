import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm, photograph } from "../../support/product-page";
import { newAddress } from "../../support/random-keys";
import { dealt } from "../../support/test-scale";

const { url } = inject("app");
const WORDS = {
  en: {
    submit: "Register product",
    incomplete: "Fill in all the required fields.",
    limit: "Give a valid maximum number of sales.",
    file: "A product file is required!",
    done: "Product registered",
  },
  fr: {
    submit: "Enregistrer le produit",
    incomplete: "Complète tous les champs requis.",
    limit: "Indique un nombre de ventes maximum valide.",
    file: "Un fichier produit est requis !",
    done: "Produit enregistré",
  },
} as const;

const browser = browserForFile();

// spec: control.product.sale-limit, control.product.submit, message.form-incomplete
// spec: message.form-limit, message.form-file
// spec: word.alerts
test.each(dealt(["fr", "en"] as const, 1))(
  "the button is disabled until required fields are filled, and three alerts name the errors (%s)",
  async (locale) => {
    const words = WORDS[locale];
    const context = await newPerson(browser, url, { locale });
    const page = await context.newPage();
    await page.goto(`${url}/transaction`);
    const button = page.getByRole("button", { name: words.submit });
    const alert = page.getByRole("alert");

    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await page.locator("[name=price]").inputValue()).toBe("0.001");
    expect(await page.locator("[name=saleLimit]").inputValue()).toBe("1");
    expect(await page.locator("[name=saleLimit]").isVisible()).toBe(false);

    await fillProductForm(page, { title: " " });
    await button.click();
    expect(await alert.textContent()).toBe(words.incomplete);

    await fillProductForm(page, { saleType: "limited" });
    await page.locator("[name=saleLimit]").fill("0");
    await button.click();
    await expect.poll(() => alert.textContent()).toBe(words.limit);

    await page.locator("[name=saleLimit]").fill("3");
    await button.click();
    await expect.poll(() => alert.textContent()).toBe(words.file);

    await page.locator("[name=title]").fill("");
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await page.locator("[name=description]").inputValue()).toBe("An hour of rain.");
    await context.close();
  },
);

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("name"));
    if (focused === name) return;
  }
  throw new Error(`${name} can't be reached by Tab`);
}

// spec: page.keyboard
test.each(
  dealt(
    [
      { locale: "fr", colorScheme: "dark", width: 390 },
      { locale: "en", colorScheme: "light", width: 1280 },
    ] as const,
    0,
  ),
)("a product is published by keyboard alone ($locale, $width)", async (look) => {
  const { locale, colorScheme, width } = look;
  const viewport = { width, height: 844 };
  const context = await newPerson(browser, url, { locale, colorScheme, viewport });
  const page = await context.newPage();
  await page.goto(`${url}/transaction`);
  const typed = { title: "Pluie", price: "0.2", category: "M", description: "Une heure." };
  for (const [name, text] of Object.entries({ ...typed, recipient: newAddress() })) {
    await tabTo(page, name);
    await page.keyboard.type(text);
  }
  await tabTo(page, "file");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.keyboard.press("Space"),
  ]);
  await chooser.setFiles(filePayload(Buffer.from("rain")));
  const submit = page.getByRole("button", { name: WORDS[locale].submit });
  while (!(await submit.evaluate((node) => node === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText(WORDS[locale].done).waitFor();
  await page.getByRole("link", { name: /edit|modification/i }).press("Enter");
  await page.waitForURL(/\/edit\//);
  const shown = (name: string) => page.locator(`[name=${name}]`).inputValue();
  expect([await shown("title"), await shown("price"), await shown("category")]).toEqual([
    typed.title,
    locale === "fr" ? "0,2" : "0.2",
    "1",
  ]);
  await context.close();
});

// spec: page.no-script
test("without JavaScript the server answers with the alert and keeps the input, or publishes", async () => {
  const context = await newPerson(browser, url, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/transaction`);
  const send = () => page.getByRole("button", { name: WORDS.en.submit }).click();

  await send();
  expect(await page.getByRole("alert").textContent()).toBe(WORDS.en.incomplete);
  await fillProductForm(page, { title: "No script" });
  await send();
  expect(await page.getByRole("alert").textContent()).toBe(WORDS.en.file);
  expect(await page.locator("[name=title]").inputValue()).toBe("No script");
  await page.locator("[name=file]").setInputFiles(filePayload(randomBytes(70_000)));
  await send();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(WORDS.en.done);
  await context.close();
});

// spec: word.decimal-comma
test("0,25 typed in English is published at 0.25 SOL", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const page = await context.newPage();
  await page.goto(`${url}/transaction`);
  const price = page.locator("[name=price]");
  const share = page.getByText(/^You receive/);
  await fillProductForm(page);

  await price.fill("");
  await price.pressSequentially("1,000");
  await page.getByText("A comma before three digits can be a thousands separator.").waitFor();
  expect(await price.getAttribute("aria-invalid")).toBe("true");
  expect(await share.count()).toBe(0);

  await price.fill("");
  await price.pressSequentially("0,25");
  await expect.poll(() => share.textContent()).toContain("You receive 0.2475 SOL");
  expect(await price.getAttribute("aria-invalid")).toBeNull();
  await page.locator("[name=file]").setInputFiles(filePayload(randomBytes(10)));
  await page.getByRole("button", { name: WORDS.en.submit }).click();
  await page.getByRole("heading", { name: WORDS.en.done }).waitFor();

  const id = new URL(page.url()).searchParams.get("published");
  await page.goto(`${url}/edit/${id}`);
  expect(await price.inputValue()).toBe("0.25");
  await page.goto(`${url}/preview/${id}`);
  await page
    .getByText(/^0\.25\s*SOL$/)
    .first()
    .waitFor();
  await context.close();
});

// spec: control.product.subcategory, control.product.image
test("changing the category clears the subcategory, and images show a preview before upload", async () => {
  const context = await newPerson(browser, url);
  const page = await context.newPage();
  await page.goto(`${url}/transaction`);
  const category = page.locator("select[name=category]");
  const subcategory = page.locator("select[name=subcategory]");

  await expect
    .poll(() => page.getByRole("button", { name: WORDS.en.submit }).isDisabled())
    .toBe(true);
  expect(await subcategory.count()).toBe(0);
  await category.selectOption("1");
  await subcategory.selectOption("104");
  await category.selectOption("2");
  expect(await subcategory.inputValue()).toBe("");
  expect(await subcategory.locator("option[value='104']").count()).toBe(0);

  await page.locator("[name=cover]").setInputFiles(await photograph(page));
  const preview = page.getByAltText("Preview: Cover image");
  await preview.waitFor();
  const chosen = (name: string) =>
    page.locator(`[name=${name}]`).evaluate(async (input) => {
      const [file] = (input as HTMLInputElement).files ?? [];
      if (!file) return null;
      const { width, height } = await createImageBitmap(file);
      return { type: file.type, width, height };
    });
  expect(await chosen("cover")).toEqual({ type: "image/webp", width: 1600, height: 800 });
  expect(await chosen("coverSmall")).toEqual({ type: "image/webp", width: 640, height: 320 });
  await page.getByRole("button", { name: "Remove this image" }).click();
  expect([await chosen("cover"), await chosen("coverSmall")]).toEqual([null, null]);
  await context.close();
});
