import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { sql } from "../../support/app-under-test";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { dealt } from "../../support/test-scale";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const WORDS = {
  en: {
    name: "Name of the code",
    amount: "An amount in SOL",
    sol: "Amount in SOL",
    chosen: /^Those that I choose/,
    capacity: "Uses in all",
    save: "Save the code",
    made: "Code added",
    saved: "Code saved",
    copy: "Copy the link of code WINTER",
    edit: "Edit code WINTER",
    disable: "Disable this code",
    enable: "Enable code WINTER",
    off: "−0.25 SOL",
    uses: "0 of 2",
    states: ["Live", "Disabled"],
    refused: /already: give at least this number/,
  },
  fr: {
    name: "Nom du code",
    amount: "Un montant en SOL",
    sol: "Montant en SOL",
    chosen: /^Ceux que je choisis/,
    capacity: "Utilisations en tout",
    save: "Enregistrer le code",
    made: "Code ajouté",
    saved: "Code enregistré",
    copy: "Copier le lien du code WINTER",
    edit: "Modifier le code WINTER",
    disable: "Désactiver ce code",
    enable: "Réactiver le code WINTER",
    off: "−0,25 SOL",
    uses: "0 sur 2",
    states: ["Actif", "Désactivé"],
    refused: /donnez au moins ce nombre/,
  },
} as const;

const LOOKS = [
  ["fr", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
  ["en", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
] as const;

const isNoWider = async (page: Page) =>
  expect(
    await page.evaluate(() => document.body.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

// spec: seller.codes-page, seller.codes
test.each(dealt(LOOKS, 1))(
  "a seller makes a code by keyboard, copies its link, changes, disables and enables it (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const seller = await person(app);
    const item = await product(app, { seller, title: "Rain" });
    const before = (context: BrowserContext) =>
      context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const path = `/codes/new?product=${item.id}`;
    const { page } = await openPage(app, path, { locale, who: seller, before, ...look });
    const field = (label: string) => page.getByLabel(label, { exact: true });

    await field(words.name).focus();
    await page.keyboard.type("WINTER");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    expect(await field(words.amount).isChecked()).toBe(true);
    // The percentage is hidden now.
    await page.keyboard.press("Tab");
    await page.keyboard.type("0,25");
    expect(await field(words.sol).inputValue()).toBe("0,25");
    expect(await page.getByLabel(words.chosen).isChecked()).toBe(true);
    expect(await page.getByLabel("Rain").isChecked()).toBe(true);
    expect(await allViolations(page)).toEqual([]);
    await isNoWider(page);
    await field(words.capacity).focus();
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.getByText(words.made).waitFor();

    const card = page.locator("[data-code]");
    await card.getByText(words.off).waitFor();
    await card.getByText(words.uses).waitFor();
    await card.getByText(words.states[0], { exact: true }).waitFor();
    expect(await allViolations(page)).toEqual([]);
    await isNoWider(page);
    await page.getByRole("button", { name: words.copy }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${app.url}/acheter/${item.id}?code=WINTER`);

    const [code] = await sql<{ id: string }>(
      app,
      "SELECT id FROM codes WHERE owner_uid = ?",
      seller.uid,
    );
    const counted = { id: `use:${code?.id}` };
    await changeRow(localDatabase(app.worker), "things", counted, { held: 1, sold: 1 });
    await page.getByRole("link", { name: words.edit }).click();
    await field(words.capacity).fill("1");
    await page.getByRole("button", { name: words.save }).click();
    await page.locator("main").getByText(words.refused).first().waitFor();
    expect(await field(words.capacity).getAttribute("aria-invalid")).toBe("true");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("capacity");
    await field(words.capacity).fill("3");
    await page.getByRole("button", { name: words.save }).click();
    await page.getByText(words.saved).waitFor();
    // Other tests compare all counters with the orders.
    await changeRow(localDatabase(app.worker), "things", counted, { held: 0, sold: 0 });

    await card.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: words.disable }).click();
    await card.getByText(words.states[1], { exact: true }).waitFor();
    await page.getByRole("button", { name: words.enable }).click();
    await card.getByText(words.states[0], { exact: true }).waitFor();
    await page.context().close();
  },
);

// spec: seller.codes
test("a code is made, disabled and enabled without script", async () => {
  const seller = await person(app);
  const { page } = await openPage(app, "/codes/new", { who: seller, javaScriptEnabled: false });
  await page.locator("[name=name]").fill("PLAIN");
  await page.locator("[name=percent]").fill("101");
  const save = page.getByRole("button", { name: WORDS.en.save });
  await save.click();
  await page.getByText("Give a whole number from 1 to 100.").first().waitFor();
  await page.locator("[name=percent]").fill("100");
  await save.click();
  const card = page.locator("[data-code]");
  expect(await card.getAttribute("data-state")).toBe("live");
  await card.locator("summary").click();
  await page.getByRole("button", { name: WORDS.en.disable }).click();
  await page.locator("[data-state=disabled]").waitFor();
  await page.getByRole("button", { name: "Enable code PLAIN" }).click();
  await page.locator("[data-state=live]").waitFor();
  await page.context().close();
});
