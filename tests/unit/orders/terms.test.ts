import { describe, expect, test } from "vitest";
import { lamportsTo, sharesOfPrice, totalOf, withoutDebts } from "../../../app/orders/rules/legs";
import {
  type Adjustment,
  adjustmentsToday,
  areCurrent,
  choiceOf,
  MAX_TERMS_BYTES,
  NO_SHARES,
  priceToday,
  quote,
  readTerms,
  sharesOf,
  type Terms,
  takenUses,
  termsChange,
  termsOfColumns,
  termsText,
} from "../../../app/orders/rules/terms";
import { productOf } from "../../support/factories/product";
import { filesUnder, readText } from "../../support/sources";

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

/** As stored orders have them, word for word. */
test.each<[string, Partial<Parameters<typeof quote>[1]>, string]>([
  [
    "one order",
    {},
    '{"adjustments":[],"asset":"SOL","id":"75b42220da0c1495ca1488d57c9e85ee915099560e0a8ba0f177b80e8c0ff497","items":[{"product":"p-1","title":"Été"}],"legs":[{"amount":"10","role":"platform","wallet":"P"},{"amount":"990","role":"seller","wallet":"R"}],"list":{"amount":"1000","currency":"SOL"},"platform":null,"productVersion":3,"rate":null,"takes":["unit:p-1"],"until":null,"version":1}',
  ],
  [
    "one with shares and a use",
    {
      codes: ["SPRING"],
      shares: {
        legs: [{ role: "author", wallet: "A", amount: "99" }],
        owed: [{ role: "author", wallet: "B", amount: "50" }],
        withheld: [{ role: "author", wallet: "A", amount: "7" }],
      },
    },
    '{"adjustments":[],"asset":"SOL","id":"a78edab303997303e05077b3608964f87caf8288d55bc2b81aeb5b461a1ea47e","items":[{"product":"p-1","title":"Été"}],"legs":[{"amount":"10","role":"platform","wallet":"P"},{"amount":"99","role":"author","wallet":"A"},{"amount":"891","role":"seller","wallet":"R"}],"list":{"amount":"1000","currency":"SOL"},"owed":[{"amount":"50","role":"author","wallet":"B"}],"platform":null,"productVersion":3,"rate":null,"takes":["unit:p-1","use:SPRING"],"until":null,"version":1,"withheld":[{"amount":"7","role":"author","wallet":"A"}]}',
  ],
])("the document of %s has the bytes and the id of stored ones", (_, facts, text) => {
  const stored = { ...product, id: "p-1", title: "Été", recipient: "R" };
  expect(termsText(quote(stored, { feeBps: 100, platform: "P", ...facts }))).toBe(text);
});

const code = (amount: string, label = "Spring"): Adjustment => ({
  ...{ kind: "code", id: "spring", label, amount },
});

describe("an adjusted price", () => {
  const adjusted = quote(product, { ...FACTS, adjustments: [code("-201"), code("1", "Tip")] });

  test("is the total, of which commission and shares are parts", () => {
    expect(adjusted.legs.map(({ amount }) => amount)).toEqual(["8", "792"]);
    expect(adjusted.list.amount).toBe("1000");
    expect(readTerms(termsText(adjusted))).toEqual(adjusted);
    const sharing = {
      sharers: [{ role: "author" as const, wallet: "A", bps: 1_000 }],
      canReceive: new Set(["A"]),
      debts: new Map(),
    };
    const shared = quote(product, { ...FACTS, sharing, adjustments: adjusted.adjustments });
    expect(shared.legs.map(({ amount }) => amount)).toEqual(["8", "79", "713"]);
    expect(readTerms(termsText(shared))).toEqual(shared);
  });

  test("makes other terms, whose labels are only shown", () => {
    expect(termsChange(terms, adjusted)).toBe("code");
    const inFrench = { ...FACTS, adjustments: [code("-201", "Printemps"), code("1")] };
    expect(areCurrent(adjusted, quote(product, inFrench))).toBe(true);
    const long = quote(product, { ...FACTS, adjustments: [code("1", "é".repeat(60))] });
    expect(readTerms(termsText(long)).adjustments[0]?.label).toBe("é".repeat(50));
    const same = quote(product, { ...FACTS, adjustments: [code("-200")] });
    expect([totalOf(same), termsChange(adjusted, same)]).toEqual([800n, "code"]);
    // Of another price the same code takes off another amount.
    const dearer = { ...product, priceLamports: 1_100n };
    expect(termsChange(same, quote(dearer, { ...FACTS, adjustments: [code("-220")] }))).toBe(
      "price",
    );
  });

  test("holds while the seller's price is the same", () => {
    expect(adjustmentsToday(adjusted, 1_000n)).toEqual(adjusted.adjustments);
    expect(adjustmentsToday(adjusted, 900n)).toEqual([]);
    const today = (of: Terms) => (priceLamports: bigint) =>
      priceToday(of, { priceLamports, isCodeOff: false });
    expect([1_000n, 900n, 1_100n].map(today(adjusted))).toEqual([800n, 900n, 1_100n]);
    expect([1_000n, 900n].map(today(terms))).toEqual([1_000n, 900n]);
    const off = { priceLamports: 1_000n, isCodeOff: true };
    expect(priceToday(adjusted, off)).toBe(1_000n + chosenIn(adjusted));
  });

  test("is not written where its document could not be read", () => {
    const adjustments = Array(10).fill({ ...code("-1"), id: "x".repeat(300) });
    expect(() => termsText(quote(product, { ...FACTS, adjustments }))).toThrow("terms: too long");
  });

  test.each<[string, object]>([
    ["that does not give the total", { adjustments: [code("-201")] }],
    ["of nothing", { adjustments: [...adjusted.adjustments, code("0")] }],
    ["of no amount", { adjustments: [code("-2e2")] }],
    ["of an unknown kind", { adjustments: [{ ...code("-200"), kind: "gift" }] }],
    ["with a label of 101 bytes", { adjustments: [code("-200", "x".repeat(101))] }],
    ["of eleven", { adjustments: [...Array(10).fill(code("-18")), code("-20")] }],
  ])("is refused in a document with one %s", (_, changes) => {
    expect(() => readTerms(JSON.stringify({ ...adjusted, ...changes }))).toThrow(/^terms: /);
  });
});

/** What the buyer adds to the price, in lamports. */
function chosenIn({ adjustments }: Terms): bigint {
  return adjustments.reduce(
    (sum, { kind, amount }) => sum + (kind === "code" ? 0n : BigInt(amount)),
    0n,
  );
}

test("what was asked for an order is read from its terms", () => {
  const request = { codes: ["A", "B"], own: ["B-1f"] };
  const asked = quote(product, { ...FACTS, ...request });
  expect(asked.takes).toEqual([`unit:${product.id}`, "use:A", "use:B", "own:B-1f"]);
  expect(takenUses(readTerms(termsText(asked)))).toEqual(request);
  expect(areCurrent(asked, quote(product, { ...FACTS, ...takenUses(asked) }))).toBe(true);
  const adjustments: Adjustment[] = [
    { kind: "chosen", id: "chosen", label: "", amount: "500" },
    { kind: "code", id: "A", label: "A", amount: "-300" },
  ];
  const chosen = quote(product, { ...FACTS, adjustments });
  expect(choiceOf(readTerms(termsText(chosen)))).toEqual({ codeId: "A", chosenLamports: 1_500n });
  expect(choiceOf(asked)).toEqual({ codeId: null, chosenLamports: null });
  for (const other of [{ codes: ["A"], own: ["B-1f"] }, { codes: ["A", "B"] }])
    expect(termsChange(asked, quote(product, { ...FACTS, ...other }))).toBe("code");
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

test("quotes have one caller, which collects what they depend on", () => {
  const callers = filesUnder(["app", "db", "workers", "dev"], /\.tsx?$/).filter((path) =>
    /(?<!function )\bquote\(/.test(readText(path)),
  );
  expect(callers).toEqual(["app/checkout/use-cases/read-quote.ts"]);
});
