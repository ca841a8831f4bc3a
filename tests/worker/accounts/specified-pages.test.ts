import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";
import { newEmail, signUp, siteOf } from "../../support/sign-in";
import { newOrder } from "../../support/worker-orders";

const site = siteOf(SELF);
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

// spec: screen.profile-data, screen.profile-counts, screen.profile-wallet, field.user.created
// spec: rule.profile.purchased, call.read.bought, call.read.user
test("the profile shows the account's data, its counts and its wallet", async () => {
  const seller = await newSeller();
  await changeRow(env.DB, "users", { uid: seller.uid }, { email: "lea@example.com" });
  const [one, two] = [
    await insertProduct(env.DB, seller.uid),
    await insertProduct(env.DB, (await newSeller()).uid),
  ];
  await insertProduct(env.DB, seller.uid, { status: "disabled" });
  for (const product_id of [one, two])
    await insertRow(env.DB, "favourites", { uid: seller.uid, product_id, added_at: 1 });
  const { id } = await newOrder({ productId: two, ownerUid: "seller", buyerUid: seller.uid });
  await insertRow(env.DB, "purchases", {
    uid: seller.uid,
    product_id: two,
    order_id: id,
    created_at: 1,
  });
  const html = await (await seller.call("/profil")).text();
  const text = textOf(html);
  expect(text).toMatch(/My profile/);
  expect(text).toMatch(/Favorites 2 /);
  expect(text).toMatch(/Products for sale 1 /);
  expect(text).toMatch(/Products (purchased|bought) 1 /);
  expect(html).toMatch(/<input[^>]*name="name"[^>]*value="Seller"/);
  expect(text).toContain("E-mail lea@example.com");
  expect(text).toMatch(/Role client/);
  expect(text).toContain(`UID ${seller.uid}`);
  expect(text).toMatch(/Joined \w+ \d+, \d{4}/);
  expect(text).toContain(`${seller.wallet.slice(0, 6)}...${seller.wallet.slice(-6)}`);
  expect(text).toContain("Change wallet");
});

// spec: screen.profile-wallet, transition.profile.created
test("the profile of a new account has no wallet and offers to link one", async () => {
  const cookie = await signUp(site, newEmail());
  const page = await SELF.fetch(`${ORIGIN}/profil`, {
    headers: { Cookie: `${cookie}; locale=en` },
  });
  const text = textOf(await page.text());
  expect(text).toContain("Link my Phantom Wallet");
  expect(text).toMatch(/Favorites 0 .*Products for sale 0 /);
});

// spec: state.profile.error, message.profile-load
test("a profile that fails to load says so and can be tried again", async () => {
  const seller = await newSeller();
  await env.DB.prepare("ALTER TABLE favourites RENAME TO favourites_away").run();
  try {
    const Cookie = `${seller.cookie}; locale=fr`;
    const answer = await seller.call("/profil", { headers: { Cookie } });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Erreur de chargement du profil utilisateur.");
  } finally {
    await env.DB.prepare("ALTER TABLE favourites_away RENAME TO favourites").run();
  }
});

// spec: control.login.guide, rule.login.email
test("the sign-in page requires e-mail and password, and links to the wallet guide", async () => {
  const page = await SELF.fetch(`${ORIGIN}/login`, { headers: { Cookie: "locale=en" } });
  const html = await page.text();
  const control = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  expect(control("email")).toMatch(/type="email"/);
  expect(control("email")).toContain('required=""');
  expect(control("password")).toContain('required=""');
  expect(html).toContain('href="/guide-wallet"');
});
