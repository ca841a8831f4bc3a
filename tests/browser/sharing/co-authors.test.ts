import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet } from "../../support/app-under-test";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder, payOrder, waitForStatus } from "../../support/order-api";

const PHONE = { viewport: { width: 360, height: 740 } };

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

// spec: sharing.page
test("a seller invites an author, who accepts on a phone by keyboard and sees the sale", async () => {
  const wallet = fundedWallet(app);
  const [seller, author] = [
    await person(app, { name: "Ada" }),
    await person(app, { name: "Bram", wallet: wallet.publicKey.toBase58() }),
  ];
  const item = await product(app, { title: "Rain on a tin roof", seller });
  const { page } = await openPage(app, `/edit/${item.id}`, { who: seller });
  await page.getByRole("link", { name: "Co-authors" }).click();
  await page.getByLabel("Part in percent").fill("60");
  await page.getByRole("button", { name: "Make the link" }).click();
  await page.getByText(/Give a part from 1/).waitFor();
  await page.getByLabel("Part in percent").fill("25");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.locator("[data-invitation]").innerText();
  await page.getByRole("button", { name: "Copy the link" }).waitFor();
  // It is shown once.
  await page.reload();
  expect(await page.locator("[data-invitation]").count()).toBe(0);

  const { pathname } = new URL(link);
  const { page: phone } = await openPage(app, pathname, { who: author, ...PHONE });
  const text = await phone.locator("main").innerText();
  for (const shown of ["Ada", "Rain on a tin roof", "25%"]) expect(text).toContain(shown);
  expect(await seriousViolations(phone)).toEqual([]);
  for (let tabs = 0; tabs < 40; tabs++) {
    await phone.keyboard.press("Tab");
    if ((await phone.evaluate(() => document.activeElement?.textContent)) === "Accept") break;
  }
  await phone.keyboard.press("Enter");
  await phone.waitForURL(`${app.url}/shares`);

  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId, page: bought } = {
    ...(await openOrder(app, buyer, item.id, payer)),
    ...(await openPage(app, `/acheter/${item.id}`, { who: null })),
  };
  await bought.getByText("with Bram").waitFor();
  await bought.getByText("Others who share").waitFor();
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");

  await phone.goto(`${app.url}/dashboard`);
  await phone.getByRole("link", { name: "My shares" }).click();
  await phone.locator(`[data-order="${transactionId}"]`).waitFor();
  await phone.getByRole("link", { name: /^Receipt of the share/ }).click();
  await phone.getByText(transactionId).waitFor();
  await phone.goBack();
  await phone.getByRole("button", { name: /^Leave/ }).click();
  await phone.getByText(/^Ended/).waitFor();
});
