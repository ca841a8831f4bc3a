import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fireCron } from "../../../dev/run/local-worker";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { bundle } from "../../support/factories/bundle";
import { changeOrder } from "../../support/factories/order";
import { type Person, person } from "../../support/factories/person";
import { changeProduct, product } from "../../support/factories/product";
import { type OpenedOrder, postOrder, sendTransfers } from "../../support/order-api";
import { dealt } from "../../support/test-scale";
import { injectWallet } from "../../support/wallet";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const LOOKS = [
  ["fr", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
  ["en", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
] as const;

const WORDS = {
  en: {
    title: "Title",
    price: "Price in SOL",
    make: "Put on sale",
    few: "Choose 2 to 10 products.",
    sum: /2 products, one by one:\s*0\.1/,
    saved: "20% less than one by one.",
    save: "Save products",
    stopped: "Nobody can buy this bundle at the moment.",
    disabled: "“Rain” is disabled.",
    activate: "Activate Rain",
    signIn: "Sign in for the lower price",
    yours: /Already yours \(1\/2\)\s*[−-]0\.04/,
    youHave: "You have it already",
    saves: /You save 0\.01 SOL \(20%\)/,
    download: "Download “Rain”",
    off: "“Rain” is not on sale at the moment",
    part: "Part 1",
    approve: "Approve",
  },
  fr: {
    title: "Titre",
    price: "Prix en SOL",
    make: "Mettre en vente",
    few: "Choisissez de 2 à 10 produits.",
    sum: /2 produits, un par un\s:\s*0,1/,
    saved: "20 % de moins qu’un par un.",
    save: "Enregistrer les produits",
    stopped: "Personne ne peut acheter ce lot pour le moment.",
    disabled: "« Rain » est désactivé.",
    activate: "Activer Rain",
    signIn: "Se connecter pour le prix réduit",
    yours: /Déjà à vous \(1\/2\)\s*[−-]0,04/,
    youHave: "Vous l’avez déjà",
    saves: /Vous économisez 0,01 SOL \(20\s%\)/,
    download: "Télécharger « Rain »",
    off: "« Rain » n’est pas en vente pour le moment",
    part: "Partie 1",
    approve: "Approuver",
  },
} as const;

const isNoWider = async (page: Page) =>
  expect(
    await page.evaluate(() => document.body.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

async function isGood(page: Page) {
  expect(await allViolations(page)).toEqual([]);
  await isNoWider(page);
}

/** A bundle of 0.08 SOL of two products of 0.05 SOL. */
const pair = (saleLimit: number | null = null) =>
  bundle(app, [{ title: "Rain", saleLimit }, { title: "Snow" }], {
    title: "Weather",
    price: 80_000_000,
  });

async function downloaded(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  return createHash("sha256")
    .update(readFileSync(await file.path()))
    .digest("hex");
}

const hashOf = (bytes: Uint8Array | undefined) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");

/** Buys a product by a payment that nothing undoes any more. */
async function buy(productId: string, buyer: Person): Promise<void> {
  const answer = await postOrder(app, buyer, { productId });
  const { transactionId: id, recipient, reference } = (await answer.json()) as OpenedOrder;
  const transfer = { to: recipient, lamports: PRICE_LAMPORTS, references: [reference] };
  await sendTransfers(app, fundedWallet(app), [transfer]);
  await changeOrder(app, id, { next_poll_at: 1 });
  await fireCron(app.worker);
  const read = () => sql(app, "SELECT status FROM orders WHERE id = ?", id);
  await expect.poll(read).toEqual([{ status: "paid" }]);
  await changeOrder(app, id, { finalized_at: Date.now() });
}

// spec: bundle.made, bundle.item-off
test.each(dealt(LOOKS, 0))(
  "a seller makes a bundle by keyboard, reads which item stops it, and takes another (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const sold = await pair();
    const { seller } = sold;
    const address = sold.recipient.publicKey.toBase58();
    const third = await product(app, { seller, title: "Fog" });
    await changeProduct(app, third.id, { recipient: address });
    const { page } = await openPage(app, "/bundles/new", { locale, who: seller, ...look });
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await field(words.title).focus();
    await page.keyboard.type("Both of them");
    await page.getByLabel(/^Rain/).focus();
    await page.keyboard.press("Space");
    await field(words.price).focus();
    await page.keyboard.type("0,08");
    await page.locator("[name=description]").focus();
    await page.keyboard.type("For a grey day.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(words.few).first().waitFor();
    expect(await page.getByLabel(/^Rain/).isChecked()).toBe(true);
    await isGood(page);
    await page.getByLabel(/^Snow/).focus();
    await page.keyboard.press("Space");
    await page.getByText(words.sum).waitFor();
    await page.getByRole("button", { name: words.make }).press("Enter");
    await page.getByText(words.saved).waitFor();
    await isGood(page);
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

    await changeProduct(app, sold.items[0]?.id ?? "", { status: "disabled" });
    await page.reload();
    await page.getByText(words.stopped).waitFor();
    await page.getByText(words.disabled).waitFor();
    await page.getByRole("link", { name: words.activate }).waitFor();
    await isGood(page);
    await page.getByLabel(/^Rain/).uncheck();
    await page.getByLabel(/^Fog/).check();
    await page.getByRole("button", { name: words.save }).click();
    await page.getByText(words.stopped).waitFor({ state: "detached" });
    const items = "SELECT product_id AS id FROM bundle_items WHERE bundle_id = ? ORDER BY position";
    expect(await sql(app, items, id)).toEqual([{ id: sold.items[1]?.id }, { id: third.id }]);
    await page.goto(`${app.url}/bundles`);
    expect(await page.locator(`[data-bundle="${id}"]`).getAttribute("data-state")).toBe("active");
    await isGood(page);
    await page.context().close();
  },
);

// spec: bundle.page, bundle.credit, bundle.rows
test.each(dealt(LOOKS, 1))(
  "who has one of the items pays less once signed in, and finds each in the library (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const sold = await pair();
    const [rain, snow] = sold.items;
    const buyer = await person(app);
    await buy(rain?.id ?? "", buyer);
    const visit = { locale, who: buyer, ...look };
    const { page } = await openPage(app, `/acheter/${sold.id}`, visit);
    await page.getByText(words.youHave).waitFor();
    await page.getByText(words.saves).waitFor();
    await expect.poll(() => page.locator("#ticket dl").innerText()).toMatch(words.yours);
    await isGood(page);
    await page.getByRole("button", { name: PAGE_TEXT[locale].buy }).click();
    await page.getByRole("button", { name: /Comptoir Demo/ }).click();
    await page.getByRole("button", { name: words.approve }).click();
    await page.getByText(PAGE_TEXT[locale].confirmed).waitFor();
    await isGood(page);
    expect(await downloaded(page, words.download)).toBe(hashOf(rain?.bytes));
    await page.goto(`${app.url}/purchases`);
    for (const one of [rain, snow]) {
      await page.locator(`a[href*="/purchases/${one?.id}/file"]`).first().waitFor();
    }
    const [order] = await sql<{ id: string; lamports: number }>(
      app,
      "SELECT id, price_lamports AS lamports FROM orders WHERE product_id = ?",
      sold.id,
    );
    expect(order?.lamports).toBe(40_000_000);
    await page.goto(`${app.url}/purchases/${order?.id}/receipt`);
    await page.getByText(words.part).waitFor();
    await isGood(page);
    await page.context().close();
  },
);

// spec: bundle.claim, bundle.item-off, bundle.rows
test.each(dealt(LOOKS, 0))(
  "a visitor reads where the lower price is, pays the full one and downloads each item (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const sold = await pair(3);
    const { page } = await openPage(app, `/acheter/${sold.id}`, {
      ...{ locale, who: null, ...look },
      before: (context) =>
        injectWallet(context, fundedWallet(app), { rpcUrl: app.chain.url, signOnly: true }),
    });
    const link = page.getByRole("link", { name: words.signIn });
    expect(await link.getAttribute("href")).toContain(`/login?to=%2Facheter%2F${sold.id}`);
    await isGood(page);
    await page.getByRole("button", { name: /(Pay with|Payer avec) Test Wallet/ }).click();
    await page.getByText(PAGE_TEXT[locale].confirmed).waitFor();
    expect(await statusOf(page)).toBe("paid");
    expect(await downloaded(page, words.download)).toBe(hashOf(sold.items[0]?.bytes));
    const stock = "SELECT sold, held FROM products WHERE id = ?";
    expect(await sql(app, stock, sold.items[0]?.id ?? "")).toEqual([{ sold: 1, held: 0 }]);

    await changeProduct(app, sold.items[0]?.id ?? "", { status: "disabled" });
    const other = await openPage(app, `/acheter/${sold.id}`, { locale, who: null, ...look });
    await other.page.getByText(words.off).first().waitFor();
    expect(await other.page.getByRole("button", { name: /Comptoir Demo/ }).count()).toBe(0);
    await isGood(other.page);
    await other.context.close();
    await page.context().close();
  },
);
