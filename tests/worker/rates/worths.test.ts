import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_AGE_MS } from "../../../app/http/page-cache/page-cache";
import { newCachedSite } from "../../support/cached-site";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { advanceClock, stopClock } from "../../support/worker-clock";

stopClock();

const MINUTE = 60_000;
/** With sources that no test reaches: the cron does not run here. */
const SOURCES = { EXCHANGE_RATES_URL: "http://127.0.0.1:1/table.xml" };

let uid: string;
let session: string;
let productId: string;
beforeAll(async () => {
  const seller = await insertPerson(env.DB, { name: "Seller" });
  uid = seller.uid;
  session = `session=${seller.token}`;
  productId = await insertProduct(env.DB, uid, { title: "Rain", price: 99_200_000 });
  await insertProduct(env.DB, uid, { title: "Dust", price: 33_000 });
});
beforeEach(() => keepRate());

/** A rate that the cron has kept: 125 euros and 150 dollars, published now. */
async function keepRate(at = Date.now()): Promise<void> {
  const micros = { EUR: "125000000", USD: "150000000" };
  const rate = { micros, at, feed: "feed", day: "2026-11-23" };
  await env.DB.prepare("INSERT OR REPLACE INTO sweep_progress VALUES ('exchange-rate', ?, ?)")
    .bind(JSON.stringify({ rate, fault: null }), at)
    .run();
}

const newSite = (options = {}) => newCachedSite({ more: SOURCES, ...options });

/** The signs of a page, and its note. */
function signsOf(html: string) {
  const text = (part = "") => part.replaceAll("\u00a0", " ").replaceAll("\u202f", " ");
  const buttons = [...html.matchAll(/popovertarget="rate"[^>]*>([^<]*)<\/button>/g)];
  const note = /<p id="rate"[^>]*>([^<]*)<\/p>/.exec(html)?.[1];
  return { worths: buttons.map(([, worth]) => text(worth)), note: note && text(note) };
}

const PAGES = () => [
  ["/shop", ""],
  [`/shop?product=${productId}`, ""],
  [`/acheter/${productId}`, ""],
  [`/preview/${productId}`, ""],
  [`/sell/${uid}`, ""],
  ["/dashboard", session],
];

// spec: rate.shown, rate.currency
test("pages with prices say what they are worth, in French in euros", async () => {
  for (const [path = "", cookie] of PAGES()) {
    const site = newSite({ pageCache: "off" });
    // French shows euros whatever was chosen in English.
    const Cookie = `${cookie}; locale=fr; currency=USD`;
    const { worths, note } = signsOf((await site.ask(path, { headers: { Cookie } })).html);
    expect([path, new Set(worths)]).toEqual([path, new Set(["environ 12,40 €"])]);
    expect(note).toMatch(
      /^1 SOL vaut environ 125,00 €, selon Pyth et la Banque centrale européenne, le \d.* UTC\./,
    );
  }
});

// spec: rate.shown, rate.currency
test.each([
  [
    "",
    "about €12.40",
    /^1 SOL is about €125\.00, by Pyth and the European Central Bank on .* UTC\./,
  ],
  ["currency=EUR", "about €12.40", /€125\.00/],
  ["currency=USD", "about $14.88", /^1 SOL is about \$150\.00, by Pyth on .* UTC\./],
  ["currency=XXX", "about €12.40", /€125\.00/],
])("in English in euros, or in dollars by choice: %j", async (chosen, worth, shown) => {
  for (const [path = "", cookie] of PAGES()) {
    const Cookie = `${cookie}; locale=en; ${chosen}`;
    const site = newSite({ pageCache: "off" });
    const { worths, note } = signsOf((await site.ask(path, { headers: { Cookie } })).html);
    expect([path, new Set(worths)]).toEqual([path, new Set([worth])]);
    expect(note).toMatch(shown);
  }
});

test("each sign is described by the note, and opens it without script", async () => {
  const { html } = await newSite().ask(`/preview/${productId}`);
  expect(html).not.toContain("<script");
  expect(html).toMatch(/<button type="button" popovertarget="rate" aria-describedby="rate">/);
  expect(html).toMatch(/<p id="rate"[^>]* popover="auto">/);
});

// spec: rate.kept
test("a rate is shown for ten minutes, and no page of the cache has it longer than 5 s more", async () => {
  const site = newSite();
  const shown = async () => signsOf((await site.ask("/shop")).html).worths.length;
  expect(await shown()).toBe(1);
  advanceClock(10 * MINUTE);
  expect(await shown()).toBe(1);
  advanceClock(MAX_AGE_MS);
  expect(await shown()).toBe(0);
  expect(signsOf((await site.ask("/shop")).html).note).toBeUndefined();
  await keepRate();
  advanceClock(15_000);
  expect(await shown()).toBe(1);
});

test("without a rate, or without sources, pages show SOL alone", async () => {
  const none = { worths: [], note: undefined };
  const bare = newCachedSite({ pageCache: "off" });
  for (const [path = "", cookie = ""] of PAGES()) {
    const asked = { headers: { Cookie: cookie } };
    expect(signsOf((await bare.ask(path, asked)).html)).toEqual(none);
  }
  await env.DB.prepare("DELETE FROM sweep_progress WHERE name = 'exchange-rate'").run();
  for (const [path = "", cookie = ""] of PAGES()) {
    const asked = { headers: { Cookie: cookie } };
    expect(signsOf((await newSite({ pageCache: "off" }).ask(path, asked)).html)).toEqual(none);
  }
});

// spec: rate.cache
test("the cache keeps the currencies of English apart, and French is one page", async () => {
  const site = newSite();
  const ask = (Cookie: string) => site.ask("/shop", { headers: { Cookie } });
  const dollars = await ask("locale=en; currency=USD");
  const euros = await ask("locale=en");
  expect(signsOf(dollars.html).worths).toEqual(["about $14.88"]);
  expect(signsOf(euros.html).worths).toEqual(["about €12.40"]);
  expect(await ask("locale=en; currency=EUR")).toMatchObject({ statements: 0 });
  expect(await ask("locale=en; currency=USD")).toMatchObject({ statements: 0 });
  await ask("locale=fr");
  expect(await ask("locale=fr; currency=USD")).toMatchObject({ statements: 0 });
});

// spec: rate.cache
test("an isolate reads the rate once in 15 s, and pages without prices never", async () => {
  const site = newSite({ pageCache: "off" });
  const bare = newCachedSite({ pageCache: "off" });
  const cost = async (path: string) => {
    const [own, without] = [await site.ask(path), await bare.ask(path)];
    return own.statements - without.statements;
  };
  await bare.ask("/shop");
  expect(await cost("/")).toBe(0);
  expect(await cost("/about")).toBe(0);
  expect(await cost("/shop")).toBe(1);
  expect(await cost("/shop")).toBe(0);
  expect(await cost(`/sell/${uid}`)).toBe(0);
  advanceClock(15_000);
  expect(await cost(`/sell/${uid}`)).toBe(1);
});

// spec: rate.sign-only
test("programs, shared links and search engines get SOL alone", async () => {
  const site = newSite({ pageCache: "off" });
  const { html } = await site.ask(`/acheter/${productId}`, { headers: { Cookie: "locale=en" } });
  const head = html.slice(0, html.indexOf("</head>"));
  expect(head).toContain("0.0992");
  expect(head).not.toMatch(/€|12[.,]40/);
  const action = await site.ask(`/api/actions/buy/${productId}`);
  expect(action.status).toBe(200);
  expect(action.html).not.toMatch(/€|12[.,]40|worth/);
});

test("the cards of a visitor's favourites have the same signs", async () => {
  const site = newSite({ pageCache: "off" });
  const { html } = await site.ask(`/shop/cards?ids=${productId}`);
  const { cards } = JSON.parse(html) as { cards: { worth?: string }[] };
  expect(cards.map(({ worth }) => worth?.replaceAll("\u00a0", " "))).toEqual(["environ 12,40 €"]);
});
