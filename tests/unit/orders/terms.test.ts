import { describe, expect, test } from "vitest";
import { lamportsTo, sharesOfPrice, totalOf, withoutDebts } from "../../../app/orders/rules/legs";
import {
  areCurrent,
  MAX_TERMS_BYTES,
  NO_SHARES,
  quote,
  readTerms,
  sharesOf,
  termsChange,
  termsOfColumns,
  termsText,
} from "../../../app/orders/rules/terms";
import { productOf } from "../../support/factories/product";

const product = productOf({
  id: crypto.randomUUID(),
  ownerUid: crypto.randomUUID(),
  title: "é".repeat(80),
  priceLamports: 1_000n,
  recipient: "R".repeat(44),
  saleType: "limited",
  saleLimit: 2,
  version: 3,
});
const FACTS = { feeBps: 100, platform: "P".repeat(44) };
const terms = quote(product, FACTS);
/** As the version before wrote the order. */
const ofColumns = termsOfColumns({
  productId: product.id,
  label: product.title,
  priceLamports: 1_000n,
  feeLamports: 10n,
  recipient: product.recipient,
  platform: FACTS.platform,
  saleType: "limited",
});

test("a quote has the legs, what it takes and the version of the product", () => {
  expect(terms).toMatchObject({
    legs: [
      { role: "platform", wallet: FACTS.platform, amount: "10" },
      { role: "seller", wallet: product.recipient, amount: "990" },
    ],
    takes: [`unit:${product.id}`],
    productVersion: 3,
    until: null,
  });
  expect([totalOf(terms), lamportsTo(terms, "seller")]).toEqual([1_000n, 990n]);
  expect(quote({ ...product, saleType: "infinite" }, FACTS).takes).toEqual([]);
  const free = quote(product, { ...FACTS, feeBps: 0 });
  expect(free.legs.map(({ role }) => role)).toEqual(["seller"]);
});

test("shares come between the commission and the seller's leg, which is what they leave", () => {
  const sharers = Array.from({ length: 6 }, (_, index) => ({
    role: "author" as const,
    wallet: `${index}`.repeat(44),
    bps: 1_000,
  }));
  const legs = sharesOfPrice(sharers, { priceLamports: 1_000n, feeLamports: 10n });
  const shared = quote(product, { ...FACTS, shares: { ...NO_SHARES, legs } });
  expect(shared.legs.map(({ role }) => role)).toEqual([
    "platform",
    ...sharers.map(({ role }) => role),
    "seller",
  ]);
  expect([totalOf(shared), lamportsTo(shared, "seller")]).toEqual([1_000n, 396n]);
  expect(readTerms(termsText(shared))).toEqual(shared);
  expect(areCurrent(shared, terms)).toBe(false);
  const sharing = {
    sharers,
    canReceive: new Set(sharers.slice(1).map(({ wallet }) => wallet)),
    debts: new Map([["1".repeat(44), 40n]]),
  };
  const asked = quote(product, { ...FACTS, sharing });
  expect(asked.legs.map(({ amount }) => amount)).toEqual([
    "10",
    "59",
    "99",
    "99",
    "99",
    "99",
    `${396 + 99 + 40}`,
  ]);
  expect([asked.owed?.length, asked.withheld?.length]).toEqual([1, 1]);
  // A part of 0 is no leg.
  const tiny = sharesOfPrice([{ role: "author", wallet: "A", bps: 1 }], {
    ...{ priceLamports: 1_000n, feeLamports: 10n },
  });
  expect(tiny).toEqual([]);
  const owed = quote(product, { ...FACTS, shares: { ...NO_SHARES, owed: legs } });
  expect([lamportsTo(owed, "seller"), owed.owed]).toEqual([990n, legs]);
  expect(areCurrent(owed, terms)).toBe(false);
  expect(sharesOf(owed)).toEqual({ ...NO_SHARES, owed: legs });
  const debts = new Map([
    ["0".repeat(44), 40n],
    ["1".repeat(44), 1_000n],
  ]);
  const { shares, withheld } = withoutDebts(legs, debts);
  expect(shares.map(({ amount }) => amount)).toEqual(["59", "99", "99", "99", "99"]);
  expect(withheld.map(({ amount }) => amount)).toEqual(["40", "99"]);
  const lessDebts = quote(product, { ...FACTS, shares: { ...NO_SHARES, legs: shares, withheld } });
  expect(lamportsTo(lessDebts, "seller")).toBe(396n + 139n);
  expect(readTerms(termsText(lessDebts)).withheld).toEqual(withheld);
});

test("the document is read as it was written, and has at most 700 bytes for two legs", () => {
  const text = termsText(terms);
  expect(readTerms(text)).toEqual(terms);
  expect(termsText(readTerms(text))).toBe(text);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(700);
  expect(terms.items[0]?.title).toBe("é".repeat(50));
});

test.each<[string, object]>([
  ["an unknown version", { version: 2 }],
  ["legs that do not add up", { list: { amount: "1001", currency: "SOL" } }],
  ["a leg of nothing", { legs: [...terms.legs, { ...terms.legs[0], amount: "0" }] }],
  ["no leg", { legs: [] }],
  ["nine legs", { legs: Array(9).fill(terms.legs[0]) }],
  ["another asset", { asset: "USDC" }],
  ["a part that it does not know", { memo: "x" }],
  ["more than 4 kB", { items: [{ product: "p", title: "x".repeat(MAX_TERMS_BYTES) }] }],
])("a document with %s is refused", (_what, changes) => {
  expect(() => readTerms(JSON.stringify({ ...terms, ...changes }))).toThrow(/^terms: /);
});

// spec: buying.one-answer
describe.each([
  ["of this version", terms],
  ["by its columns", ofColumns],
] as const)("an order %s", (_how, ordered) => {
  test.each<[string, Partial<typeof product>, Partial<typeof FACTS>, string | null]>([
    ["nothing", {}, {}, null],
    ["its title", { title: "Another" }, {}, null],
    ["another commission for the same amounts", {}, { feeBps: 98 }, null],
    ["the price", { priceLamports: 1_100n }, { platform: "P2" }, "price"],
    ["the payout wallet", { recipient: "R2" }, { feeBps: 0 }, "offer"],
    ["the limit", { saleType: "infinite" }, {}, "offer"],
    ["the commission", {}, { feeBps: 200, platform: "P2" }, "commission"],
    ["the platform's wallet", {}, { platform: "P2" }, "platform"],
  ])("differs from today's by %s", (_what, product_, facts, change) => {
    const today = quote({ ...product, ...product_ }, { ...FACTS, ...facts });
    expect(areCurrent(ordered, today)).toBe(change === null);
    expect(termsChange(ordered, today)).toBe(change);
  });
});

test("an edit that was taken back makes other terms, except for rows that know no version", () => {
  const today = quote({ ...product, version: 5 }, FACTS);
  expect(areCurrent(terms, today)).toBe(false);
  expect(termsChange(terms, today)).toBe("offer");
  expect(areCurrent(ofColumns, today)).toBe(true);
});
