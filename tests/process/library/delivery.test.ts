import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Keypair } from "@solana/web3.js";
import type { Browser, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "../../support/app";
import { PAGE_TEXT } from "../../support/app-with-browser";
import { launchBrowser } from "../../support/browser";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm } from "../../support/product-page";
import { payByLink } from "../../support/qr";
import { newAddress } from "../../support/random-keys";
import { fundFromFaucet, lamportsOf } from "../../support/wallet";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

// spec: payment.killed
test("the server is killed between payment and delivery: the open page turns to paid when it is back", async () => {
  const app = await startAppProcess({ env: { CHAIN_CONTROL_PATH: "/control" } });
  undo.push(() => app.stop());
  const browser = await launchBrowser();
  undo.push(() => browser.close());
  const bytes = Buffer.from("what was sold");
  const address = await publish(browser, app, bytes);
  const payer = Keypair.generate();
  await fundFromFaucet(app.rpcUrl, payer.publicKey.toBase58(), 1);

  const buyer = await newPerson(browser, app.url);
  const page = await buyer.newPage();
  const following = new Promise<void>((resolve) => {
    page.on("websocket", (socket) => socket.on("framereceived", () => resolve()));
  });
  await page.goto(address);
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  await following;
  const link = await page.getByRole("link", { name: "Payment link" }).getAttribute("href");
  // The payment is in the chain's journal and is not confirmed before the restart.
  const pause = { method: "POST", body: JSON.stringify({ do: "pause" }) };
  expect(await (await fetch(`${app.rpcUrl}/control`, pause)).json()).toMatchObject({ ok: true });
  const paid = await payByLink(link ?? "", payer, app.rpcUrl);
  await app.kill();
  expect(paid.signature).toBeTruthy();
  await page.getByText("Connection lost, trying again").waitFor();

  await app.restart();
  await page.getByText(PAGE_TEXT.en.confirmed).waitFor();
  expect(await lamportsOf(app.rpcUrl, payer.publicKey.toBase58())).toBeLessThan(750_000_000n);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: PAGE_TEXT.en.download }).click(),
  ]);
  const got = readFileSync(await file.path());
  expect(sha256(got)).toBe(sha256(bytes));
});

/** A product on sale for 0.25 SOL, through the form; its address comes back. */
async function publish(browser: Browser, app: AppProcess, bytes: Buffer): Promise<string> {
  const seller = await newPerson(browser, app.url);
  const page: Page = await seller.newPage();
  await page.goto(`${app.url}/transaction`);
  await fillProductForm(page, { title: "Rain", price: "0.25", recipient: newAddress() });
  await page.locator("[name=file]").setInputFiles(filePayload(bytes));
  await page.getByRole("button", { name: "Register product" }).click();
  const link = page.getByRole("link", { name: /\/acheter\// });
  await link.waitFor();
  const address = (await link.getAttribute("href")) ?? "";
  await seller.close();
  return address;
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
