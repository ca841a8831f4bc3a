import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  PAGE_TEXT,
  startAppWithBrowser,
} from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { verifyLicence } from "../../support/licences";
import { openOrder, payOrder, waitForStatus } from "../../support/order-api";
import { dealt } from "../../support/test-scale";
import { injectWallet } from "../../support/wallet";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const WORDS = {
  en: {
    link: "Licence keys",
    soldOut: "This product is sold out.",
    pool: /^Keys from a list of mine/,
    save: "Save",
    saved: "Licence keys saved",
    empty: "No key is left",
    keys: "Keys, one a line",
    add: "Add keys",
    faults: ["Line 2 is empty.", "Line 3 is the same as line 1."],
    added: "Keys added",
    remove: "Remove keys that are not sold",
    confirm: "Remove them",
    removed: "Unsold keys removed",
    disable: /^Disable/,
    enable: /^Enable/,
    disabled: "disabled by you",
    valid: "valid",
    copy: "Copy the licence key",
    ended: "This key is no longer valid.",
  },
  fr: {
    link: "Clés de licence",
    soldOut: "Ce produit est épuisé.",
    pool: /^Clés d’une liste à moi/,
    save: "Enregistrer",
    saved: "Clés de licence enregistrées",
    empty: "Il ne reste aucune clé",
    keys: "Clés, une par ligne",
    add: "Ajouter les clés",
    faults: ["La ligne 2 est vide.", "La ligne 3 est la même que la ligne 1."],
    added: "Clés ajoutées",
    remove: "Retirer les clés non vendues",
    confirm: "Retirer",
    removed: "Clés non vendues retirées",
    disable: /^Désactiver/,
    enable: /^Réactiver/,
    disabled: "désactivée par vous",
    valid: "valable",
    copy: "Copier la clé de licence",
    ended: "Cette clé n’est plus valable.",
  },
} as const;

const LOOKS = [
  ["fr", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
  ["en", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
] as const;

const KEYS = ["FIRST-KEY-OF-THE-LIST", "SECOND-KEY-OF-THE-LIST"] as const;

const isNoWider = async (page: Page) =>
  expect(
    await page.evaluate(() => document.body.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

const mayCopy = (context: BrowserContext) =>
  context.grantPermissions(["clipboard-read", "clipboard-write"]);

// spec: licences.page, licences.given
test.each(dealt(LOOKS, 1))(
  "a seller lists keys by keyboard, a buyer finds theirs in three places, and the seller disables it (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const item = await product(app);
    const path = `/edit/${item.id}`;
    const { page } = await openPage(app, path, { locale, who: item.seller, ...look });
    await page.getByRole("link", { name: words.link }).click();
    await page.getByLabel(words.pool).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByText(words.saved).waitFor();
    await page.getByText(words.empty).waitFor();

    // Without a key there is nothing to sell.
    const visitor = await openPage(app, `/acheter/${item.id}`, { locale, who: null, ...look });
    await visitor.page.locator("#ticket").getByText(words.soldOut).waitFor();
    await visitor.context.close();

    const typed = [KEYS[0], "", KEYS[0], KEYS[1]].join("\n");
    const keys = page.getByLabel(words.keys, { exact: true });
    await keys.fill(typed);
    const add = page.getByRole("button", { name: words.add });
    await add.focus();
    await page.keyboard.press("Enter");
    for (const fault of words.faults) await page.getByText(fault).waitFor();
    expect(await keys.inputValue()).toBe(typed);
    expect(await keys.getAttribute("aria-invalid")).toBe("true");
    expect(await allViolations(page)).toEqual([]);
    await isNoWider(page);
    await keys.fill(KEYS.join("\n"));
    await add.click();
    await page.getByText(words.added).waitFor();

    const buyer = await person(app);
    const payer = fundedWallet(app);
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    await payOrder(app, transactionId, payer);
    await waitForStatus(app, buyer, transactionId, "paid");
    const options = { locale, who: buyer, before: mayCopy, ...look };
    const shop = await openPage(app, `/acheter/${item.id}`, options);
    await shop.page.getByRole("button", { name: words.copy }).click();
    const copied = () => shop.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(KEYS[0]);
    await isNoWider(shop.page);
    for (const place of ["/purchases", `/purchases/${transactionId}/receipt`]) {
      await shop.page.goto(app.url + place);
      await shop.page.getByText(KEYS[0], { exact: true }).waitFor();
      expect(await allViolations(shop.page)).toEqual([]);
      await isNoWider(shop.page);
    }

    await page.reload();
    const given = page.locator("[data-key]");
    await given.getByText(words.valid, { exact: true }).waitFor();
    await page.getByRole("button", { name: words.disable }).click();
    await given.getByText(words.disabled).waitFor();
    expect(await verifyLicence(app, item.id, KEYS[0])).toEqual([200, false, "disabled"]);
    await shop.page.reload();
    await shop.page.getByText(words.ended).waitFor();
    await shop.context.close();
    await page.getByRole("button", { name: words.enable }).click();
    await given.getByText(words.valid, { exact: true }).waitFor();
    expect(await verifyLicence(app, item.id, KEYS[0])).toEqual([200, true, "active"]);

    await page.getByText(words.remove).click();
    await page.getByRole("button", { name: words.confirm, exact: true }).click();
    await page.getByText(words.removed).waitFor();
    await page.context().close();
  },
);

// spec: licences.given
test("a visitor on a phone pays and has the generated key at once", async () => {
  const item = await product(app);
  const seller = await openPage(app, `/edit/${item.id}/licences`, { who: item.seller });
  await seller.page.getByLabel(/^Generated keys/).check();
  await seller.page.getByRole("button", { name: "Save" }).click();
  await seller.page.getByText("Licence keys saved").waitFor();
  await seller.context.close();

  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: null,
    viewport: { width: 390, height: 844 },
    async before(target) {
      await mayCopy(target);
      const options = { rpcUrl: app.chain.url, signOnly: true };
      await injectWallet(target, fundedWallet(app), options);
    },
  });
  await page.getByText("A licence key comes with it").waitFor();
  await page.getByRole("button", { name: "Pay with Test Wallet" }).click();
  await page.getByText(PAGE_TEXT.en.confirmedIn).waitFor();
  const key = await page.locator("[data-licence=given] code").innerText();
  expect(key).toMatch(/^[\dA-F]{8}(-[\dA-F]{8}){3}$/);
  expect(await allViolations(page)).toEqual([]);
  expect(await verifyLicence(app, item.id, key)).toEqual([200, true, "active"]);
  await context.close();
});
