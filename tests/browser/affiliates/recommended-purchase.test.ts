import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { fundedWallet, LAMPORTS_PER_SOL, sql } from "../../support/app-under-test";
import {
  type AppWithBrowser,
  openPage,
  PAGE_TEXT,
  startAppWithBrowser,
} from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { insertAffiliate, payAffiliates } from "../../support/factories/affiliate";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { advanceToFinality } from "../../support/review-api";
import { injectWallet } from "../../support/wallet";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const legs = (productId: string) =>
  sql<{ role: string }>(
    app,
    `SELECT value ->> 'role' AS role FROM orders, json_each(terms, '$.legs')
     WHERE product_id = ? AND status = 'paid'`,
    productId,
  );

// spec: affiliate.page
test("a phone that follows a link reads who recommended the product, removes it, and pays the same", async () => {
  const item = await product(app);
  const wallet = newAddress();
  app.chain.airdrop(wallet, LAMPORTS_PER_SOL);
  await advanceToFinality(app);
  const { uid } = await person(app, { name: "Ada Recommends", wallet });
  const db = localDatabase(app.worker);
  await payAffiliates(db, item.id);
  const code = await insertAffiliate(db, { productId: item.id, uid });

  const viewport = { width: 390, height: 844 };
  const { page, context } = await openPage(app, `/r/${code}/${item.id}`, {
    who: null,
    viewport,
    async before(target) {
      const options = { rpcUrl: app.chain.url, signOnly: true };
      await injectWallet(target, fundedWallet(app), options);
    },
  });
  expect(new URL(page.url()).pathname).toBe(`/acheter/${item.id}`);
  const note = page.locator("[data-referral]");
  expect(await note.innerText()).toMatch(/^Recommended by Ada Recommends, who gets 20.% .*0\.0099/);
  expect(await allViolations(page)).toEqual([]);
  const total = page.locator("#ticket dl > div").last();
  const price = await total.innerText();

  await note.getByRole("button", { name: "Remove" }).click();
  await note.waitFor({ state: "detached" });
  expect(await total.innerText()).toBe(price);
  await page.reload();
  expect(await note.count()).toBe(0);
  await page.getByRole("button", { name: "Pay with Test Wallet" }).click();
  await page.getByText(PAGE_TEXT.en.confirmedIn).waitFor();
  expect((await legs(item.id)).map(({ role }) => role)).toEqual(["platform", "seller"]);
  await context.close();
});
