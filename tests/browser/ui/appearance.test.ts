import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";

const { url } = inject("app");
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

// spec: screen.layout, screen.nav-everyone, screen.nav-visitor, screen.footer-brand
// spec: screen.footer-links, screen.footer-copyright
test("navigation and footer link to every page for a visitor", async () => {
  const page = await visit("/", { locale: "fr-FR" });
  const bar = page.getByRole("navigation");
  const links = await hrefs(bar.getByRole("link"));
  expect(links.filter((href) => !href.includes("lang="))).toEqual([
    "/",
    "/",
    "/shop",
    "/about",
    "/createur",
    "/login",
  ]);
  expect(
    await bar.getByRole("link", { name: "Accueil", exact: true }).getAttribute("aria-current"),
  ).toBe("page");
  const footer = page.getByRole("contentinfo");
  expect(await hrefs(footer.getByRole("link"))).toEqual([
    "/",
    "/retractation",
    "/cgu",
    "/contact",
    "/accessibilite",
    "/classement",
    "/tutoriel-moonpay",
    "/mentions-legales",
    "/confidentialite",
  ]);
  const text = await footer.innerText();
  expect(text).toContain(`© ${new Date().getFullYear()} Comptoir. Tous droits réservés.`);
});

// spec: screen.nav-signed-in, control.logout
test("navigation links to account pages and sign-out when signed in", async () => {
  const page = await visit("/login?mode=sign-up&lang=en");
  await page.getByLabel("E-mail").fill(`${crypto.randomUUID()}@example.org`);
  await page.getByLabel("Password").fill("quiet paper counter");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/dashboard`);
  const bar = page.getByRole("navigation");
  for (const [name, path] of [
    ["Dashboard", "/dashboard"],
    ["My Profile", "/profil"],
    ["My Purchases", "/purchases"],
  ]) {
    expect(await bar.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(path);
  }
  expect(await bar.getByRole("link", { name: "Login" }).count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.getByLabel("Menu", { exact: true }).click();
  await bar.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/`);
  await page.getByRole("link", { name: "Login" }).waitFor();
  expect(await page.getByRole("link", { name: "Dashboard" }).count()).toBe(0);
});

// spec: page.no-script
test("a text page has no script", async () => {
  const page = await visit("/");
  expect(await page.locator(`script:not([type="application/ld+json"])`).count()).toBe(0);
});

// spec: screen.home-hero, control.language, transition.language
// spec: word.choice
test("the language switch keeps the page and stores the choice", async () => {
  const page = await visit("/accueil?from=poster");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(
    "Vendez vos fichiers",
  );
  await page.getByRole("link", { name: "English" }).click();
  expect(page.url()).toBe(`${url}/accueil?from=poster&lang=en`);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "locale")?.value).toBe("en");
  await page.goto(url);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(
    "Sell your digital files in one link",
  );
  expect(await page.title()).toContain("Sell your digital files");
});

// spec: word.two-languages
test("browsers of another language are offered English once, in a banner that stays closed", async () => {
  const french = await visit("/", { locale: "fr-CH" });
  expect(await french.getByRole("link", { name: "Read this page in English" }).count()).toBe(0);

  const page = await visit("/", { locale: "de-CH" });
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForURL(`${url}/`);
  expect(await page.getByRole("link", { name: "Read this page in English" }).count()).toBe(0);
  await page.reload();
  expect(await page.getByRole("link", { name: "Read this page in English" }).count()).toBe(0);
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
});

// spec: state.theme
// spec: page.theme
test("the theme follows the system until one is chosen, which is stored", async () => {
  const page = await visit("/", { colorScheme: "dark" });
  expect(await page.locator("html").getAttribute("data-theme")).toBe("system");
  expect(await paper(page)).toBe("rgb(18, 16, 13)");
  await page.getByRole("button", { name: "Clair" }).click();
  await page.waitForURL(`${url}/`);
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  expect(await paper(page)).toBe("rgb(247, 244, 238)");
  await page.reload();
  expect(await paper(page)).toBe("rgb(247, 244, 238)");
  await page.getByRole("button", { name: "Sombre" }).click();
  const theme = () => page.evaluate(() => document.documentElement?.dataset.theme);
  await expect.poll(theme).toBe("dark");
  expect(await paper(page)).toBe("rgb(18, 16, 13)");
});

// spec: control.nav.burger
test("on a phone a button opens and closes the menu, without JavaScript", async () => {
  const page = await visit("/", { viewport: PHONE, javaScriptEnabled: false });
  const app = page.getByRole("navigation").getByRole("link", { name: "Boutique" });
  expect(await app.isVisible()).toBe(false);
  await page.getByLabel("Menu", { exact: true }).click();
  await app.waitFor();
  await page.getByLabel("Menu", { exact: true }).click();
  expect(await app.isVisible()).toBe(false);
});

test("the first Tab focuses the skip link, which moves focus to the content", async () => {
  const page = await visit("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Aller au contenu" });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  expect((await skip.boundingBox())?.height).toBeGreaterThan(20);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

for (const path of ["/", "/login"]) {
  // spec: control.toast.close
  test(`a message from before a redirect shows once and closes on click (${path})`, async () => {
    const page = await visit(path);
    await page.context().addCookies([{ name: "flash", value: "purchasesSignedOut", url }]);
    await page.reload();
    const message = page.getByText("Vous devez être connecté pour voir vos achats.");
    await message.click();
    await message.waitFor({ state: "hidden" });
    await page.reload();
    expect(await message.count()).toBe(0);
  });
}

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "fr-FR", viewport: DESK, ...options });
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

function hrefs(links: ReturnType<Page["getByRole"]>): Promise<string[]> {
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
}
