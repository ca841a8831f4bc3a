import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  orderIdOf,
  PAGE_TEXT,
  startOwnAppWithBrowser,
  statusOf,
} from "../../support/app-with-browser";
import { person } from "../../support/factories/person";
import { insertProduct, product } from "../../support/factories/product";
import { openOrder } from "../../support/order-api";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startOwnAppWithBrowser();
});
afterAll(() => app?.stop());

// spec: call.auth.observer
test("a page whose session ends says so and shows what a visitor sees", async () => {
  const item = await product(app);
  const { buyer, page, context } = await openPage(app, `/acheter/${item.id}`);
  const following = page.waitForEvent("websocket");
  await page.getByRole("button", { name: PAGE_TEXT.en.buy }).click();
  await (await following).waitForEvent("framereceived");
  await expect.poll(() => statusOf(page)).toBe("pending");
  await sql(app, "DELETE FROM sessions WHERE uid = ?", buyer.uid);
  await app.clock.advance(55_000);
  await page.getByText("Sign in to buy this product.").waitFor();
  await page
    .locator("[data-sonner-toaster]")
    .getByText(/session has ended/)
    .waitFor();
  await context.close();
});

test("a visitor who follows a link of the shop is one view", async () => {
  const seller = await person(app);
  const id = await insertProduct(localDatabase(app.worker), seller.uid, {
    title: "Seen in the shop",
  });
  // The user agent of the tests' browser is one of a bot.
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36";
  const { page, context } = await openPage(app, "/shop", { who: null, userAgent });
  const card = page.getByRole("link", { name: "Seen in the shop", exact: true });
  await card.hover();
  await card.click();
  await page.waitForURL(`**/acheter/${id}`);
  // The next view after the interval writes those before.
  await app.clock.advance(10_000);
  await fetch(`${app.url}/acheter/${id}`, { headers: { "User-Agent": userAgent } });
  const views = () => sql(app, "SELECT views FROM product_views WHERE product_id = ?", id);
  await expect.poll(views).toEqual([{ views: 2 }]);
  await context.close();
});

// spec: state.order
// spec: buying.expired
test("an expired order is shown as such and can be opened again", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const { transactionId } = await openOrder(app, buyer, item.id);
  await app.clock.advance(25 * 3_600_000);
  const { page, context } = await openPage(app, `/acheter/${item.id}`, {
    who: buyer,
    locale: "fr",
  });
  await page.getByText("Commande expirée").waitFor();
  expect(await statusOf(page)).toBe("expired");
  await page.getByRole("button", { name: PAGE_TEXT.fr.buy }).click();
  await page.getByText(PAGE_TEXT.fr.scan).waitFor();
  expect(await orderIdOf(page)).not.toBe(transactionId);
  await context.close();
});
