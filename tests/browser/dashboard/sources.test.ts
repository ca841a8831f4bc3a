import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VIEW_WRITE_INTERVAL_MS } from "../../../app/products/use-cases/view-counter";
import { fundedWallet, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { dealt } from "../../support/test-scale";
import { injectWallet } from "../../support/wallet";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const WORDS = {
  en: {
    add: "Add a name",
    added: "Name added",
    copy: "Copy the link of newsletter",
    remove: "Remove this name",
    removed: "Name removed",
    linkFor: "Link for",
    pay: "Pay with Test Wallet",
    row: ["newsletter", "1", "1", "100%"],
  },
  fr: {
    add: "Ajouter un nom",
    added: "Nom ajouté",
    copy: "Copier le lien de newsletter",
    remove: "Retirer ce nom",
    removed: "Nom retiré",
    linkFor: "Lien pour",
    pay: "Payer avec Test Wallet",
    row: ["newsletter", "1", "1", "100 %"],
  },
} as const;

const LOOKS = [
  ["fr", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
  ["en", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
] as const;

async function rowOf(page: Page, source: string): Promise<string[]> {
  const cells = await page.locator(`[data-source="${source}"] > *`).allTextContents();
  return cells.map((text) => text.replace(/\s/g, " "));
}

/** Views wait for the interval. */
async function viewsAreWritten(id: string): Promise<void> {
  const views = () => sql(app, "SELECT 1 FROM source_days WHERE product_id = ? AND views > 0", id);
  await expect
    .poll(async () => (await views()).length, { timeout: 6 * VIEW_WRITE_INTERVAL_MS })
    .toBe(1);
}

// spec: seller.sources-page, seller.source-of-sale
test.each(dealt(LOOKS, 1))(
  "a seller makes a name, and a visitor who opens its link and buys is one view and one sale (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const seller = await person(app);
    const item = await product(app, { seller });
    const before = (context: BrowserContext) =>
      context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const path = `/dashboard/sources?product=${item.id}`;
    const { page } = await openPage(app, path, { locale, who: seller, before, ...look });
    await page.locator("[name=name]:not([type=hidden])").fill("newsletter");
    await page.getByRole("button", { name: words.add }).click();
    await page.getByText(words.added).waitFor();
    expect(await allViolations(page)).toEqual([]);
    await page.getByRole("button", { name: words.copy }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${app.url}/acheter/${item.id}?src=newsletter`);
    const link = await page.evaluate(() => navigator.clipboard.readText());

    const visitor = await openPage(app, link.slice(app.url.length), {
      locale,
      who: null,
      // That of the tests' browser is a bot's.
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36",
      ...look,
      before: (context) =>
        injectWallet(context, fundedWallet(app), { rpcUrl: app.chain.url, signOnly: true }),
    });
    // Signing in comes back to a page with the same name.
    const to = `/acheter/${item.id}?src=newsletter`;
    await visitor.page.locator(`a[href="/login?${new URLSearchParams({ to })}"]`).waitFor();
    await visitor.page.getByRole("button", { name: words.pay }).click();
    await visitor.page.getByText(PAGE_TEXT[locale].confirmedIn).waitFor();
    expect(await statusOf(visitor.page)).toBe("paid");
    // A copied address has no source.
    expect(visitor.page.url()).toBe(`${app.url}/acheter/${item.id}`);
    await visitor.context.close();

    await viewsAreWritten(item.id);
    await page.reload();
    expect(await rowOf(page, "src:newsletter")).toEqual(words.row);
    expect(await page.locator("[data-source]").count()).toBe(1);
    const wider = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);

    // The block of the product has the link too.
    await page.goto(`${app.url}/edit/${item.id}`);
    await page.getByLabel(words.linkFor).selectOption("newsletter");
    await page.locator(`a[href="${link}"]`).waitFor();

    await page.goto(`${app.url}${path}`);
    await page.locator("[data-name=newsletter] summary").click();
    await page.getByRole("button", { name: words.remove }).click();
    await page.getByText(words.removed).waitFor();
    expect(await page.locator("[data-name]").count()).toBe(0);
    expect(await rowOf(page, "src:newsletter")).toEqual(words.row);
    await page.context().close();
  },
);

// spec: seller.source-of-sale
test("a buyer with an account has the source of the page, also without script, and script that followed a link has this site's", async () => {
  const seller = await person(app);
  const [first, second] = [await product(app, { seller }), await product(app, { seller })];
  await sql(app, "INSERT INTO source_names VALUES (?, 'video', 1)", seller.uid);
  const sourceOf = async (id: string) =>
    (
      await sql<{ source: string | null }>(
        app,
        "SELECT source FROM orders WHERE product_id = ?",
        id,
      )
    ).map(({ source }) => source);
  const buy = (page: Page) => page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();

  const { page } = await openPage(app, `/acheter/${first.id}?src=video`);
  await buy(page);
  await page.locator("[data-transaction-id]").waitFor();
  // Other products of the seller are on the page.
  await page.locator(`a[href="/acheter/${second.id}"]`).first().click();
  await page.waitForURL(`**/acheter/${second.id}`);
  await buy(page);
  await expect.poll(() => sourceOf(second.id)).toEqual(["shop"]);
  expect(await sourceOf(first.id)).toEqual(["src:video"]);
  await page.context().close();

  const third = await product(app, { seller });
  const plain = await openPage(app, `/acheter/${third.id}?src=video`, { javaScriptEnabled: false });
  await buy(plain.page);
  await expect.poll(() => sourceOf(third.id)).toEqual(["src:video"]);
  await plain.context.close();
});
