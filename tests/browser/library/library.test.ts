import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Download } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../support/app-under-test";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { bought } from "../../support/bought";
import { person } from "../../support/factories/person";
import { giveCover } from "../../support/factories/product";
import { filesOfTrueSizes } from "../../support/image-sizes";
import { dealt } from "../../support/test-scale";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

// spec: permission.purchases, message.purchases-signed-out
test.each(
  dealt(
    [
      ["fr", "Vous devez être connecté pour voir vos achats."],
      ["en", "You must be signed in to see your purchases."],
    ] as const,
    0,
  ),
)("a visitor is redirected to sign in, with the reason (%s)", async (locale, words) => {
  const { page, context } = await openPage(app, "/purchases", { who: null, locale });
  expect(new URL(page.url()).pathname).toBe("/login");
  expect(new URL(page.url()).searchParams.get("to")).toBe("/purchases");
  await page.locator("[data-sonner-toaster]").getByText(words).waitFor();
  await context.close();
});

// spec: state.purchases.empty
test.each(
  dealt(
    [
      ["fr", "Aucun achat pour le moment.", "Parcourir la boutique"],
      ["en", "No purchases yet.", "Browse the shop"],
    ] as const,
    1,
  ),
)("an empty library links to the shop (%s)", async (locale, words, link) => {
  const { page, context } = await openPage(app, "/purchases", { locale });
  await page.getByText(words).waitFor();
  await page.getByRole("link", { name: link }).click();
  expect(new URL(page.url()).pathname).toBe("/shop");
  await context.close();
});

// spec: screen.purchases-item, call.read.purchases, message.purchase-unknown
// spec: message.purchase-download
test("purchases are listed newest first, link to their pages, and download in a new tab", async () => {
  const buyer = await person(app);
  const first = await bought(app, buyer, "First");
  const second = await bought(app, buyer, "Second");
  await sql(app, "DELETE FROM products WHERE id = ?", first.id);
  await giveCover(app, second);
  const { page, context } = await openPage(app, "/purchases", { who: buyer });
  const titles = page.getByRole("listitem").getByRole("heading");
  expect(await titles.allTextContents()).toEqual(["Second", "Unknown product"]);
  for (const width of [390, 700, 950, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await filesOfTrueSizes(page)).toHaveLength(1);
  }
  const link = page.getByRole("link", { name: "Second" });
  expect(await link.getAttribute("href")).toBe(`/acheter/${second.id}`);

  const card = page.locator("[data-purchase]").first();
  const sizes = await card
    .locator("a:has-text('Download'), a:has-text('Receipt')")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().width / innerWidth));
  // The main control of its card.
  expect(sizes[0]).toBeGreaterThan(3 * (sizes[1] ?? 1));
  const download = page.getByRole("link", { name: "Download", exact: true }).first();
  expect(await download.getAttribute("target")).toBe("_blank");
  const started = new Promise<Download>((done) => {
    page.on("download", done);
    context.on("page", (tab) => tab.on("download", done));
  });
  await download.click();
  const file = await started;
  expect(sha256(readFileSync(await file.path()))).toBe(sha256(second.bytes));
  await context.close();
});

// spec: state.purchases.loading
test("a slow library shows a loading state", async () => {
  const buyer = await person(app);
  const item = await bought(app, buyer, "Slow");
  const { page, context } = await openPage(app, `/acheter/${item.id}`, { who: buyer });
  let answer = () => {};
  const asked = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/purchases.data*", async (route) => {
    await asked;
    await route.continue();
  });
  await page.locator("#ticket").getByRole("link", { name: "My purchases" }).click();
  await page.getByText("Loading…").waitFor();
  answer();
  await page.getByRole("heading", { name: "My purchases" }).waitFor();
  expect(await page.getByText("Loading…").count()).toBe(0);
  await context.close();
});

// spec: permission.files
// spec: delivery.isolated
test("another account gets no file by the same URL", async () => {
  const item = await bought(app, await person(app), "Theirs");
  const { page, context } = await openPage(app, `/purchases/${item.id}/file`);
  expect(new URL(page.url()).pathname).toBe(`/acheter/${item.id}`);
  await context.close();
});

// spec: state.purchases.error, message.purchases-load
test("a library that fails to load shows an error on the page and as a toast", async () => {
  const { page, context } = await openPage(app, "/", { locale: "fr" });
  await sql(app, "ALTER TABLE purchases RENAME TO purchases_away");
  try {
    const answer = await page.goto(`${app.url}/purchases`);
    expect(answer?.status()).toBe(503);
    const words = "Erreur de chargement de vos achats. Merci de réessayer.";
    await page.locator("[data-sonner-toaster]").getByText(words).waitFor();
    await page.getByRole("heading", { name: words }).waitFor();
  } finally {
    await sql(app, "ALTER TABLE purchases_away RENAME TO purchases");
  }
  await page.getByRole("link", { name: "Réessayer" }).click();
  await page.getByText("Aucun achat pour le moment.").waitFor();
  await context.close();
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
