import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { newSeller, ORIGIN } from "../../support/seller";

const visit = (path: string) =>
  SELF.fetch(ORIGIN + path, { redirect: "manual", headers: { Cookie: "locale=en" } });

async function withProduct(path: string): Promise<string> {
  const { uid } = await newSeller();
  return path.replace(":seller", uid).replace(":product", await insertProduct(env.DB, uid));
}

// spec: route.home, route.shop, route.sell, route.preview, route.buy, route.createur
// spec: route.guide-wallet, route.business-plan, route.login, route.about, route.cgu, route.contact
// spec: route.tutoriel, permission.visitor
test.each([
  "/",
  "/accueil",
  "/shop",
  "/sell/:seller",
  "/preview/:product",
  "/acheter/:product",
  "/createur",
  "/guide-wallet",
  "/businessPlan",
  "/login",
  "/about",
  "/cgu",
  "/contact",
  "/tutoriel-moonpay",
])("%s is a page for a visitor", async (path) => {
  const answer = await visit(await withProduct(path));
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/<main[\s\S]*<h1/);
});

// spec: route.dashboard, route.purchases, route.transaction, route.manage-sell, route.profil
// spec: route.edit, permission.member
test.each([
  "/dashboard",
  "/purchases",
  "/transaction",
  "/manage-sell",
  "/profil",
  "/edit/:product",
])("%s leads a visitor to sign in, and is a page for its owner", async (path) => {
  const seller = await newSeller();
  const address = path.replace(":product", await insertProduct(env.DB, seller.uid));
  const answer = await visit(address);
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    302,
    `/login?to=${encodeURIComponent(address)}`,
  ]);
  const page = await seller.call(address);
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<main[\s\S]*<h1/);
});

// spec: route.home
// spec: page.accueil
test("/accueil has the content of the home page, whose address is canonical", async () => {
  const [home, accueil] = await Promise.all(
    ["/", "/accueil"].map(async (path) => (await visit(path)).text()),
  );
  const content = (html = "") => /<main[\s\S]*<\/main>/.exec(html)?.[0];
  expect(content(accueil)).toBe(content(home));
  expect(accueil).toContain(`<link rel="canonical" href="${ORIGIN}/"`);
});

// spec: route.unknown
test.each(["/nothing", "/shop/nothing", "/a/b/c"])(
  "the unknown path %s leads home",
  async (path) => {
    const answer = await visit(path);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  },
);

// spec: route.on-demand
test.each(["manage-sell", "edit"])("the code of %s is loaded on demand", async (name) => {
  const seller = await newSeller();
  const id = await insertProduct(env.DB, seller.uid);
  const chunk = new RegExp(`/assets/${name}-[^"]+\\.js`);
  const own = await seller.call(name === "edit" ? `/edit/${id}` : `/${name}`);
  expect(await own.text()).toMatch(chunk);
  for (const path of ["/dashboard", "/transaction", "/profil"])
    expect(await (await seller.call(path)).text()).not.toMatch(chunk);
});
