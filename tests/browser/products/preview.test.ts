import type { Page, ViewportSize } from "playwright-core";
import { expect, inject, test } from "vitest";
import { MAX_DESCRIPTION_CHARS } from "../../../app/products/rules/product-fields";
import en from "../../../locales/en/products.json";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { frameFaults } from "../../support/frame-faults";
import { publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();
const { product: words, publish } = en;

/** The edit page of a product, with what its console says of faults. */
async function openEdit(options: { viewport?: ViewportSize } = {}) {
  const context = await newPerson(browser, url, { locale: "en", ...options });
  const id = await publishAsContext(context, url, { title: "Rain", price: "0.5" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`${url}/edit/${id}`);
  await preview(page).getByRole("heading", { level: 1 }).waitFor();
  return { context, page, faults };
}

const preview = (page: Page) => page.frameLocator("iframe").locator("[data-preview]");
const box = (page: Page) => page.getByRole("region", { name: publish.preview.label });

/** The document in the frame. */
function inFrame<T>(page: Page, read: () => T): Promise<T> {
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (!frame) throw new Error("there is no frame");
  return frame.evaluate(read) as Promise<T>;
}

const paper = (page: Page) =>
  inFrame(page, () => getComputedStyle(document.documentElement).backgroundColor);

// spec: seller.live-preview
test("what is typed shows as the product's page, and nothing of it can be used", async () => {
  const { context, page, faults } = await openEdit();
  const shown = preview(page);
  const text = (part: string) => shown.getByText(part).first().waitFor();
  await page.locator("[name=title]").fill("Thunder");
  await expect.poll(() => shown.locator("h1").innerText()).toBe("Thunder");
  await page.locator("[name=description]").fill("# Inside\n\n- **An hour** of thunder");
  await shown.locator("h2", { hasText: "Inside" }).waitFor();
  expect(await shown.locator("li strong").innerText()).toBe("An hour");
  await page.locator("[name=price]").fill("2");
  await text("1.98");
  await page.locator("[name=saleType]").selectOption("unique");
  await text(words.unique);

  await page.locator("[name=isPriceChosen]").check();
  await expect.poll(() => shown.locator("dl").innerText()).toMatch(/from 2 ?SOL/);

  for (const name of ["title", "description", "price"])
    await page.locator(`[name=${name}]`).fill("");
  await expect.poll(() => shown.locator("h1").innerText()).toBe(publish.fields.title);
  const { description, price } = publish.fields;
  await expect.poll(() => shown.locator("h1 + p").innerText()).toBe(description);
  await expect.poll(() => shown.locator("dl").innerText()).toContain(price);
  await page.locator("[name=free]").check();
  expect(await page.locator("[name=isPriceChosen]").isVisible()).toBe(false);
  await text(words.get);
  expect(await shown.locator("dl").innerText()).toMatch(/Free/);

  await page.locator("form:has([name=title])").evaluate((form: HTMLFormElement) => form.reset());
  await expect.poll(() => shown.locator("h1").innerText()).toBe("Rain");

  await box(page).focus();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toMatch(/iframe|body/);
  expect(await inFrame(page, () => document.activeElement === document.body)).toBe(true);
  await page.locator("iframe").scrollIntoViewIfNeeded();
  await box(page).click();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("section");
  expect(await seriousViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

// spec: seller.live-preview
test("the page has the width of a phone or of a wide window, and the theme of the page", async () => {
  const { context, page, faults } = await openEdit();
  const innerWidth = () => inFrame(page, () => window.innerWidth);
  const lefts = () =>
    inFrame(page, () =>
      ["article", "article + div"].map(
        (one) => document.querySelector(one)?.getBoundingClientRect().left,
      ),
    );
  expect(await innerWidth()).toBe(390);
  expect(new Set(await lefts()).size).toBe(1);
  await page.getByRole("button", { name: "Wide" }).click();
  await expect.poll(innerWidth).toBe(1_280);
  expect(new Set(await lefts()).size).toBe(2);
  const drawn = await page.locator("iframe").boundingBox();
  const around = await box(page).boundingBox();
  expect(drawn?.width).toBeLessThanOrEqual(around?.width ?? 0);

  expect(await paper(page)).toBe("rgb(247, 244, 238)");
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await expect.poll(() => paper(page)).toBe("rgb(18, 16, 13)");
  await page.reload();
  await preview(page).locator("h1").waitFor();
  await expect.poll(innerWidth).toBe(1_280);
  expect(await paper(page)).toBe("rgb(247, 244, 238)");
  expect(faults).toEqual([]);
  await context.close();
});

/** Takes the parser long for its length. */
const HOSTILE = "a***b".repeat(MAX_DESCRIPTION_CHARS / 5);

test("a preview fits a narrow window with large text, and takes a hostile description", async () => {
  const { context, page, faults } = await openEdit({ viewport: { width: 320, height: 640 } });
  const cdp = await context.newCDPSession(page);
  await cdp.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
  await page.locator("[name=description]").fill(HOSTILE);
  await page.locator("[name=title]").fill("W".repeat(120));
  await expect.poll(() => preview(page).locator("h1").innerText()).toBe("W".repeat(120));
  for (const name of ["Phone", "Wide"]) {
    await page.getByRole("button", { name }).click();
    expect(await frameFaults(page)).toEqual([]);
    expect(
      await inFrame(page, () => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  expect(faults).toEqual([]);
  await context.close();
});
