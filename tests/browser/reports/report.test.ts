import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { product } from "../../support/factories/product";
import { frameFaults } from "../../support/frame-faults";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const WORDS = {
  fr: { link: "Signaler ce produit", send: "Envoyer le signalement", title: "Votre signalement" },
  en: { link: "Report this product", send: "Send the report", title: "Your report" },
} as const;

// spec: law.report
test.each(["fr", "en"] as const)(
  "a visitor without script reports a product from its page at 320 px (%s)",
  async (locale) => {
    const item = await product(app, { title: "Tide tables" });
    const window = { javaScriptEnabled: false, viewport: { width: 320, height: 640 } };
    const { page, context } = await openPage(app, `/acheter/${item.id}`, {
      locale,
      who: null,
      ...window,
    });
    const words = WORDS[locale];
    await page.getByRole("link", { name: words.link }).click();
    await page.getByRole("heading", { level: 1, name: words.link }).waitFor();
    expect(await page.getByRole("link", { name: "Tide tables" }).count()).toBe(1);
    await page.locator("[name=reason]").selectOption("fraud");
    await page.locator("[name=text]").fill("The archive is empty.\nI opened it twice.");
    await page.locator("[name=email]").fill("me@localhost");
    await page.getByRole("button", { name: words.send }).click();
    // The server refuses what the browser lets through, and keeps the rest.
    await page.getByRole("alert").waitFor();
    expect(await page.locator("[name=reason]").inputValue()).toBe("fraud");
    expect(await page.locator("[name=text]").inputValue()).toContain("I opened it twice.");
    expect(await frameFaults(page)).toEqual([]);
    await page.locator("[name=email]").fill("");
    await page.getByRole("button", { name: words.send }).click();
    await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
    expect(await page.getByText("I opened it twice.").count()).toBe(1);
    expect(await page.getByText(page.url()).count()).toBe(1);
    expect(await frameFaults(page)).toEqual([]);
    const secret = new URL(page.url()).pathname;
    await context.close();

    const withScript = await openPage(app, secret, { locale, who: null });
    expect(await allViolations(withScript.page)).toEqual([]);
    await withScript.page.goto(`${app.url}/report/${item.id}`);
    expect(await allViolations(withScript.page)).toEqual([]);
    await withScript.context.close();
  },
);
