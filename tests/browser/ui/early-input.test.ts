import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { fillProductForm } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

test("input before hydration is kept", async () => {
  const context = await newPerson(browser, url);
  const page = await context.newPage();
  let goLive = () => {};
  const typed = new Promise<void>((resolve) => {
    goLive = resolve;
  });
  // Translations load last before hydration.
  await page.route("**/assets/products-*.js", async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(`${url}/transaction`, { waitUntil: "commit" });

  await fillProductForm(page, { title: "Early" });
  goLive();

  const button = page.getByRole("button", { name: "Register product" });
  await page.getByLabel("Subcategory").waitFor();
  expect(await page.locator("[name=category]").inputValue()).toBe("1");
  expect(await page.locator("[name=title]").inputValue()).toBe("Early");
  await expect.poll(() => button.isEnabled()).toBe(true);
  await context.close();
});
