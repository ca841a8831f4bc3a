import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { filePayload, fillProductForm } from "../../support/product-page";
import { dealt } from "../../support/test-scale";
import { injectWallet, newKeypair } from "../../support/wallet";

const { url, rpcUrl } = inject("app");

const browser = browserForFile();
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

async function visitor(locale: "fr" | "en" = "en"): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.addCookies([{ name: "locale", value: locale, url }]);
  return context;
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

const short = (address: string) => `${address.slice(0, 6)}...${address.slice(-6)}`;
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const uidOn = async (page: Page) =>
  /UID\s+(\S+)/.exec(await page.getByRole("main").innerText())?.[1] ?? "no uid";
const isSignedIn = async (context: BrowserContext) =>
  (await context.cookies()).some(({ name }) => name === "session");

test("a wallet with signMessage only signs in; an account switch before signing is refused", async () => {
  const context = await visitor();
  const wallet = await injectWallet(context, newKeypair(), {
    rpcUrl,
    name: "Plain",
    signInMethod: "message",
    mode: "wrong-account",
  });
  const page = await open(context, "/login?to=/profil");
  await press(page, "Continue with Plain wallet");
  expect(await page.getByRole("alert").innerText()).toMatch(/could not be verified\. Start again/);
  expect(await isSignedIn(context)).toBe(false);
  wallet.mode = "approve";
  await press(page, "Continue with Plain wallet");
  await page.waitForURL(`${url}/profil`);
  expect(wallet.calls).toEqual(["connect", "signMessage", "connect", "signMessage"]);
  expect(await page.getByRole("main").innerText()).toContain(short(wallet.address));
});

test.each([
  ...dealt(
    [
      ["fr", "nothing", "Continuer avec Vault", /ne sait pas signer de message.*wallets matériels/],
      ["en", "nothing", "Continue with Vault wallet", /can’t sign a message.*hardware wallets/],
    ] as const,
    0,
  ),
  ["en", "in", "Continue with Vault wallet", /can’t sign a message.*hardware wallets/],
  ["en", "message", "Continue with Vault wallet", /can’t sign a message.*hardware wallets/],
] as const)(
  "in %s, a wallet without message signing (feature: %s) shows an error and the other login methods",
  async (locale, signInMethod, button, words) => {
    const context = await visitor(locale);
    await injectWallet(context, newKeypair(), {
      rpcUrl,
      name: "Vault",
      signInMethod,
      mode: "hardware",
    });
    const page = await open(context, "/login");
    await press(page, button);
    expect(await page.getByRole("alert").innerText()).toMatch(words);
    expect(await page.getByRole("button", { name: button }).isEnabled()).toBe(true);
    expect(await page.getByLabel("E-mail").isEnabled()).toBe(true);
    expect(await isSignedIn(context)).toBe(false);
  },
);

test("the account that signs is the one that signs in, also after a switch", async () => {
  const context = await visitor();
  const [first, second] = [newKeypair(), newKeypair()];
  const wallet = await injectWallet(context, first, { rpcUrl, name: "Twofold" });
  // The wallet asks for the account when it is about to sign.
  await context.route("**/api/wallet/challenge", async (route) => {
    const answer = await route.fetch();
    wallet.switchTo(second);
    await route.fulfill({ response: answer });
  });
  const page = await open(context, "/login?to=/profil");
  await press(page, "Continue with Twofold wallet");
  await page.waitForURL(`${url}/profil`);
  const text = await page.getByRole("main").innerText();
  expect(text).toContain(short(second.publicKey.toBase58()));
  expect(text).not.toContain(short(first.publicKey.toBase58()));
});

test("a switch after sign-in keeps the session, and the other account cannot re-authenticate", async () => {
  const context = await visitor();
  const [mine, another] = [newKeypair(), newKeypair()];
  const wallet = await injectWallet(context, mine, { rpcUrl, name: "Twofold" });
  const page = await open(context, "/login?to=/profil");
  await press(page, "Continue with Twofold wallet");
  await page.waitForURL(`${url}/profil`);
  const uid = await uidOn(page);

  wallet.switchTo(another);
  await page.reload();
  expect(await uidOn(page)).toBe(uid);
  // The new account has no wallet: it replaces the linked one after a confirmation.
  await page.route("**/api/wallet/link", (route) =>
    route.fulfill({ status: 403, json: { error: { code: "proof_needed", message: "-" } } }),
  );
  await press(page, "Change wallet");
  await press(page, "Link Twofold");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Sign with Twofold" }).click();
  expect(await dialog.getByRole("alert").innerText()).toBe(
    "Sign with the wallet linked to this account.",
  );
  await page.unroute("**/api/wallet/link");
  wallet.switchTo(mine);
  await dialog.getByRole("button", { name: "Sign with Twofold" }).click();
  await page.getByText("Wallet linked.").waitFor();
  expect(await uidOn(page)).toBe(uid);
});

// spec: identity.sign-out-tabs
test("two tabs: after sign-out in one, the other says so, keeps the input and continues after sign-in", async () => {
  const context = await visitor();
  await injectWallet(context, newKeypair(), { rpcUrl, name: "Backpack" });
  const first = await open(context, "/login?to=/profil");
  await press(first, "Continue with Backpack wallet");
  await first.waitForURL(`${url}/profil`);

  const second = await open(context, "/transaction");
  await fillProductForm(second, { title: "Typed before", price: "0.25" });
  await second.setInputFiles("input[name=file]", filePayload(Buffer.from("the goods")));
  await press(first, "Logout");
  await first.waitForURL(`${url}/`);

  await press(second, "Register product");
  await second.getByText("Sign in to continue.").waitFor();
  expect(await second.locator("[name=title]").inputValue()).toBe("Typed before");

  await first.goto(`${url}/login?to=/profil`);
  await press(first, "Continue with Backpack wallet");
  await first.waitForURL(`${url}/profil`);
  await press(second, "Register product");
  await second.getByText("Typed before").waitFor();
  await first.goto(`${url}/dashboard`);
  await first.getByText("Typed before").first().waitFor();
});

test("two tabs: a plain form of a signed-out tab shows the reason on the sign-in page", async () => {
  const context = await visitor();
  await injectWallet(context, newKeypair(), { rpcUrl, name: "Backpack" });
  const first = await open(context, "/login?to=/profil");
  await press(first, "Continue with Backpack wallet");
  await first.waitForURL(`${url}/profil`);
  const second = await open(context, "/profil");
  await press(first, "Logout");
  await first.waitForURL(`${url}/`);
  await second.getByLabel("Name").fill("Somebody");
  await press(second, "Save");
  await second.waitForURL(`${url}/login?to=%2Fprofil`);
  await second.getByText("Your session has ended. Sign in to go on.").waitFor();
  // After sign-out the wallet gets no request.
  await press(second, "Continue with Backpack wallet");
  await second.waitForURL(`${url}/profil`);
});
