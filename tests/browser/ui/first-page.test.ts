import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";

const { url } = inject("app");
const browser = browserForFile();

// spec: constant.locales
test("the home page is French, renders its styles, and violates no rule of its CSP", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));

  await page.goto(url);

  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  await page.locator("h1").first().waitFor();
  const rules = await page.evaluate(() => document.styleSheets[0]?.cssRules.length ?? 0);
  expect(rules).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  await context.close();
});

// spec: route.unknown
test("an unknown page links to the home page", async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/acceuil`);
  expect(new URL(page.url()).pathname).toBe("/");
  await page.close();
});
