import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";

const TRADER = {
  sellerKind: "trader",
  businessName: "Atelier <b>\u202eMoret",
  businessAddress: "1 rue du Port\r\n\u0000Nantes",
  businessRegistration: "RCS 123 456 789",
  businessEmail: "pro@example.com",
};

const NONE = { seller_kind: null, business_name: null };

async function save(seller: Seller, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const answer = await seller.call("/profil/seller", { method: "POST", body });
  return { status: answer.status, html: await answer.text() };
}

async function pagesOf(seller: Seller, productId: string, locale = "en"): Promise<string[]> {
  const paths = [`/acheter/${productId}`, `/preview/${productId}`, `/sell/${seller.uid}`];
  const read = async (path: string) =>
    (await SELF.fetch(ORIGIN + path, { headers: { Cookie: `locale=${locale}` } })).text();
  return Promise.all(paths.map(read));
}

// spec: law.seller-status
test("each page that names a seller before payment says whether they are a trader", async () => {
  const seller = await newSeller();
  const id = await insertProduct(env.DB, seller.uid);
  const states = [
    [null, "Status not stated", "Statut non indiqué"],
    ["private", "Private person", "Particulier"],
    ["trader", "Trader", "Vendeur professionnel"],
    ["", "Status not stated", "Statut non indiqué"],
  ] as const;
  for (const [sellerKind, en, fr] of states) {
    if (sellerKind !== null) expect((await save(seller, { sellerKind })).status).toBe(302);
    for (const html of await pagesOf(seller, id)) expect(html).toContain(`>${en}</strong>`);
    for (const html of await pagesOf(seller, id, "fr")) {
      expect(html).toContain(`>${fr}</strong>`);
      expect(html).toContain('href="/cgu#sellers"');
    }
  }
  const terms = await SELF.fetch(`${ORIGIN}/cgu`);
  expect(await terms.text()).toContain('<section id="sellers"');
});

// spec: law.seller-status
test("a trader's business is shown as clean text, and to nobody once they are a private person", async () => {
  const seller = await newSeller();
  const id = await insertProduct(env.DB, seller.uid);
  expect((await save(seller, TRADER)).status).toBe(302);
  for (const html of await pagesOf(seller, id)) {
    for (const words of ["Atelier &lt;b&gt;Moret", "1 rue du Port\nNantes", "RCS 123 456 789"])
      expect(html).toContain(words);
    expect(html).toContain("pro@example.com");
  }
  expect((await save(seller, { ...TRADER, sellerKind: "private" })).status).toBe(302);
  for (const html of await pagesOf(seller, id)) expect(html).not.toContain("RCS 123");
  const form = await seller.call("/profil/seller");
  expect(await form.text()).toContain('value="RCS 123 456 789"');
});

// spec: law.seller-status
test.each([
  ["a long name", { businessName: "x".repeat(121) }, "120 characters"],
  ["a long address", { businessAddress: "x".repeat(301) }, "300 characters"],
  ["half an e-mail", { businessEmail: "pro@" }, "e-mail"],
])("%s is refused, and all that was typed comes back", async (_name, wrong, words) => {
  const seller = await newSeller();
  const { status, html } = await save(seller, { ...TRADER, ...wrong });
  expect(status).toBe(422);
  expect(html).toContain(words);
  expect(html).toContain('value="RCS 123 456 789"');
  expect(html).toMatch(/<input(?=[^>]*value="trader")(?=[^>]*checked)[^>]*>/);
});

// spec: law.seller-status
test("a merge keeps a stated status, and a closed account none", async () => {
  const lifecycle = createAccountLifecycle(openDb(env.DB), ABOVE_ACCOUNTS);
  const statusOf = (uid: string) =>
    env.DB.prepare("SELECT seller_kind, business_name FROM users WHERE uid = ?").bind(uid).first();
  const [from, to] = [await newSeller(), await newSeller()];
  await save(from, TRADER);
  await changeRow(env.DB, "users", { uid: to.uid }, { wallet: null });
  await lifecycle.merge({ from: from.uid, to: to.uid, wallet: from.wallet }, Date.now());
  expect(await statusOf(to.uid)).toMatchObject({
    seller_kind: "trader",
    business_name: "Atelier <b>Moret",
  });
  expect(await statusOf(from.uid)).toEqual(NONE);
  expect(await lifecycle.remove(to.uid, crypto.randomUUID(), Date.now())).toBe(true);
  expect(await statusOf(to.uid)).toEqual(NONE);
});
