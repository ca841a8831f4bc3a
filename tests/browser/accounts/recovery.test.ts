import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { PASSWORD } from "../../support/sign-in";

const { url } = inject("app");
const NEW = "another quiet counter";
const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(url + path);
  return page;
}

async function openAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "See and keep my codes" }).click();
  await page.getByRole("heading", { name: "Keep your recovery codes" }).waitFor();
}

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

// spec: identity.recovery-ui
test("recovery codes are shown at sign-up, copied and saved, and one resets the password", async () => {
  const page = await visit("/login?mode=sign-up&lang=en&to=/shop", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const email = `${randomUUID()}@example.com`;
  await openAccount(page, email);
  expect(await seriousViolations(page)).toEqual([]);
  const codes = await page.getByRole("listitem").locator("code").allInnerTexts();
  expect(codes).toHaveLength(10);
  await click(page, "Copy all");
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as text" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  expect(codes.filter((code) => !saved.includes(code))).toEqual([]);
  // Codes survive a reload, until they are dismissed.
  await page.reload();
  expect(await page.locator("li code").allInnerTexts()).toEqual(codes);
  await click(page, "I kept them");
  await page.waitForURL(`${url}/shop`);
  expect(await page.getByRole("link", { name: "See and keep my codes" }).count()).toBe(0);
  await page.goto(`${url}/profil/codes`);
  await page.getByText("10 codes left").waitFor();
  expect(await page.locator("li code").count()).toBe(0);

  const other = await visit("/login?lang=en");
  await other.getByRole("link", { name: "Forgot your password?" }).click();
  await other.getByLabel("E-mail").fill(email);
  await other.getByLabel("Recovery code").fill("0000-0000-0000-0000");
  await other.getByLabel("New password").fill(NEW);
  await click(other, "Set the password and sign in");
  expect(await other.getByRole("alert").innerText()).toContain("Wrong e-mail or recovery code.");
  await other.getByLabel("Recovery code").fill(codes[3]?.toLowerCase().replaceAll("-", "") ?? "");
  await other.getByLabel("New password").fill(NEW);
  await click(other, "Set the password and sign in");
  await other.waitForURL(`${url}/profil`);
  await other.getByText("9 codes left").waitFor();

  await page.goto(`${url}/profil`);
  await page.waitForURL(/\/login/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(NEW);
  await click(page, "Sign in");
  await page.waitForURL(`${url}/profil`);
});

test("without JavaScript: shows the codes, changes the password, signs in with a code", async () => {
  const page = await visit("/login?mode=sign-up&lang=en", { javaScriptEnabled: false });
  const email = `${randomUUID()}@example.com`;
  await openAccount(page, email);
  const [code = ""] = await page.locator("li code").allInnerTexts();
  await click(page, "I kept them");
  await page.waitForURL(`${url}/dashboard`);
  await page.goto(`${url}/profil`);
  await page.getByRole("link", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill("not this one");
  await page.getByLabel("New password").fill(NEW);
  await click(page, "Change password");
  expect(await page.getByRole("alert").innerText()).toBe("This password is wrong.");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(NEW);
  await click(page, "Change password");
  await page.waitForURL(`${url}/profil`);
  await page.getByText("Password changed.").waitFor();

  await click(page, "Logout");
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/login/recover`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Recovery code").fill(code);
  await page.getByLabel("New password").fill("yet another counter");
  await click(page, "Set the password and sign in");
  await page.waitForURL(`${url}/profil`);
  await page.getByText("9 codes left").waitFor();
});

test("a session on another device is listed and ended from the profile", async () => {
  const phone = {
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1",
  };
  const page = await visit("/login?mode=sign-up&lang=en", phone);
  const email = `${randomUUID()}@example.com`;
  await openAccount(page, email);

  const desk = await visit("/login?to=/profil&lang=en");
  await desk.getByLabel("E-mail").fill(email);
  await desk.getByLabel("Password").fill(PASSWORD);
  await click(desk, "Sign in");
  await desk.waitForURL(`${url}/profil`);
  await click(desk, "Sign out: Safari on iPhone");
  await desk.getByText("Session signed out.").waitFor();
  expect(await desk.getByText("Safari on iPhone").count()).toBe(0);
  await page.goto(`${url}/profil`);
  await page.waitForURL(/\/login\?to=/);
});
