import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startAppWithBrowser } from "../../support/app-with-browser";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm, photograph } from "../../support/product-page";
import { injectWallet, newKeypair } from "../../support/wallet";

const app = await startAppWithBrowser();

async function openForm(locale: "fr" | "en" = "fr") {
  const context = await newPerson(app.browser, app.url, { locale });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${app.url}/transaction`);
  return { context, page };
}

const field = (page: Page, name: string) => page.locator(`[name=${name}]`);

/** The error of a field, as a screen reader reads it with the field; empty where it is valid. */
async function errorOf(page: Page, name: string): Promise<string> {
  return field(page, name).evaluate((control) => {
    if (control.getAttribute("aria-invalid") !== "true") return "";
    const [id = ""] = (control.getAttribute("aria-describedby") ?? "").split(" ");
    return document.getElementById(id)?.textContent ?? "";
  });
}

// spec: product.refused-typed
test("a price of 0 is refused after a pause or on leaving the field, a letter at once", async () => {
  const { context, page } = await openForm();
  const price = field(page, "price");
  expect(await price.inputValue()).toBe("0,001");
  await price.fill("");
  for (const typed of ["0", ",", "0"]) await price.pressSequentially(typed);
  expect(await errorOf(page, "price")).toBe("");
  await page.clock.runFor(2_000);
  await expect.poll(() => errorOf(page, "price")).toMatch(/supérieur à 0/);
  await price.pressSequentially("5");
  await expect.poll(() => errorOf(page, "price")).toBe("");
  await page.getByText(/Vous recevez 0,0495 SOL/).waitFor();
  await price.pressSequentially("a");
  await expect.poll(() => errorOf(page, "price")).toMatch(/par exemple 0,25/);
  await price.fill("0.0000000001");
  await expect.poll(() => errorOf(page, "price")).toMatch(/9 décimales/);
  await price.fill("0");
  expect(await errorOf(page, "price")).toBe("");
  await price.blur();
  await expect.poll(() => errorOf(page, "price")).toMatch(/supérieur à 0/);
  await context.close();
});

// spec: product.refused-typed
test("a false image and an empty file are refused by name when they are chosen; a valid choice stays", async () => {
  const { context, page } = await openForm("en");
  const [cover, file] = [field(page, "cover"), field(page, "file")];
  const nameIn = (input: typeof cover) =>
    input.evaluate((control) => (control as HTMLInputElement).files?.[0]?.name ?? "");
  const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await cover.setInputFiles(fake);
  await expect.poll(() => errorOf(page, "cover")).toMatch(/^“fake\.png” is not an image/);
  expect(await nameIn(cover)).toBe("fake.png");
  await page.getByText("fake.png", { exact: true }).waitFor();

  await fillProductForm(page);
  await file.setInputFiles(filePayload(Buffer.from("rain")));
  await page.getByRole("button", { name: "Register product" }).click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
    .toBe("cover");

  await cover.setInputFiles(await photograph(page));
  await page.getByAltText("Preview: Cover image").waitFor();
  expect(await errorOf(page, "cover")).toBe("");
  const [chosen, preview] = [await nameIn(cover), page.getByAltText("Preview: Cover image")];
  const shown = await preview.getAttribute("src");
  await cover.setInputFiles({ ...fake, name: "empty.webp", buffer: Buffer.alloc(0) });
  await expect
    .poll(() => errorOf(page, "cover"))
    .toBe(
      `“empty.webp” is empty. Choose a PNG, JPEG, WebP, GIF or AVIF file. The file chosen before stays: “${chosen}”.`,
    );
  expect([await nameIn(cover), await preview.getAttribute("src")]).toEqual([chosen, shown]);

  await file.setInputFiles(filePayload(Buffer.alloc(0), "empty.wav"));
  await expect.poll(() => errorOf(page, "file")).toMatch(/^“empty\.wav” is empty.*“rain\.wav”/);
  expect(await nameIn(file)).toBe("rain.wav");
  await page.getByRole("button", { name: "Register product" }).click();
  await page.getByRole("heading", { name: "Product registered" }).waitFor();
  await context.close();
});

// spec: product.payout-prefilled
test("linking a wallet from the form comes back with it and with what was typed", async () => {
  const { context, page } = await openForm("en");
  const wallet = await injectWallet(context, newKeypair(), {
    rpcUrl: app.rpcUrl,
    name: "Backpack",
  });
  await page.reload();
  await field(page, "title").fill("Rain");
  await field(page, "price").fill("0.5");
  await page.getByRole("link", { name: "Link a wallet" }).click();
  await page.waitForURL(/\/profil\?to=/);
  await page.getByRole("button", { name: "Link my Phantom Wallet" }).click();
  await page.getByRole("button", { name: "Link Backpack" }).click();
  await page.waitForURL(`${app.url}/transaction`);
  await expect.poll(() => field(page, "title").inputValue()).toBe("Rain");
  await expect.poll(() => field(page, "price").inputValue()).toBe("0.5");
  expect(await field(page, "recipient").inputValue()).toBe(wallet.address);
  await page.getByRole("link", { name: "Link another wallet" }).waitFor();
  await context.close();
});
