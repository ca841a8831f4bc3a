import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { newSeller, ORIGIN } from "../../support/seller";
import { cardTitles, listProduct, readPage } from "../../support/visited-page";

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

// spec: screen.sell-products, state.product.visible, call.read.sellpage
test("a seller's page shows the chosen products that are on sale, in their order", async () => {
  const [seller, other] = [await newSeller(), await newSeller()];
  const ids = [
    await listProduct(seller, { title: "Second" }),
    await listProduct(seller, { title: "First" }),
    await listProduct(seller, { title: "Hidden", status: "disabled" }),
    await listProduct(other, { title: "Not theirs" }),
  ];
  await listProduct(seller, { title: "Not chosen" });
  const unsaved = await readPage(`/sell/${seller.uid}`);
  expect([unsaved.status, cardTitles(unsaved.html)]).toEqual([
    200,
    ["Not chosen", "First", "Second"],
  ]);

  await env.DB.prepare(
    `INSERT INTO sell_pages (uid, description, twitter, website, updated_at)
     VALUES (?, 'Prints from the lake', '@lea', 'javascript:alert(1)', 0)`,
  )
    .bind(seller.uid)
    .run();
  const empty = await readPage(`/sell/${seller.uid}`);
  expect([empty.status, cardTitles(empty.html)]).toEqual([200, []]);
  expect(empty.html).toContain("Aucun produit sélectionné.");
  for (const [position, id] of [ids[1], ids[0], ids[2], ids[3]].entries()) {
    await env.DB.prepare(
      "INSERT INTO sell_page_products (uid, product_id, position) VALUES (?, ?, ?)",
    )
      .bind(seller.uid, id, position)
      .run();
  }
  const page = await readPage(`/sell/${seller.uid}`, "en");
  expect(cardTitles(page.html)).toEqual(["First", "Second"]);
  expect(page.html).toContain("Prints from the lake");
  expect(page.html).toContain('href="https://x.com/lea"');
  expect(page.html).not.toContain("javascript:");
});

// spec: state.sell.missing, message.sell-missing
test("an unknown seller answers 404 with a message", async () => {
  const french = await readPage("/sell/nobody");
  expect(french.status).toBe(404);
  expect(french.html).toContain("Page ou utilisateur introuvable.");
  expect((await readPage("/sell/nobody", "en")).html).toContain("Page or user not found.");
});
