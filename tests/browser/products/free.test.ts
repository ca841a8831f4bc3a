import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Download } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { filePayload, fillProductForm } from "../../support/product-page";
import { changeRow } from "../../support/rows";
import { dealt } from "../../support/test-scale";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const PHONE = { width: 390, height: 844 };
const LOOKS = [
  {
    locale: "fr",
    colorScheme: "dark",
    refused: "après votre première vente",
    submit: "Enregistrer le produit",
    get: "Obtenir gratuitement",
    owned: "Il est à vous, gratuitement",
    signIn: "Se connecter et l’obtenir",
    download: "Télécharger",
    remove: "Retirer de mes achats",
    confirm: "Le retirer",
    free: "Gratuit",
  },
  {
    locale: "en",
    colorScheme: "light",
    refused: "after your first sale",
    submit: "Register product",
    get: "Get it for free",
    owned: "It is yours, for free",
    signIn: "Sign in and get it",
    download: "Download",
    remove: "Remove from my purchases",
    confirm: "Remove it",
    free: "Free",
  },
] as const;

// spec: free.offered, free.grant, free.removal, free.words
test.each(dealt(LOOKS, 0))(
  "a free product goes from the form to a phone and out of its library ($locale)",
  async ({ locale, colorScheme, ...words }) => {
    const bytes = randomBytes(2_000);
    const look = { locale, colorScheme, viewport: PHONE };
    const seller = await person(app);
    const desk = await openPage(app, "/transaction", { who: seller, ...look });
    const form = desk.page;
    await fillProductForm(form, { title: "Rain" });
    await form.locator("[name=free]").check();
    expect(await form.locator("[name=price]").isVisible()).toBe(false);
    await form.locator("[name=file]").setInputFiles(filePayload(bytes));
    await form.getByRole("button", { name: words.submit }).click();
    await form.getByRole("alert").getByText(words.refused).waitFor();
    expect(await form.locator("[name=title]").inputValue()).toBe("Rain");
    expect(await form.locator("[name=free]").isChecked()).toBe(true);
    expect(await allViolations(form)).toEqual([]);

    const db = localDatabase(app.worker);
    await changeRow(db, "users", { uid: seller.uid }, { may_give_free: 1 });
    await form.getByRole("button", { name: words.submit }).click();
    const link = form.getByRole("link", { name: /\/acheter\// });
    await link.waitFor();
    const path = new URL((await link.getAttribute("href")) ?? "", app.url).pathname;
    await desk.context.close();

    const visit = await openPage(app, path, { who: null, ...look });
    await visit.page.getByRole("link", { name: words.signIn }).waitFor();
    await visit.context.close();

    const { page, context } = await openPage(app, path, look);
    const ticket = page.locator("#ticket");
    await ticket.getByText(words.free, { exact: true }).waitFor();
    expect(await allViolations(page)).toEqual([]);
    await page.getByRole("button", { name: words.get }).click();
    await page.getByRole("heading", { name: words.owned }).waitFor();
    expect(await allViolations(page)).toEqual([]);

    await page.goto(`${app.url}/purchases`);
    const started = new Promise<Download>((done) => {
      page.on("download", done);
      context.on("page", (tab) => tab.on("download", done));
    });
    await page.getByRole("link", { name: words.download, exact: true }).click();
    expect(readFileSync(await (await started).path()).equals(bytes)).toBe(true);
    await page.getByText(words.remove).click();
    expect(await allViolations(page)).toEqual([]);
    await page.getByRole("button", { name: words.confirm }).click();
    await expect.poll(() => page.locator("[data-purchase]").count()).toBe(0);
    await page.goto(app.url + path);
    await page.getByRole("button", { name: words.get }).waitFor();
    await context.close();
  },
);
