import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  CONTACT_RETENTION_MS,
  purgeContactMessages,
} from "../../../app/pages/use-cases/purge-contact-messages";
import { openDb } from "../../../db/client";
import { contactMessagesIn } from "../../../db/pages/contact-messages";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";

async function read(path: string, locale: "fr" | "en" = "fr") {
  const headers = { Cookie: `locale=${locale}` };
  const response = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

function list(seller: Seller, traits: ProductTraits): Promise<string> {
  const all = { description: "Words about it", categoryId: 15, price: 1_000_000, ...traits };
  return insertProduct(env.DB, seller.uid, { ...all, recipient: seller.wallet });
}

/** Titles of the product cards, in order. */
function titles(html: string): string[] {
  const links = html.matchAll(/<h2[^>]*><a [^>]*href="\/acheter\/[^"]+"[^>]*>(.*?)<\/a>/g);
  return [...links].map(([, title = ""]) => title.replace(/<[^>]*>/g, ""));
}

// spec: screen.shop-card, state.product.visible, state.product.sold-out, call.read.products
// spec: constant.sorts
test("the shop lists products on sale, newest first, by category and by price", async () => {
  const seller = await newSeller();
  await list(seller, { title: "Old and dear", categoryId: 14, price: 900_000_000 });
  await list(seller, { title: "Hidden", categoryId: 14, status: "disabled" });
  await list(seller, { title: "Unfinished", categoryId: 14, status: "draft" });
  await list(seller, { title: "Gone", categoryId: 14, price: 80_000_000, sold: 2, saleLimit: 2 });
  await list(seller, { title: "Elsewhere", categoryId: 13 });

  const recent = await read("/shop?category=14");
  expect(recent.status).toBe(200);
  expect(titles(recent.html)).toEqual(["Gone", "Old and dear"]);
  expect(recent.html).toContain("2 produits");
  expect(recent.html).toContain("Épuisé");
  expect(recent.html).toMatch(/0,08<span[^>]*>SOL/);
  expect(recent.html).toContain('<option value="recent" selected="">Plus récents');
  const dear = await read("/shop?category=14&sort=price-desc", "en");
  expect(titles(dear.html)).toEqual(["Old and dear", "Gone"]);
  expect(dear.html).toContain("Sold out");
});

// spec: control.shop.pages, constant.page-size
test("a page of the shop has 16 products; next and previous keep the filter", async () => {
  const seller = await newSeller();
  for (let at = 1; at <= 18; at += 1) await list(seller, { title: `Print ${at}`, categoryId: 12 });

  const first = await read("/shop?category=12");
  expect(titles(first.html)).toHaveLength(16);
  expect(first.html).toContain('href="/shop?category=12&amp;page=2"');
  expect(first.html).not.toContain('rel="prev"');
  const second = await read("/shop?category=12&page=2");
  expect(titles(second.html)).toEqual(["Print 2", "Print 1"]);
  expect(second.html).not.toContain('rel="next"');
  const beyond = await read("/shop?category=12&page=9");
  expect([beyond.status, beyond.headers.get("Location")]).toEqual([
    302,
    "/shop?category=12&page=2",
  ]);
});

// spec: screen.createur, constant.plan-statistics, constant.plan-page
test.each([
  {
    locale: "en",
    named: /Advanced statistics|Sales page in your/,
    cells: ["yes, for now", "yes", "yes"],
    premium: "soon",
  },
  {
    locale: "fr",
    named: /Statistiques avancées|Page de vente à vos/,
    cells: ["oui, pour l’instant", "oui", "oui"],
    premium: "bientôt",
  },
] as const)("plans say what there is today and what comes ($locale)", async (expected) => {
  const { html } = await read("/createur", expected.locale);
  const [head = ""] = html.match(/<thead.*?<\/thead>/s) ?? [];
  expect(head).toMatch(new RegExp(`${expected.premium}</span><span[^>]*>Premium<`));
  const rows = [...html.matchAll(/<tr.*?<\/tr>/g)].filter(([row]) => expected.named.test(row));
  const cells = rows.map(([row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text = ""]) =>
      text.replace(/<span[^>]*>(.*?)<\/span>/, ", $1"),
    ),
  );
  expect(cells).toEqual([expected.cells, expected.cells]);
});

// spec: state.shop.empty
test("an empty category says so and links back", async () => {
  const french = await read("/shop?category=8");
  expect(french.html).toContain("Aucun produit ne correspond à votre recherche.");
  const english = await read("/shop?category=8", "en");
  expect(english.html).toContain("No products match your search.");
  expect(english.html).toContain("Try another keyword, category, or reset filters.");
});

test("a title is escaped", async () => {
  const title = "<script>alert(1)</script>";
  const id = await list(await newSeller(), { title, categoryId: 11 });
  for (const path of ["/shop?category=11", `/preview/${id}`]) {
    const { html } = await read(path);
    expect(html).toContain("&lt;script&gt;alert(1)");
    expect(html).not.toContain(title);
  }
});

// spec: screen.sell-products, state.product.visible, call.read.sellpage
test("a seller's page shows the chosen products that are on sale, in their order", async () => {
  const [seller, other] = [await newSeller(), await newSeller()];
  const ids = [
    await list(seller, { title: "Second" }),
    await list(seller, { title: "First" }),
    await list(seller, { title: "Hidden", status: "disabled" }),
    await list(other, { title: "Not theirs" }),
  ];
  await list(seller, { title: "Not chosen" });
  const unsaved = await read(`/sell/${seller.uid}`);
  expect([unsaved.status, titles(unsaved.html)]).toEqual([200, ["Not chosen", "First", "Second"]]);

  await env.DB.prepare(
    `INSERT INTO sell_pages (uid, description, twitter, website, updated_at)
     VALUES (?, 'Prints from the lake', '@lea', 'javascript:alert(1)', 0)`,
  )
    .bind(seller.uid)
    .run();
  const empty = await read(`/sell/${seller.uid}`);
  expect([empty.status, titles(empty.html)]).toEqual([200, []]);
  expect(empty.html).toContain("Aucun produit sélectionné.");
  for (const [position, id] of [ids[1], ids[0], ids[2], ids[3]].entries()) {
    await env.DB.prepare(
      "INSERT INTO sell_page_products (uid, product_id, position) VALUES (?, ?, ?)",
    )
      .bind(seller.uid, id, position)
      .run();
  }
  const page = await read(`/sell/${seller.uid}`, "en");
  expect(titles(page.html)).toEqual(["First", "Second"]);
  expect(page.html).toContain("Prints from the lake");
  expect(page.html).toContain('href="https://x.com/lea"');
  expect(page.html).not.toContain("javascript:");
});

// spec: state.sell.missing, message.sell-missing
test("an unknown seller answers 404 with a message", async () => {
  const french = await read("/sell/nobody");
  expect(french.status).toBe(404);
  expect(french.html).toContain("Page ou utilisateur introuvable.");
  expect((await read("/sell/nobody", "en")).html).toContain("Page or user not found.");
});

// spec: screen.preview-sales, screen.preview-badge, control.preview.buy
// spec: product.disabled-page
test("a preview shows a disabled product without a purchase", async () => {
  const seller = await newSeller();
  const id = await list(seller, { title: "Draft of a map", status: "disabled" });
  const sold = await list(seller, { title: "Sold map", sold: 4 });
  const { status, html } = await read(`/preview/${id}`, "en");
  expect(status).toBe(200);
  expect(html).toContain("PREVIEW");
  expect(html).toMatch(
    /<button[^>]*title="Purchase disabled" disabled=""[^>]*>Button inactive in preview mode/,
  );
  expect(html).toContain("Words about it");
  expect(html).toContain(seller.wallet);
  expect(html).toContain("Disabled");
  expect(html).not.toContain(">Sales<");
  expect((await read(`/preview/${sold}`, "en")).html).toMatch(/>Sales<\/dt><dd[^>]*>4</);
});

// spec: word.times
test("dates are in the visitor's time zone: the stored one, that of the address, or UTC", async () => {
  const createdAt = Date.parse("2026-01-31T23:30:00Z");
  const id = await list(await newSeller(), { title: "Late map" });
  await changeRow(env.DB, "products", { id }, { created_at: createdAt });
  const dateIn = async (tz: string, cf: { timezone: string } | undefined) => {
    const headers = { Cookie: `locale=fr; tz=${tz}` };
    const answer = await SELF.fetch(`${ORIGIN}/preview/${id}`, { headers, ...(cf && { cf }) });
    return />([^<]*)<\/time>/.exec(await answer.text())?.[1];
  };
  const tokyo = { timezone: "Asia/Tokyo" };
  expect(await dateIn("America/Lima", tokyo)).toBe("31 janvier 2026");
  expect(await dateIn("Mars/Olympus", tokyo)).toBe("1 février 2026");
  expect(await dateIn("", undefined)).toBe("31 janvier 2026 (UTC)");
});

// spec: product.draft
test("drafts and unknown products have no preview", async () => {
  const draft = await list(await newSeller(), { title: "Unready", status: "draft" });
  for (const id of [draft, "nothing"]) {
    const { status, html } = await read(`/preview/${id}`);
    expect(status).toBe(404);
    expect(html).toContain("Produit introuvable.");
    expect(html).not.toContain("Unready");
  }
});

const TEXT_PAGES = [
  "/about",
  "/cgu",
  "/contact",
  "/guide-wallet",
  "/createur",
  "/businessPlan",
  "/accessibilite",
  "/tutoriel-moonpay",
  "/mentions-legales",
  "/confidentialite",
];

// spec: route.on-demand, screen.about
// spec: page.legal
test.each(TEXT_PAGES)("%s exists in both languages without script", async (path) => {
  const [fr, en] = [await read(path, "fr"), await read(path, "en")];
  for (const { status, html } of [fr, en]) {
    expect(status).toBe(200);
    expect(html).not.toContain("<script");
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  }
  expect(fr.html).toContain('<html lang="fr"');
  expect(en.html).toContain('<html lang="en"');
  const h1 = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0];
  expect(h1(fr.html)).not.toBe(h1(en.html));
});

async function write(fields: Record<string, string>, locale = "en") {
  const response = await SELF.fetch(`${ORIGIN}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: `locale=${locale}` },
    body: new URLSearchParams(fields),
  });
  return {
    status: response.status,
    to: response.headers.get("Location"),
    flash: response.headers.get("Set-Cookie"),
    html: await response.text(),
  };
}

// spec: control.contact.send, call.contact, message.contact-sent
// spec: contact.operator-mail
test("a contact message is stored with its language", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const answer = await write({ email, message: " Where is my file? " });
  expect([answer.status, answer.to]).toEqual([302, "/contact"]);
  const kept = await env.DB.prepare("SELECT * FROM contact_messages WHERE email = ?").bind(email);
  expect(await kept.first()).toMatchObject({ message: "Where is my file?", locale: "en" });
  const [flash = ""] = answer.flash?.split(";") ?? [];
  const next = await SELF.fetch(`${ORIGIN}/contact`, {
    headers: { Cookie: `locale=en; ${flash}` },
  });
  expect(await next.text()).toContain("Message sent!");
  expect(next.headers.get("Set-Cookie")).toMatch(/^flash=;/);
  expect((await read("/contact?sent=1", "en")).html).not.toContain("Message sent!");
});

// spec: rule.contact.required
test.each([
  ["no e-mail", { email: "", message: "hello" }, "E-mail and message are required."],
  ["no message", { email: "a@example.com", message: " " }, "E-mail and message are required."],
  ["an incomplete e-mail", { email: "a@", message: "kept text" }, "not complete"],
  ["a message over the limit", { email: "a@example.com", message: "x".repeat(5_001) }, "too long"],
])(
  "a contact message with %s is refused with an error, and keeps the input",
  async (_name, fields, words) => {
    const { status, html } = await write(fields);
    expect(status).toBe(422);
    expect(html).toContain('role="alert"');
    expect(html).toContain(words);
    if (fields.message.trim()) expect(html).toContain(fields.message);
  },
);

// spec: screen.business-plan
test("earnings follow the form in the address, and errors stand at their fields", async () => {
  const { html } = await read("/businessPlan?price=0,05&sales=20&rate=150.5");
  expect(html).toMatch(/0,99<span[^>]*>SOL/);
  expect(html).toContain(">149,00<");
  const refused = await read("/businessPlan?price=x&sales=1.5&rate=%00", "en");
  expect(refused.status).toBe(200);
  const fields = [...refused.html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)];
  expect(fields.map(([field]) => /name="(\w+)"/.exec(field)?.[1])).toEqual([
    "price",
    "sales",
    "rate",
  ]);
  for (const [field] of fields) {
    const id = /aria-describedby="(\S+-error)[ "]/.exec(field)?.[1];
    expect(refused.html).toContain(`<p id="${id}"`);
  }
  expect(refused.html).not.toContain("For example 5%</th>");
});

// spec: contact.operator-mail
test("contact messages are kept for 12 months", async () => {
  const now = 1_800_000_000_000;
  const ids = ["old", "kept"];
  for (const [at, id] of ids.entries()) {
    const createdAt = now - CONTACT_RETENTION_MS - 1 + at;
    const row = { id, email: "a@example.com", message: "Hi", locale: "en", created_at: createdAt };
    await insertRow(env.DB, "contact_messages", row);
  }
  const contactMessages = contactMessagesIn(openDb(env.DB));
  await purgeContactMessages({ contactMessages, clock: { now: () => now } });
  const left = await env.DB.prepare(
    "SELECT id FROM contact_messages WHERE id IN ('old', 'kept')",
  ).all();
  expect(left.results).toEqual([{ id: "kept" }]);
});
