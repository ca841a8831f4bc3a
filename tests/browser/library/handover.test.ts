import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  PAGE_TEXT,
  startAppWithBrowser,
} from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder, payOrder, waitForStatus } from "../../support/order-api";
import { readQr } from "../../support/qr";
import { dealt } from "../../support/test-scale";
import { injectWallet, newKeypair } from "../../support/wallet";

const PHONE = {
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
  viewport: { width: 390, height: 844 },
};
const TEXT = {
  en: { make: "Open in your browser", get: "Get the file", link: /works once, within 10 minutes/ },
  fr: {
    make: "Ouvrir dans votre navigateur",
    get: "Obtenir le fichier",
    link: /fonctionne une seule fois, pendant 10 minutes/,
  },
};

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

async function buy(buyer: Person) {
  const item = await product(app, { title: "Rain on a tin roof" });
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  return item;
}

/** Opens the paid page as the browser of a wallet's app does. */
async function openInWalletApp(who: Person, productId: string, locale: "fr" | "en") {
  return openPage(app, `/acheter/${productId}`, {
    who,
    locale,
    ...PHONE,
    before: (context) =>
      injectWallet(context, newKeypair(), { rpcUrl: app.rpcUrl, name: "Phantom" }),
  });
}

/** The text of the QR code on a page. */
async function scan(page: Page): Promise<string> {
  return readQr(await page.getByRole("img", { name: /^QR code/ }).screenshot());
}

// spec: identity.wallet-app
test.each(dealt(["fr", "en"] as const, 1))(
  "a purchase is handed from a wallet's browser to the phone's own, without script there (%s)",
  async (locale) => {
    const buyer = await person(app);
    const item = await buy(buyer);
    const { page, context } = await openInWalletApp(buyer, item.id, locale);
    await page.getByRole("button", { name: TEXT[locale].make }).click();
    await page.getByText(TEXT[locale].link).waitFor();
    const link = (await page.getByText(/\/take\/[\w-]{43}/).textContent()) ?? "";
    expect(await scan(page)).toBe(link);
    expect(await seriousViolations(page)).toEqual([]);
    await context.close();

    const other = await openPage(app, new URL(link).pathname + new URL(link).search, {
      who: null,
      locale: locale === "fr" ? "en" : "fr",
      ...PHONE,
      javaScriptEnabled: false,
    });
    expect(await other.page.getByRole("main").textContent()).toContain("Rain on a tin roof");
    await other.page.getByRole("button", { name: TEXT[locale].get }).click();
    const [file] = await Promise.all([
      other.page.waitForEvent("download"),
      other.page.getByRole("link", { name: PAGE_TEXT[locale].download }).click(),
    ]);
    const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(sha256(readFileSync(await file.path()))).toBe(sha256(item.bytes));
    expect((await other.context.cookies()).map(({ name }) => name)).not.toContain("session");
    await other.context.close();
  },
);

test("without script the link is made on a page of its own", async () => {
  const buyer = await person(app);
  const item = await buy(buyer);
  const { page, context } = await openPage(app, `/purchases/${item.id}/handover`, {
    who: buyer,
    javaScriptEnabled: false,
  });
  await page.getByRole("button", { name: "Make the link" }).click();
  await page.getByText(TEXT.en.link).waitFor();
  const [row] = await sql<{ used_at: number | null }>(
    app,
    "SELECT used_at FROM handovers WHERE uid = ?",
    buyer.uid,
  );
  expect(row?.used_at).toBeNull();
  await context.close();
});

test("other browsers are not offered a handover", async () => {
  const buyer = await person(app);
  const item = await buy(buyer);
  const phone = await openPage(app, `/acheter/${item.id}`, { who: buyer, ...PHONE });
  await phone.page.waitForLoadState("networkidle");
  expect(await phone.page.getByText(TEXT.en.make).count()).toBe(0);
  await phone.context.close();
  const desktop = await openPage(app, `/acheter/${item.id}`, {
    who: buyer,
    before: (context) =>
      injectWallet(context, newKeypair(), { rpcUrl: app.rpcUrl, name: "Phantom" }),
  });
  await desktop.page.waitForLoadState("networkidle");
  expect(await desktop.page.getByText(TEXT.en.make).count()).toBe(0);
  await desktop.context.close();
});
