import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm, publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

const TYPED = {
  title: "Typed once",
  price: "0.75",
  category: "1",
  subcategory: "104",
  description: "One\nTwo",
  saleType: "limited",
  saleLimit: "7",
};

const fieldValue = (page: Page, name: string) => page.locator(`[name=${name}]`).inputValue();

/** The form of a new product, reached from the dashboard and filled. */
async function fillFromDashboard() {
  const context = await newPerson(browser, url, { locale: "en" });
  const page = await context.newPage();
  await page.goto(`${url}/dashboard`);
  await page.getByRole("link", { name: "New product" }).first().click();
  await page.waitForURL(`${url}/transaction`);
  await fillProductForm(page, TYPED);
  await page.locator("[name=isPriceChosen]").check();
  await page.locator("[name=suggested]").fill("1.5");
  await page.locator("[name=file]").setInputFiles(filePayload(Buffer.from("rain"), "rain.wav"));
  return { context, page };
}

async function expectTyped(page: Page): Promise<void> {
  // The last field that is filled in again.
  await expect.poll(() => fieldValue(page, "saleLimit")).toBe(TYPED.saleLimit);
  // A French page shows the price with a comma.
  for (const [name, value] of Object.entries(TYPED))
    expect((await fieldValue(page, name)).replace(",", ".")).toBe(value);
  expect(await page.locator("[name=isPriceChosen]").isChecked()).toBe(true);
  expect((await fieldValue(page, "suggested")).replace(",", ".")).toBe("1.5");
  expect(await page.locator("[name=free]").isChecked()).toBe(false);
}

// spec: product.kept-input
test("a new product's input outlives a switch of language and theme, a reload, a link and Back", async () => {
  const { context, page } = await fillFromDashboard();
  await page.getByText("The file has arrived.").waitFor();

  await page.getByRole("link", { name: "Français" }).first().click();
  await page.getByText("Le fichier est arrivé.").waitFor();
  await expectTyped(page);
  await page.getByText(/^Vous recevez 0[.,]7425 SOL/).waitFor();
  await page.getByRole("button", { name: "Sombre" }).click();
  await page.locator("html[data-theme=dark]").waitFor();
  await expectTyped(page);
  await page.reload();
  await expectTyped(page);
  await page.goto(`${url}/about`);
  await page.goBack();
  await expectTyped(page);

  const other = await context.newPage();
  await other.goto(`${url}/transaction`);
  expect(await fieldValue(other, "title")).toBe("");
  await context.close();
});

test("after publishing, Back leads to the dashboard and the form is empty", async () => {
  const { context, page } = await fillFromDashboard();
  await page.getByRole("button", { name: "Register product" }).click();
  await page.getByRole("link", { name: /edit/i }).click();
  await page.waitForURL(/\/edit\//);
  await page.goBack();
  await page.waitForURL(`${url}/dashboard`);
  await page.goto(`${url}/transaction`);
  expect(await fieldValue(page, "title")).toBe("");
  await context.close();
});

test("input for a product is kept until the product is saved", async () => {
  const context = await newPerson(browser, url, { locale: "fr" });
  const id = await publishAsContext(context, url);
  const page = await context.newPage();
  await page.goto(`${url}/edit/${id}`);
  await page.locator("[name=title]").fill("Pas encore");
  await page.reload();
  await expect.poll(() => fieldValue(page, "title")).toBe("Pas encore");

  const other = await context.newPage();
  await other.goto(`${url}/edit/${id}`);
  await other.locator("[name=title]").fill("Plus tard");
  await other.getByRole("button", { name: "Enregistrer les modifications" }).click();
  await other.getByText("Modifications enregistrées", { exact: true }).waitFor();
  await page.reload();
  expect(await fieldValue(page, "title")).toBe("Plus tard");
  await context.close();
});
