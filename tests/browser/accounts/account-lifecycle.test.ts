import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet as funded, sql } from "../../support/app-under-test";
import { type AppWithBrowser, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { newPerson } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { expectLedgerConsistent, ledgerIds } from "../../support/ledger-checks";
import { openOrder, payOrder, waitForStatus } from "../../support/order-api";
import { publishAsContext } from "../../support/product-page";
import { dealt } from "../../support/test-scale";
import { injectWallet, newKeypair, type TestWallet } from "../../support/wallet";

let app: AppWithBrowser;
/** Of the files before. */
let earlier: ReadonlySet<string>;
beforeAll(async () => {
  app = await startAppWithBrowser();
  earlier = await ledgerIds(app);
});
afterAll(() => app?.stop());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Signs in with the wallet in a new context and buys a product with it. */
async function buyAs(wallet: TestWallet, page: Page, goods: TestProduct): Promise<void> {
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const [{ uid }] = await sql<{ uid: string }>(
    app,
    "SELECT uid FROM users WHERE wallet = ?",
    wallet.address,
  ).then((rows) => rows as [{ uid: string }]);
  const buyer = { uid, headers: { Cookie: cookie, Origin: app.url } };
  const payer = funded(app);
  const { transactionId } = await openOrder(app, buyer, goods.id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
}

const WORDS = {
  fr: {
    signIn: "Continuer avec Backpack",
    link: "Lier mon Phantom Wallet",
    choose: "Lier Backpack",
    moves: ["1 achat", "1 favori"],
    cancel: "Annuler",
    bring: "Tout réunir ici",
    done: "Tout est réuni ici, et le wallet est lié.",
    remove: "Supprimer mon compte",
    loss: "L’accès à 1 fichier acheté, pour toujours",
    word: "Tapez SUPPRIMER",
    typed: "supprimer",
    wrong: "Tapez le mot SUPPRIMER pour confirmer.",
    submit: "Supprimer pour toujours",
    gone: "Votre compte est supprimé.",
  },
  en: {
    signIn: "Continue with Backpack wallet",
    link: "Link my Phantom Wallet",
    choose: "Link Backpack",
    moves: ["1 purchase", "1 favorite"],
    cancel: "Cancel",
    bring: "Bring everything here",
    done: "Everything is here now, and the wallet is linked.",
    remove: "Delete my account",
    loss: "Access to 1 file that you bought, for good",
    word: "Type DELETE",
    typed: "DELETE",
    wrong: "Type the word DELETE to confirm.",
    submit: "Delete for good",
    gone: "Your account is deleted.",
  },
} as const;

// spec: identity.merge
test.each(dealt(["fr", "en"] as const, 0))(
  "in %s: linking a wallet merges its account's purchases after a confirmation; deletion then removes everything",
  async (locale) => {
    const words = WORDS[locale];
    const goods = await product(app, { title: "Rain" });
    const context = await newPerson(app.browser, app.url, { locale });
    const wallet = await injectWallet(context, newKeypair(), {
      rpcUrl: app.rpcUrl,
      name: "Backpack",
    });
    const own = await app.browser.newContext({ locale });
    await own.addCookies([{ name: "locale", value: locale, url: app.url }]);
    await injectWallet(own, wallet.keypair, { rpcUrl: app.rpcUrl, name: "Backpack" });
    const old = await own.newPage();
    await old.goto(`${app.url}/login?to=/profil`);
    await press(old, words.signIn);
    await old.waitForURL(`${app.url}/profil`);
    await buyAs(wallet, old, goods);
    await sql(
      app,
      "INSERT INTO favourites SELECT uid, ?, 1 FROM users WHERE wallet = ?",
      goods.id,
      wallet.address,
    );

    const page = await context.newPage();
    await page.goto(`${app.url}/profil`);
    await press(page, words.link);
    await press(page, words.choose);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: words.bring }).waitFor();
    expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual(words.moves);
    expect(await seriousViolations(page)).toEqual([]);
    // Cancelled: no data moved, and the wallet still opens its own account.
    await dialog.getByRole("button", { name: words.cancel }).click();
    await old.reload();
    expect(new URL(old.url()).pathname).toBe("/profil");

    await press(page, words.choose);
    await dialog.getByRole("button", { name: words.bring }).click();
    await page.getByText(words.done).waitFor();
    expect(wallet.calls).toEqual(["signIn", "signIn", "signIn"]);
    await page.goto(`${app.url}/purchases`);
    await page.getByText("Rain").first().waitFor();
    await old.reload();
    expect(new URL(old.url()).pathname).toBe("/login");

    await page.goto(`${app.url}/profil`);
    await page.getByRole("link", { name: words.remove }).click();
    await page.getByText(words.loss).waitFor();
    await page.getByLabel(words.word).fill("no");
    await press(page, words.submit);
    expect(await page.getByRole("alert").innerText()).toBe(words.wrong);
    await page.getByLabel(words.word).fill(words.typed);
    await press(page, words.submit);
    await page.waitForURL(`${app.url}/`);
    await page.getByText(words.gone).waitFor();

    // The same wallet opens a new, empty account.
    await page.goto(`${app.url}/login?to=/purchases`);
    await press(page, words.signIn);
    await page.waitForURL(`${app.url}/purchases`);
    expect(await page.getByRole("main").innerText()).not.toContain("Rain");
    await expectLedgerConsistent(app, earlier);
    await Promise.all([context.close(), own.close()]);
  },
);

test("without JavaScript: a seller deletes the account, and the buyer keeps the file", async () => {
  const context = await newPerson(app.browser, app.url, { javaScriptEnabled: false });
  const id = await publishAsContext(context, app.url);
  const buyer = await newPerson(app.browser, app.url);
  const cookies = (await buyer.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const person = { uid: "", headers: { Cookie: cookies, Origin: app.url } };
  const payer = funded(app);
  const [sold] = await sql<{ owner_uid: string; recipient: string }>(
    app,
    "SELECT owner_uid, recipient FROM products WHERE id = ?",
    id,
  );
  app.chain.airdrop(sold?.recipient ?? "", 1_000_000_000);
  const { transactionId } = await openOrder(app, person, id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, person, transactionId, "paid");

  const page = await context.newPage();
  await page.goto(`${app.url}/profil/delete`);
  const text = await page.getByRole("main").innerText();
  expect(text).toContain("1 product that somebody bought");
  await page.getByLabel("Type DELETE").fill("DELETE");
  await press(page, "Delete for good");
  await page.waitForURL(`${app.url}/`);

  const bought = await buyer.newPage();
  await bought.goto(`${app.url}/acheter/${id}`);
  await bought.getByText("a seller who deleted their account").waitFor();
  expect(await (await buyer.request.get(`${app.url}/purchases/${id}/file`)).text()).toBe(
    "the goods",
  );
  expect((await buyer.request.get(`${app.url}/sell/${sold?.owner_uid}`)).status()).toBe(404);
  await expectLedgerConsistent(app, earlier);
  await Promise.all([context.close(), buyer.close()]);
});
