import { expect, inject, test } from "vitest";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { injectWallet, newKeypair } from "../../support/wallet";

const { url, rpcUrl } = inject("app");
const browser = browserForFile();

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
  expect(await seriousViolations(page)).toEqual([]);
  await context.close();
});
