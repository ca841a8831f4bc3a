import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Keypair } from "@solana/web3.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppHere, startAppHere } from "../support/app-here";
import { launchBrowser } from "../support/browser";
import { PRICE, product, SOL, wallet } from "../support/market";
import { statusOf, visit, WORDS } from "../support/storefront";
import { injectWallet } from "../support/wallet";

const platform = Keypair.generate().publicKey.toBase58();
const FEE = BigInt(PRICE / 100);
let app: AppHere;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([
    startAppHere({ chain: { slotMs: 100 }, env: { PLATFORM_WALLET: platform } }),
    launchBrowser(),
  ]);
  app.chain.airdrop(platform, SOL);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test.each(["fr", "en"] as const)(
  "a wallet of the browser pays, the page turns to paid, and the file is the seller's (%s)",
  async (locale) => {
    const words = WORDS[locale];
    const item = await product(app, { title: "Étude no 1", saleLimit: 10 });
    const payer = wallet(app);
    const { page, context } = await visit(browser, app, item.id, {
      locale,
      before: (window) => injectWallet(window, payer, { rpcUrl: app.chain.url }),
    });
    const faults: string[] = [];
    page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
    page.on("pageerror", (error) => faults.push(error.message));
    const seller = item.recipient.publicKey.toBase58();
    const before = [seller, platform].map((address) => app.chain.balance(address) ?? 0n);

    expect(await statusOf(page)).toBe("none");
    await page.getByRole("button", { name: words.buy }).click();
    await page.getByText(words.scan).waitFor();
    expect(await statusOf(page)).toBe("pending");
    await page.getByRole("button", { name: "Test Wallet" }).click();
    await page.getByText(words.confirmed).waitFor();
    expect(await statusOf(page)).toBe("paid");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: words.download }).click(),
    ]);
    const got = readFileSync(await download.path());
    expect(sha256(got)).toBe(sha256(item.bytes));
    expect(download.suggestedFilename()).toContain("été");
    const after = [seller, platform].map((address) => app.chain.balance(address) ?? 0n);
    expect(after).toEqual([(before[0] ?? 0n) + BigInt(PRICE) - FEE, (before[1] ?? 0n) + FEE]);

    await page.reload();
    await page.getByText(words.owned).waitFor();
    expect(await page.getByRole("button", { name: words.buy }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  },
);

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
