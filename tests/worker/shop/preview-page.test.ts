import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { plainPng } from "../../support/images/planted";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { publish } from "../../support/upload";

// spec: screen.preview
test("a preview shows every setting of the product, to visitors too", async () => {
  const seller = await newSeller();
  const picture = () => new File([plainPng()], "a.png");
  const traits = { title: "Rain", category: "2", saleType: "limited", saleLimit: "7" };
  const id = await publish(seller, { ...traits, cover: picture(), image: picture() });
  const answer = await SELF.fetch(`${ORIGIN}/preview/${id}`, { headers: { Cookie: "locale=en" } });
  const html = await answer.text();
  expect(html.match(/src="\/media\//g)).toHaveLength(2);
  const text = html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  for (const shown of [
    /PREVIEW Rain 0\.25 ?SOL/,
    /An hour of rain\./,
    /Status Active/,
    /Sale type Limited to 7/,
    /Category Ebooks &amp; Books/,
    new RegExp(`Seller wallet ${seller.wallet}`),
    /Created on \w+ \d+, \d{4}/,
  ])
    expect(text).toMatch(shown);
});

async function read(path: string, locale: "fr" | "en" = "fr") {
  const headers = { Cookie: `locale=${locale}` };
  const response = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

function list(seller: Seller, traits: ProductTraits): Promise<string> {
  const all = { description: "Words about it", categoryId: 15, price: 1_000_000, ...traits };
  return insertProduct(env.DB, seller.uid, { ...all, recipient: seller.wallet });
}

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
