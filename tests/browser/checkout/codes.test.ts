import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { type CodeTraits, insertCode } from "../../support/factories/code";
import { person } from "../../support/factories/person";
import { changeProduct, type ProductTraits, product } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { injectWallet } from "../../support/wallet";

const HOUR_MS = 3_600_000;
const HALF = PRICE_LAMPORTS / 2;
let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

/** A product for 0.05 SOL whose seller has a code for half of it. */
async function offer(code: CodeTraits = {}, traits: ProductTraits = {}) {
  const item = await product(app, traits);
  const codeId = await insertCode(localDatabase(app.worker), item.seller.uid, {
    ...{ name: "SPRING", value: 50 },
    ...code,
  });
  return { item, codeId, path: `/acheter/${item.id}` };
}

/** The lines of the ticket as text. */
const ticketOf = async (page: Page) =>
  (await page.locator("#ticket dl").innerText()).replace(/(?=SOL)/g, " ").replace(/\s+/g, " ");

const pricesOf = (productId: string) =>
  sql(app, "SELECT price_lamports AS lamports FROM orders WHERE product_id = ?", productId);

const isNoWider = async (page: Page) =>
  expect(
    await page.evaluate(() => document.body.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

// spec: code.page, code.lines
test("on a phone a code is typed, refused, in force and removed by keyboard", async () => {
  const { path } = await offer();
  const { page, context } = await openPage(app, path, {
    who: null,
    locale: "fr",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
  });
  await page.locator("summary", { hasText: "code de réduction" }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Code de réduction", { exact: true });
  await field.focus();
  await page.keyboard.type("faux");
  await page.keyboard.press("Enter");
  await page.getByText("Ce code n’existe pas pour ce produit").first().waitFor();
  expect(await field.inputValue()).toBe("faux");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await allViolations(page)).toEqual([]);
  await isNoWider(page);

  await field.fill("spring");
  await page.keyboard.press("Enter");
  await page.getByText("Code SPRING : 50 % de réduction.").waitFor();
  await expect
    .poll(() => ticketOf(page))
    .toMatch(/Prix 0,05 SOL Code SPRING [−-]0,025 SOL .*Total 0,025 SOL/);
  expect(await allViolations(page)).toEqual([]);
  await isNoWider(page);

  await page.getByRole("link", { name: "Retirer le code" }).focus();
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "attached" });
  await expect.poll(() => ticketOf(page)).toMatch(/Total 0,05 SOL/);
  expect(page.url()).toBe(app.url + path);
  await context.close();
});

// spec: code.page
test("a code that the page applies for everyone says until when, and a visitor pays its price", async () => {
  const { item, codeId, path } = await offer({ endsAt: Date.now() + HOUR_MS });
  await changeProduct(app, item.id, { default_code_id: codeId });
  const { page, context } = await openPage(app, path, { who: null });
  await page.getByText(/Offer for everyone, code SPRING: 50% off\. Until .+\d/).waitFor();
  await expect.poll(() => ticketOf(page)).toMatch(/Price 0\.05 SOL Code SPRING [−-]0\.025 SOL/);
  expect(await allViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Pay with Comptoir Demo" }).click();
  await page.locator("dialog[data-demo-wallet]").getByText("0.025").first().waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  const sold = `SELECT sum(lamports) AS lamports FROM ledger l JOIN orders o ON o.id = l.order_id
    WHERE o.product_id = ? AND kind = 'sale'`;
  expect(await sql(app, sold, item.id)).toEqual([{ lamports: HALF }]);
  await context.close();
});

// spec: code.amount
test("a buyer chooses the price: an empty field says the least, and what is typed is what is paid", async () => {
  const { item, path } = await offer({}, { isPriceChosen: true });
  await changeProduct(app, item.id, { suggested_lamports: 70_000_000 });
  const { page, context } = await openPage(app, path);
  const field = page.getByLabel("Your price in SOL");
  expect(await field.getAttribute("placeholder")).toBe("0.05 +");
  await page.getByRole("button", { name: "Suggested: 0.07 SOL" }).click();
  await expect.poll(() => ticketOf(page)).toMatch(/What you add \+0\.02 SOL.*Total 0\.07 SOL/);
  expect(await allViolations(page)).toEqual([]);

  // The press leaves the field, whose amount is not the total yet.
  await field.fill("0.09");
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  await expect.poll(() => ticketOf(page)).toMatch(/Total 0\.09 SOL/);
  await expect.poll(() => field.getAttribute("value")).toBe("0.09");
  expect([await statusOf(page), await pricesOf(item.id)]).toEqual(["none", []]);
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  await page.getByText(PAGE_TEXT.en.scan).waitFor();
  expect(await pricesOf(item.id)).toEqual([{ lamports: 90_000_000 }]);
  await context.close();
});

// spec: code.free
test("a visitor with a code that leaves nothing to pay signs in, and gets the product", async () => {
  const { item, path } = await offer({ value: 100 });
  const seller = { uid: item.seller.uid };
  await changeRow(localDatabase(app.worker), "users", seller, { may_give_free: 1 });
  const visitor = await openPage(app, `${path}?code=spring`, { who: null });
  const link = visitor.page.locator("#ticket").getByRole("link", { name: /sign in/i });
  expect(await allViolations(visitor.page)).toEqual([]);
  const address = new URL((await link.getAttribute("href")) ?? "", app.url);
  await visitor.context.close();

  const who = await person(app);
  const { page, context } = await openPage(app, address.searchParams.get("to") ?? "", { who });
  await page.getByRole("button", { name: "Get it for free" }).click();
  await page.getByText("It is yours, for free").waitFor();
  expect(await pricesOf(item.id)).toEqual([]);
  await context.close();
});

// spec: code.uses
test.each(["a visitor", "a member"])(
  "%s whose code another buyer is using up is offered the full price, on the same page",
  async (who) => {
    const { item, codeId, path } = await offer({ capacity: 1 });
    const account = who === "a visitor" ? { who: null } : {};
    const { page, context } = await openPage(app, `${path}?code=spring`, {
      ...account,
      before: (window) =>
        injectWallet(window, fundedWallet(app), { rpcUrl: app.chain.url, signOnly: true }),
    });
    const payButton = page.getByRole("button", { name: "Pay with Test Wallet" });
    if (who === "a member") await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
    await payButton.waitFor();
    const use = { id: `use:${codeId}` };
    await changeRow(localDatabase(app.worker), "things", use, { held: 1 });
    await payButton.click();
    await page.getByText("Another buyer is paying with the last use of this code").waitFor();
    expect(await allViolations(page)).toEqual([]);
    const full = page.getByRole("button", { name: "Pay 0.05 SOL without the code" });
    await full.click();
    if (who === "a member") {
      await full.waitFor({ state: "detached" });
      await payButton.click();
    }
    await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
    const sold =
      "SELECT price_lamports AS lamports FROM orders WHERE product_id = ? AND status = 'paid'";
    expect(await sql(app, sold, item.id)).toEqual([{ lamports: PRICE_LAMPORTS }]);
    await changeRow(localDatabase(app.worker), "things", use, { held: 0 });
    await context.close();
  },
);
