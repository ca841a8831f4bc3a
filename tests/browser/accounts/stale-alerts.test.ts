import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startAppWithBrowser } from "../../support/app-with-browser";
import { newPerson } from "../../support/factories/person";
import { injectWallet, newKeypair } from "../../support/wallet";

const app = await startAppWithBrowser();

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const alerts = (page: Page) => page.getByRole("alert").allInnerTexts();

// spec: page.stale-alerts
test("at sign-in, the alert of the form goes when the wallet answers, and the other way round", async () => {
  const context = await app.browser.newContext();
  await context.addCookies([{ name: "locale", value: "en", url: app.url }]);
  const options = { rpcUrl: app.rpcUrl, name: "Backpack", mode: "reject" } as const;
  await injectWallet(context, newKeypair(), options);
  const page = await context.newPage();
  await page.goto(`${app.url}/login`);
  const byWallet = () => press(page, "Continue with Backpack wallet");
  const byPassword = async () => {
    await page.locator("[name=email]").fill(`nobody@${crypto.randomUUID()}.example`);
    await page.locator("[name=password]").fill("not the password");
    await press(page, "Sign in");
  };
  await byPassword();
  await expect.poll(() => alerts(page)).toEqual([expect.stringMatching(/password/)]);
  await byWallet();
  await expect.poll(() => alerts(page)).toEqual([expect.stringMatching(/cancelled/i)]);
  await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
  // The same answers again.
  await byPassword();
  await expect.poll(() => alerts(page)).toEqual([expect.stringMatching(/password/)]);
  await byWallet();
  await expect.poll(() => alerts(page)).toEqual([expect.stringMatching(/cancelled/i)]);
  await context.close();
});

// spec: page.stale-alerts
test("in the profile, a refused name and a linked wallet take each other's message away", async () => {
  const context = await newPerson(app.browser, app.url);
  await injectWallet(context, newKeypair(), { rpcUrl: app.rpcUrl, name: "Backpack" });
  const page = await context.newPage();
  await page.goto(`${app.url}/profil`);
  const name = page.locator("[name=name]");
  const refuse = async () => {
    await name.fill("Comptoir");
    await press(page, "Save");
    await expect.poll(() => alerts(page)).toEqual([expect.stringMatching(/reserved/)]);
  };
  await refuse();
  await press(page, "Link my Phantom Wallet");
  await press(page, "Link Backpack");
  const linked = page.getByText("Wallet linked.");
  await linked.waitFor();
  await expect.poll(() => alerts(page)).toEqual([]);
  await refuse();
  await expect.poll(() => linked.count()).toBe(0);
  await name.fill("Ada L.");
  await press(page, "Save");
  await expect.poll(() => alerts(page)).toEqual([]);
  await context.close();
});
