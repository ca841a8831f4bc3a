import { afterEach, expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { dealt } from "../../support/test-scale";

const { url } = inject("app");
const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

test.each([
  "/shop?lang=en",
  // A page without script.
  "/about?lang=en",
])("Escape closes the menu and returns the focus to its button (%s)", async (path) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(url + path);
  const button = page.getByLabel("Menu", { exact: true });
  const link = page.getByRole("navigation").getByRole("link", { name: "About" });
  await button.press("Enter");
  await link.focus();
  await page.keyboard.press("Escape");
  expect(await link.isVisible()).toBe(false);
  expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
});

// spec: word.alerts
test.each([
  { path: "/login?mode=sign-up&lang=en", field: "password", values: ["a@example.org", "short"] },
  // A page without script: the browser focuses the field.
  { path: "/contact?lang=en", field: "email", values: ["a@b", "Hello"] },
])("a refused form focuses its field, which refers to the error ($path)", async (form) => {
  const page = await browser.newPage();
  await page.goto(url + form.path);
  const controls = page.locator("main form:has([name=email]) :is(input:visible, textarea)");
  for (const [at, value] of form.values.entries()) await controls.nth(at).fill(value);
  await page.locator("main form:has([name=email]) button[type=submit]").click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const field = page.locator(`[name=${form.field}]`);
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const described = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  expect(described).toContain(await alert.getAttribute("id"));
});

// spec: page.offline
test.each(
  dealt(
    [
      ["fr", "Le serveur ne répond pas", "Pas de réponse", "Réessayer"],
      ["en", "The server does not answer", "No answer", "Try again"],
    ] as const,
    0,
  ),
)(
  "without a connection a form keeps what was typed, and a page offers to try again (%s)",
  async (locale, kept, title, again) => {
    const page = await browser.newPage();
    await page.goto(`${url}/login?lang=${locale}`);
    await page.context().setOffline(true);
    await page.locator("[name=email]").fill("a@example.org");
    await page.locator("[name=password]").fill("a long enough password");
    await page.locator("[name=password]").press("Enter");
    await page.getByRole("alert").getByText(kept).waitFor();
    expect(await page.locator("[name=password]").inputValue()).toBe("a long enough password");
    await page.locator('main a[href*="mode=sign-up"]').click();
    await page.getByRole("heading", { name: title }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: again }).click();
    await page.locator("[name=email]").waitFor();
    expect(page.url()).toContain("mode=sign-up");
  },
);
