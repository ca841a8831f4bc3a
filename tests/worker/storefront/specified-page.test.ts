import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { newSeller, ORIGIN } from "../../support/seller";

const visit = (path: string, locale: "fr" | "en") =>
  SELF.fetch(ORIGIN + path, { headers: { Cookie: `locale=${locale}` } });

// spec: screen.sell-products
test("a product on a seller's page has its cover, title, price and a link to buy it", async () => {
  const seller = await newSeller();
  const id = await insertProduct(env.DB, seller.uid, { title: "Rain", price: 250_000_000 });
  const html = await (await visit(`/sell/${seller.uid}`, "en")).text();
  const card = /<article.*?<\/article>/s.exec(html)?.[0] ?? "";
  expect(card).toMatch(/<svg|<img/);
  expect(card).toMatch(/0\.25<span[^>]*>SOL/);
  expect(card).toMatch(new RegExp(`href="/acheter/${id}"[^>]*>`));
  expect(card).toContain("Rain");
});

// spec: message.sell-load
test("a seller's page that fails to load says so", async () => {
  const { uid } = await newSeller();
  await env.DB.prepare("ALTER TABLE sell_pages RENAME TO sell_pages_away").run();
  try {
    const answer = await visit(`/sell/${uid}`, "fr");
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Erreur de chargement de la page ou des produits.");
  } finally {
    await env.DB.prepare("ALTER TABLE sell_pages_away RENAME TO sell_pages").run();
  }
});
