import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  PAGE_TEXT,
  startAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { fillProductForm } from "../../support/product-page";
import { newAddress } from "../../support/random-keys";
import { PASSWORD } from "../../support/sign-in";
import { injectWallet } from "../../support/wallet";

const FILE_BYTES = 30 * 1024 * 1024;
const PRICE = 250_000_000n;
const FEE = PRICE / 100n;
const WITHIN_MS = 180_000;
let app: AppWithBrowser;
const folder = mkdtempSync(join(tmpdir(), "comptoir-path-"));

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// spec: permission.member
test(
  "a seller publishes 30 MB, a buyer pays with a wallet and downloads the same bytes",
  async () => {
    const bytes = randomBytes(FILE_BYTES);
    const path = join(folder, "field recordings.zip");
    writeFileSync(path, bytes);
    const recipient = newAddress();

    const seller = await app.browser.newContext();
    await seller.addCookies([{ name: "locale", value: "en", url: app.url }]);
    const desk = await seller.newPage();
    await desk.goto(`${app.url}/login?mode=sign-up`);
    await desk.locator("[name=email]").fill("seller@example.com");
    await desk.locator("[name=password]").fill(PASSWORD);
    await desk.getByRole("button", { name: "Create account" }).click();
    await desk.waitForURL(`${app.url}/dashboard`);
    await desk.goto(`${app.url}/transaction`);
    await fillProductForm(desk, { title: "Rain over Geneva", price: "0.25", recipient });
    await desk.locator("[name=file]").setInputFiles(path);
    await desk.getByRole("button", { name: "Register product" }).click();
    const link = desk.getByRole("link", { name: /\/acheter\// });
    await link.waitFor({ timeout: WITHIN_MS });
    const address = (await link.getAttribute("href")) ?? "";
    const id = address.split("/").pop();

    const payer = fundedWallet(app);
    const buyer = await app.browser.newContext();
    await buyer.addCookies([{ name: "locale", value: "fr", url: app.url }]);
    await injectWallet(buyer, payer, { rpcUrl: app.chain.url });
    const page = await buyer.newPage();
    await page.goto(address);
    await page.getByRole("link", { name: "Se connecter" }).click();
    await page.getByRole("button", { name: "Continuer avec Test Wallet" }).click();
    await page.waitForURL(address);
    const before = balances(recipient);
    await page.getByRole("button", { name: PAGE_TEXT.fr.buy }).click();
    await page.getByRole("button", { name: "Payer avec Test Wallet" }).click();
    await page.getByText(PAGE_TEXT.fr.confirmedIn).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: PAGE_TEXT.fr.download }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("field recordings.zip");
    expect(sha256(readFileSync(await file.path()))).toBe(sha256(bytes));
    expect(balances(recipient)).toEqual([before[0] + PRICE - FEE, before[1] + FEE]);

    await page.goto(`${app.url}/purchases`);
    await page.getByRole("link", { name: "Rain over Geneva" }).click();
    await page.getByText(PAGE_TEXT.fr.owned).waitFor();
    expect(await statusOf(page)).toBe("paid");
    const answer = await page.evaluate(async (productId) => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ productId });
      const response = await fetch("/api/transactions", { method: "POST", headers, body });
      return response.json();
    }, id);
    expect(answer).toMatchObject({ status: "owned" });

    await desk.goto(`${app.url}/dashboard`);
    const row = desk.getByRole("row").filter({ hasText: "Rain over Geneva" });
    expect(await row.getByRole("cell").first().textContent()).toBe("1");
    expect(await desk.locator("dl").first().textContent()).toMatch(/0[.,]25/);
    const stock = await sql(app, "SELECT sold, held FROM products WHERE id = ?", id);
    expect(stock).toEqual([{ sold: 1, held: 0 }]);
    await Promise.all([seller.close(), buyer.close()]);
  },
  WITHIN_MS,
);

function balances(recipient: string): [bigint, bigint] {
  const of = (address: string) => app.chain.balance(address) ?? 0n;
  return [of(recipient), of(app.platform)];
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
