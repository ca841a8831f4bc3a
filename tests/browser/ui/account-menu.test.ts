import type { Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";

const { url } = inject("app");
const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

/** French has the longest words. */
const FRENCH = { name: "locale", value: "fr", url };
/** Where the bar has room for the public links alone, and a laptop's. */
const NARROWER = { width: 1024, height: 700 };
const LAPTOP = { width: 1280, height: 700 };
const OWN_LINKS = ["Tableau de bord", "Mon profil", "Mes achats"];

const bar = (page: Page) => page.getByRole("navigation", { name: "Navigation principale" });
const own = (page: Page) =>
  Promise.all(OWN_LINKS.map((name) => bar(page).getByRole("link", { name, exact: true }).count()));
const summary = (page: Page) => bar(page).locator("summary:visible");

// spec: screen.nav-signed-in
// spec: page.account-menu
test("the signed-in links stand in the bar in one row, else in a menu, without script", async () => {
  const context = await newPerson(browser, url, { viewport: LAPTOP, javaScriptEnabled: false });
  await context.addCookies([FRENCH]);
  const page = await context.newPage();
  await page.goto(`${url}/about`);
  expect(await own(page)).toEqual([1, 1, 1]);
  expect(await summary(page).count()).toBe(0);
  const heightOf = async () => (await bar(page).boundingBox())?.height;
  const height = await heightOf();

  await page.setViewportSize(NARROWER);
  expect(await own(page)).toEqual([0, 0, 0]);
  await summary(page).click();
  expect(await own(page)).toEqual([1, 1, 1]);
  expect(await heightOf()).toBe(height);
  expect(await bar(page).getByRole("button", { name: "Déconnexion" }).count()).toBe(1);
  await page.mouse.click(200, 500);
  expect(await own(page)).toEqual([0, 0, 0]);
});

test("Escape, leaving it and a click elsewhere close the account menu", async () => {
  const context = await newPerson(browser, url, { viewport: NARROWER });
  await context.addCookies([FRENCH]);
  const page = await context.newPage();
  await page.goto(`${url}/purchases`);
  const button = summary(page);
  await button.press("Enter");
  await bar(page).getByRole("link", { name: "Mon profil" }).focus();
  await page.keyboard.press("Escape");
  expect(await own(page)).toEqual([0, 0, 0]);
  expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);

  await button.press("Enter");
  await bar(page).getByRole("button", { name: "Déconnexion" }).focus();
  expect(await own(page)).toEqual([1, 1, 1]);
  await page.keyboard.press("Tab");
  expect(await own(page)).toEqual([0, 0, 0]);

  await button.press("Enter");
  await page.mouse.click(200, 500);
  expect(await own(page)).toEqual([0, 0, 0]);
});
