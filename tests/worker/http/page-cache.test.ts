import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FRESH_MS, MAX_AGE_MS } from "../../../app/http/page-cache/page-cache";
import { newCachedSite, nonceOf, withoutNonce } from "../../support/cached-site";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { publish } from "../../support/upload";
import { advanceClock, stopClock } from "../../support/worker-clock";

stopClock();

let seller: Seller;
let productId: string;
beforeAll(async () => {
  seller = await newSeller();
  productId = await insertProduct(env.DB, seller.uid, { title: "Rain" });
});

/** Renames a product past the app; returns the new title. */
async function rename(id = productId): Promise<string> {
  const title = `Rain ${crypto.randomUUID()}`;
  await changeRow(env.DB, "products", { id }, { title });
  return title;
}

/** Of a crawler that poses as a phone: views of people are counted, ten seconds later. */
const PHONE = "Mozilla/5.0 (Linux; Android 16) Mobile Safari/537.36 (compatible; Googlebot/2.1)";
const VISITORS: Record<string, Record<string, string>> = {
  "a new visitor": {},
  "with another language": { "Accept-Language": "en-GB,en;q=0.9" },
  "in English": { Cookie: "tz=Asia/Tokyo; locale=en" },
  "in the dark theme": { Cookie: "locale=fr; theme=dark" },
  "who closed the language offer": { "Accept-Language": "de", Cookie: "langhint=closed" },
  "on a phone, in the light theme": { "User-Agent": PHONE, Cookie: "theme=light; _other=1" },
};

describe("a kept page is the rendered one", () => {
  const texts = [
    ...["/", "/accueil", "/createur", "/guide-wallet", "/businessPlan", "/about", "/cgu"],
    ...["/contact", "/accessibilite", "/tutoriel-moonpay", "/mentions-legales", "/confidentialite"],
  ];
  const others = () => [
    ...["/shop", "/shop?category=1&sort=price-asc&view=list"],
    ...[`/acheter/${productId}`, `/sell/${seller.uid}`],
  ];

  test.each(Object.entries(VISITORS))("for a visitor %s", async (name, headers) => {
    const turn = Object.keys(VISITORS).indexOf(name);
    // Text pages have one frame: each visitor reads two of them.
    const pages = [...texts.slice(2 * turn, 2 * turn + 2), ...others()];
    const site = newCachedSite();
    const rendering = newCachedSite({ pageCache: "off", origin: site.origin });
    for (const path of pages) {
      // Of a visitor with a time zone the router's data tells it: pages that print no time ignore it.
      const rendered = await rendering.ask(path, {
        headers: { ...headers, Cookie: (headers.Cookie ?? "").replace("tz=Asia/Tokyo; ", "") },
      });
      const first = await site.ask(path, { headers });
      const kept = await site.ask(path, { headers });
      expect(rendered.status).toBe(200);
      expect(withoutNonce(first)).toEqual(withoutNonce(rendered));
      expect(withoutNonce(kept)).toEqual(withoutNonce(rendered));
      expect(kept.statements).toBe(0);
    }
  });
});

describe("time", () => {
  const path = () => `/acheter/${productId}`;

  test("a page is fresh for 2 s, then answered once more while it is renewed", async () => {
    const site = newCachedSite();
    const old = await rename();
    expect((await site.ask(path())).html).toContain(old);
    const title = await rename();
    advanceClock(FRESH_MS - 1);
    expect(await site.ask(path())).toMatchObject({ statements: 0 });
    advanceClock(1);
    const stale = await site.ask(path());
    expect(stale.html).toContain(old);
    expect(stale.statements).toBeGreaterThan(0);
    const renewed = await site.ask(path());
    expect(renewed).toMatchObject({ statements: 0 });
    expect(renewed.html).toContain(title);
    expect(renewed.html).not.toContain(old);
  });

  test("a page is never answered when it is 5 s old", async () => {
    const site = newCachedSite();
    const old = await rename();
    await site.ask(path());
    const title = await rename();
    advanceClock(MAX_AGE_MS - 1);
    expect((await site.ask(path(), { headers: { Range: "bytes=0-9" } })).html).toContain(old);
    const later = await rename();
    // The answer above began a renewal.
    advanceClock(MAX_AGE_MS);
    const { html } = await site.ask(path());
    expect(html).toContain(later);
    expect(html).not.toContain(title);
  });

  // spec: page.cache-load
  test("one request renders a page that many ask for, and one renews it", async () => {
    const site = newCachedSite();
    const one = await newCachedSite().ask(path());
    for (const age of [0, FRESH_MS]) {
      advanceClock(age);
      const answers = await Promise.all(Array.from({ length: 6 }, () => site.ask(path())));
      expect(new Set(answers.map(nonceOf)).size).toBe(6);
      // Each count includes what the requests beside it prepared.
      expect(Math.max(...answers.map(({ statements }) => statements))).toBe(one.statements);
    }
  });

  test("isolates of a data centre share their pages, for 5 s in all", async () => {
    const [first, second] = [newCachedSite(), newCachedSite()];
    const { origin } = first;
    const old = await rename();
    await first.ask(path());
    const title = await rename();
    advanceClock(FRESH_MS - 1);
    const third = newCachedSite({ origin });
    const shared = await third.ask(path());
    expect(shared).toMatchObject({ statements: 0 });
    expect(shared.html).toContain(old);
    // Another origin is another cache.
    expect((await second.ask(path())).html).toContain(title);
    advanceClock(1);
    const stale = await newCachedSite({ origin }).ask(path());
    expect(stale.html).toContain(old);
    expect(stale.statements).toBeGreaterThan(0);
    // Renewed by the isolate before, which this one finds in the second tier.
    const renewed = await third.ask(path());
    expect(renewed).toMatchObject({ statements: 0 });
    expect((await third.ask(path())).html).toContain(title);
    const later = await rename();
    advanceClock(MAX_AGE_MS);
    expect((await newCachedSite({ origin }).ask(path())).html).toContain(later);
  });

  // spec: page.cache
  test("publishing, disabling and selling out are visible within 5 s", async () => {
    const site = newCachedSite();
    await Promise.all(["/shop", `/sell/${seller.uid}`].map((page) => site.ask(page)));
    const title = `Field recordings ${crypto.randomUUID()}`;
    const id = await publish(seller, { title, saleType: "limited", saleLimit: "1" });
    advanceClock(MAX_AGE_MS);
    for (const page of ["/shop", `/sell/${seller.uid}`, `/acheter/${id}`]) {
      expect((await site.ask(page)).html).toContain(title);
    }
    const soldOut = "https://schema.org/SoldOut";
    expect((await site.ask(`/acheter/${id}`)).html).not.toContain(soldOut);
    await changeRow(env.DB, "products", { id }, { sold: 1 });
    advanceClock(MAX_AGE_MS);
    expect((await site.ask(`/acheter/${id}`)).html).toContain(soldOut);
    expect((await site.ask("/shop")).html).toContain("Épuisé");
    const body = new URLSearchParams({ productId: id, status: "disabled" });
    expect((await seller.call("/dashboard", { method: "POST", body })).status).toBeLessThan(400);
    advanceClock(MAX_AGE_MS);
    for (const page of ["/shop", `/sell/${seller.uid}`]) {
      expect((await site.ask(page)).html).not.toContain(title);
    }
    expect((await site.ask(`/acheter/${id}`)).html).toContain("noindex");
  });
});

describe("nonces", () => {
  beforeEach(() => advanceClock(MAX_AGE_MS));

  test.each(["/shop", "/acheter/:id"])("each answer of %s has its own", async (pattern) => {
    const site = newCachedSite();
    const path = pattern.replace(":id", productId);
    const answers = [await site.ask(path), await site.ask(path), await site.ask(path)];
    const nonces = answers.map(nonceOf);
    expect(new Set(nonces).size).toBe(3);
    for (const [at, { html }] of answers.entries()) {
      const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      const executed = scripts.filter((tag) => !/ type="application\/(ld\+)?json"/.test(tag));
      expect(executed.length).toBeGreaterThan(0);
      expect(executed.filter((tag) => !tag.includes(`nonce="${nonces[at]}"`))).toEqual([]);
      for (const [other, nonce] of nonces.entries()) {
        expect(html.includes(nonce)).toBe(other === at);
      }
    }
  });

  test("a description with nonces of earlier answers keeps its text", async () => {
    const site = newCachedSite();
    const path = `/acheter/${productId}`;
    const earlier = nonceOf(await site.ask(path));
    const later = nonceOf(await site.ask(path));
    const description = `${earlier} NONCE ${later} %NONCE% {{nonce}}`;
    await changeRow(env.DB, "products", { id: productId }, { description });
    advanceClock(MAX_AGE_MS);
    await site.ask(path);
    const answer = await site.ask(path);
    expect(answer.statements).toBe(0);
    expect(answer.html).toContain(description);
    expect([earlier, later]).not.toContain(nonceOf(answer));
  });
});
