import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { signInWithKeys } from "../../support/sign-in";

const { url } = inject("app");
const browser = browserForFile();

// spec: control.profile.copy, call.profile.wallet
test("the address of the profile is copied in full", async () => {
  const [name = "", value = ""] = (await signInWithKeys({ origin: url, fetch })).split("=");
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  await context.addCookies([
    { name, value, url },
    { name: "locale", value: "en", url },
  ]);
  const page = await context.newPage();
  await page.goto(`${url}/profil`);
  const wallet = page.locator("#wallet");
  const address = await wallet.locator("code").getAttribute("title");
  await page.getByRole("button", { name: "Change wallet" }).waitFor();
  await wallet.getByRole("button", { name: "Copy" }).click();
  await wallet.getByText("Copied").waitFor();
  expect(address).toMatch(/^\w{32,44}$/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await context.close();
});
