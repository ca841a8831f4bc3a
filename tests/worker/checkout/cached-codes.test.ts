import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { newCachedSite, withoutNonce } from "../../support/cached-site";
import { insertCode } from "../../support/factories/code";
import { newSeller, type Seller } from "../../support/seller";
import { publish } from "../../support/upload";
import { stopClock } from "../../support/worker-clock";

stopClock();

let seller: Seller;
/** Of a seller without codes, of one with a code, and a product whose price buyers choose. */
let plain: string;
let coded: string;
let chosen: string;
beforeAll(async () => {
  seller = await newSeller();
  plain = await publish(await newSeller());
  coded = await publish(seller);
  chosen = await publish(seller, { isPriceChosen: "on" });
  await insertCode(env.DB, seller.uid, { name: "HALF", value: 50 });
});

const pathOf = (id: string) => `/acheter/${id}`;

// spec: code.cache
test("a link gets a page of its own where its code counts, and that page is for nobody else", async () => {
  const site = newCachedSite();
  const kept = withoutNonce(await site.ask(pathOf(coded)));
  const own = await site.ask(`${pathOf(coded)}?code=half`);
  expect(own.html).toContain("Code HALF");
  expect(own.html).toMatch(/0,125<span[^>]*>SOL/);
  expect(own.headers.getSetCookie()).toEqual([]);
  const again = await site.ask(pathOf(coded));
  expect([again.statements, withoutNonce(again)]).toEqual([0, kept]);
});

// spec: code.cache
test.each(["code=UNKNOWN", "code=", `code=${"x".repeat(150)}`, "x=1", "amount=1", "fullPrice=1"])(
  "a link with %s gets the page of everyone",
  async (query) => {
    const site = newCachedSite();
    const kept = withoutNonce(await site.ask(pathOf(coded)));
    const answer = await site.ask(`${pathOf(coded)}?${query}`);
    expect(withoutNonce(answer)).toEqual(kept);
    // The product, the counter of tries and the code are read, and nothing is rendered.
    expect(answer.statements).toBeLessThanOrEqual(query.startsWith("code=") ? 3 : 1);
  },
);

// spec: code.cache
test("an amount gets a page of its own where buyers choose the price", async () => {
  const site = newCachedSite();
  const kept = withoutNonce(await site.ask(pathOf(chosen)));
  const own = await site.ask(`${pathOf(chosen)}?amount=0.75`);
  expect(own.html).toMatch(/0,75<span[^>]*>SOL/);
  expect(withoutNonce(await site.ask(pathOf(chosen)))).toEqual(kept);
});

test("a link in another language stores the language, whatever page is kept", async () => {
  const site = newCachedSite();
  await site.ask(pathOf(coded));
  const own = await site.ask(`${pathOf(coded)}?lang=en&code=UNKNOWN`);
  expect(own.html).toContain('lang="en"');
  expect(own.headers.getSetCookie().join()).toContain("locale=en");
});

test("the page of a seller without codes asks the database for nothing more than the offer", async () => {
  const site = newCachedSite({ pageCache: "off" });
  const [without, coding] = [await site.ask(pathOf(plain)), await site.ask(pathOf(coded))];
  expect(without.html).not.toMatch(/name="(code|amount)"/);
  expect(coding.html).toContain('name="code"');
  // The offer, its files, other products of the seller, and the newest reviews.
  expect([without.statements, coding.statements]).toEqual([4, 4]);
});
