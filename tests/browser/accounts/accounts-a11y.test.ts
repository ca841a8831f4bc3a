import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { pairs } from "../../support/test-scale";
import { injectWallet, newKeypair } from "../../support/wallet";

const { url, rpcUrl } = inject("app");
const browser = browserForFile();

const SIZES = [
  ["wide", { width: 1280, height: 900 }],
  ["narrow", { width: 390, height: 844 }],
] as const;
const THEMES = ["light", "dark"] as const;

let pages = 0;

/** Checks the page in several sizes and themes; returns violations with size and theme. */
async function axeViolations(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [[name, viewport], colorScheme] of pairs(SIZES, THEMES, pages++)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await seriousViolations(page);
    const where = `${new URL(page.url()).pathname} ${name} ${colorScheme}`;
    faults.push(...found.map((fault) => `${where} ${fault}`));
    const overflows = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (overflows) faults.push(`${page.url()} ${name}: wider than the window`);
  }
  return faults;
}

test("sign-in pages have no serious axe violation, wide, narrow, light and dark", async () => {
  const page = await (await browser.newContext()).newPage();
  for (const path of ["/login", "/login?mode=sign-up&lang=en", "/login/recover"]) {
    await page.goto(url + path);
    await page.waitForLoadState("networkidle");
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.goto(`${url}/login`);
  await page.getByRole("button", { name: /Phantom/ }).click();
  await page.getByRole("alert").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.context().close();
});

test("profile pages and their dialogs have no serious axe violation", async () => {
  const context = await newPerson(browser, url);
  const wallet = newKeypair();
  await injectWallet(context, wallet, { rpcUrl, name: "Backpack" });
  const page = await context.newPage();
  await page.goto(`${url}/profil`);
  await page.getByRole("button", { name: "Link my Phantom Wallet" }).click();
  await page.getByRole("button", { name: "Link Backpack" }).click();
  await page.getByText("Wallet linked.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const behind = ["password", "codes", "remove/wallet", "remove/password", "delete"];
  for (const path of behind) {
    const answer = await page.goto(`${url}/profil/${path}`);
    expect([path, answer?.status(), new URL(page.url()).pathname]).toEqual([
      path,
      200,
      `/profil/${path}`,
    ]);
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.getByLabel("Type DELETE").fill("no");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("alert").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test("the merge confirmation has no serious axe violation", async () => {
  const keys = newKeypair();
  const own = await browser.newContext({ locale: "en" });
  await injectWallet(own, keys, { rpcUrl, name: "Backpack" });
  const first = await own.newPage();
  await first.goto(`${url}/login?to=/profil&lang=en`);
  await first.getByRole("button", { name: "Continue with Backpack wallet" }).click();
  await first.waitForURL(`${url}/profil`);
  await own.close();

  const context = await newPerson(browser, url);
  await injectWallet(context, keys, { rpcUrl, name: "Backpack" });
  const page = await context.newPage();
  await page.goto(`${url}/profil`);
  await page.getByRole("button", { name: "Link my Phantom Wallet" }).click();
  await page.getByRole("button", { name: "Link Backpack" }).click();
  await page.getByRole("dialog").getByText("It is empty").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});
