import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { sql } from "../../support/app-under-test";
import { startAppWithBrowser } from "../../support/app-with-browser";
import { browserForFile } from "../../support/browser-for-file";
import { ageReauthentication, newPerson } from "../../support/factories/person";
import { PASSWORD } from "../../support/sign-in";
import { dealt } from "../../support/test-scale";
import { injectWallet, lamportsOf, newKeypair } from "../../support/wallet";

const { url, rpcUrl } = inject("app");
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

async function visitor(locale: "fr" | "en" = "en", userAgent?: string): Promise<BrowserContext> {
  const context = await browser.newContext(userAgent ? { userAgent } : {});
  await context.addCookies([{ name: "locale", value: locale, url }]);
  return context;
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

const short = (address: string) => `${address.slice(0, 6)}...${address.slice(-6)}`;

// spec: screen.profile-title, control.login.wallet
test("a wallet signs in with one signature, and its profile has the specified fields", async () => {
  const context = await visitor("fr");
  const wallet = await injectWallet(context, newKeypair(), { rpcUrl, name: "Solflare" });
  const page = await open(context, "/login?to=/profil");
  await page.getByRole("button", { name: "Continuer avec Solflare" }).click();
  await page.waitForURL(`${url}/profil`);
  expect(wallet.calls).toEqual(["signIn"]);
  const text = await page.getByRole("main").innerText();
  expect(text).toContain("Mon profil");
  expect(text).toContain(short(wallet.address));
  expect(text).toContain("client");
  expect(await page.getByLabel("Nom").inputValue()).toBe("Utilisateur Phantom");
});

// spec: message.wallet-cancelled, message.wallet-failed-toast
test.each(
  dealt(
    [
      [
        "fr",
        "Continuer avec Phantom",
        "Connexion Phantom annulée ou échouée.",
        "Erreur de connexion Phantom.",
      ],
      [
        "en",
        "Continue with Phantom wallet",
        "Phantom connection cancelled or failed.",
        "Phantom connection error.",
      ],
    ] as const,
    0,
  ),
)(
  "in %s, a rejected or failed signature shows an error and can be retried",
  async (locale, button, words, failed) => {
    const context = await visitor(locale);
    const wallet = await injectWallet(context, newKeypair(), {
      rpcUrl,
      name: "Phantom",
      mode: "reject",
    });
    const page = await open(context, "/login");
    await page.getByRole("button", { name: button }).click();
    expect(await page.getByRole("alert").innerText()).toBe(words);
    const signIn = page.getByRole("button", { name: button });
    expect(await signIn.evaluate((one) => one === document.activeElement)).toBe(true);
    await context.route("**/api/wallet/challenge", (route) => route.abort());
    await signIn.click();
    // In the alert and as a toast.
    await expect.poll(() => page.getByText(failed, { exact: true }).count()).toBe(2);
    await context.unroute("**/api/wallet/challenge");
    wallet.mode = "approve";
    await signIn.click();
    await page.waitForURL(`${url}/dashboard`);
  },
);

// spec: message.wallet-absent
test.each(
  dealt(
    [
      ["fr", "Continuer avec Phantom", "Phantom Wallet non détecté. Installez-le sur phantom.app"],
      [
        "en",
        "Continue with Phantom wallet",
        "Phantom Wallet not detected. Install it from phantom.app",
      ],
    ] as const,
    1,
  ),
)(
  "in %s, without a wallet Phantom's button links to its download",
  async (locale, button, words) => {
    const page = await open(await visitor(locale), "/login");
    await page.getByRole("button", { name: button }).click();
    expect(await page.getByRole("alert").innerText()).toBe(words);
  },
);

// spec: identity.wallet-app
test("on a phone without a wallet the page opens in the app of one", async () => {
  const page = await open(await visitor("en", PHONE), "/login?to=/profil");
  const here = `${encodeURIComponent(`${url}/login?to=/profil`)}?ref=${encodeURIComponent(url)}`;
  const linkTo = (wallet: string) => page.getByRole("link", { name: `Open in ${wallet}` });
  await linkTo("Phantom").waitFor();
  const hrefs = ["Phantom", "Solflare"].map((wallet) => linkTo(wallet).getAttribute("href"));
  expect(await Promise.all(hrefs)).toEqual([
    `https://phantom.app/ul/browse/${here}`,
    `https://solflare.com/ul/v1/browse/${here}`,
  ]);
});

test("in the browser of a wallet's app there is no link into another app", async () => {
  const context = await visitor("en", PHONE);
  await injectWallet(context, newKeypair(), { rpcUrl, name: "Solflare" });
  const page = await open(context, "/login");
  await page.getByRole("button", { name: "Continue with Solflare wallet" }).waitFor();
  expect(await page.getByRole("link", { name: /^Open in/ }).count()).toBe(0);
});

// spec: screen.login
// spec: word.wallet-name
test("every wallet has a button, late ones too, the demo wallet last", async () => {
  const context = await visitor();
  await injectWallet(context, newKeypair(), { rpcUrl, name: "Early" });
  const page = await open(context, "/login");
  const buttons = page.getByRole("button", { name: /^Continue with/ });
  await page.getByRole("button", { name: "Continue with Comptoir Demo wallet" }).waitFor();
  await page.evaluate(() => {
    const wallet = {
      version: "1.0.0",
      name: "Late",
      icon: "data:image/svg+xml;base64,",
      chains: ["solana:mainnet"],
      accounts: [],
      features: { "standard:connect": {}, "solana:signMessage": {} },
    };
    const register = (api: { register(wallet: unknown): void }) => api.register(wallet);
    window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }));
  });
  await page.getByRole("button", { name: "Continue with Late wallet" }).waitFor();
  expect(await buttons.allInnerTexts()).toEqual([
    "Continue with Early wallet",
    "Continue with Late wallet",
    "Continue with Comptoir Demo wallet",
  ]);
});

// spec: buying.demo-wallet
test("the demo wallet asks before signing, is funded, and persists", async () => {
  const context = await visitor();
  const page = await open(context, "/login?to=/profil");
  const button = page.getByRole("button", { name: "Continue with Comptoir Demo wallet" });
  const sheet = page.locator("dialog[data-demo-wallet]");
  await button.click();
  await sheet.waitFor();
  expect(await sheet.innerText()).toContain("wants you to sign in with your Solana account");
  await sheet.getByRole("button", { name: "Reject" }).click();
  expect(await page.getByRole("alert").innerText()).toBe(
    "Comptoir Demo connection cancelled or failed.",
  );
  await button.click();
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await button.click();
  await sheet.getByText(/: 10 SOL/).waitFor();
  await sheet.getByRole("button", { name: "Get test SOL" }).click();
  await sheet.getByText(/: 20 SOL/).waitFor();
  await sheet.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${url}/profil`);

  const address = (await page.locator("code[title], [title]").first().getAttribute("title")) ?? "";
  expect(await lamportsOf(rpcUrl, address)).toBe(20_000_000_000n);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/login?to=/profil`);
  await button.click();
  await sheet.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${url}/profil`);
  expect(await page.getByRole("main").innerText()).toContain(short(address));
});

// spec: screen.profile-wallet, screen.profile-wallet-message, control.profile.link
// spec: call.profile.wallet
test("a profile links a wallet by signature, which then signs in", async () => {
  const context = await newPerson(browser, url);
  const wallet = await injectWallet(context, newKeypair(), { rpcUrl, name: "Backpack" });
  const page = await open(context, "/profil");
  await page.getByRole("button", { name: "Link my Phantom Wallet" }).click();
  await page.getByRole("button", { name: "Link Backpack" }).click();
  await page.getByText("Wallet linked.").waitFor();
  await page.getByRole("button", { name: "Change wallet" }).waitFor();
  expect(await page.getByRole("main").innerText()).toContain(short(wallet.address));
  const uid = /UID\s+(\S+)/.exec(await page.getByRole("main").innerText())?.[1];

  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/login?to=/profil`);
  await page.getByRole("button", { name: "Continue with Backpack wallet" }).click();
  await page.waitForURL(`${url}/profil`);
  expect(await page.getByRole("main").innerText()).toContain(uid ?? "no uid");
});

test("sensitive actions ask for the password when the last re-authentication is old", async () => {
  const app = await startAppWithBrowser();
  const context = await newPerson(browser, app.url);
  const wallet = await injectWallet(context, newKeypair(), {
    rpcUrl: app.rpcUrl,
    name: "Backpack",
  });
  const uid = await ageReauthentication(app, context);
  const page = await context.newPage();
  await page.goto(`${app.url}/profil`);
  await page.getByRole("button", { name: "Link my Phantom Wallet" }).click();
  await page.getByRole("button", { name: "Link Backpack" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  expect(await dialog.getByRole("alert").innerText()).toBe("This password is wrong.");
  expect(wallet.calls).toEqual([]);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "Change wallet" }).waitFor();
  expect(await sql(app, "SELECT uid FROM users WHERE wallet = ?", wallet.address)).toEqual([
    { uid },
  ]);
});
