import { describe, expect, test } from "vitest";
import { type Sharer, sharesOfPrice } from "../../../app/orders/rules/legs";
import { quote, type Sharing } from "../../../app/orders/rules/terms";
import { isEnoughForSeller, sellersLeast, splitShares } from "../../../app/products/rules/split";
import { parseAuthorPart, percentText } from "../../../app/sharing/rules/author";
import { productOf } from "../../support/factories/product";

const PRICE = { priceLamports: 1_000_003n, feeLamports: 10_000n };

// spec: sharing.split
test("an affiliate's part is of what the commission leaves, those of authors are of the rest", () => {
  const split = splitShares(PRICE, { affiliateBps: 7_500, authorBps: [5_000, 3_333] });
  expect(split).toEqual({ affiliateLamports: 742_502n, authorLamports: [123_750n, 82_492n] });
});

describe("the legs of a price", () => {
  const author: Sharer = { role: "author", wallet: "A", bps: 2_000 };
  const affiliate: Sharer = { role: "affiliate", wallet: "F", bps: 5_000 };
  const facts = { feeBps: 100, platform: "P" };
  const legsOf = (sharing: Partial<Sharing>) => {
    const all = { sharers: [author, affiliate], canReceive: new Set(["A", "F"]), debts: new Map() };
    const terms = quote(productOf({ recipient: "R", priceLamports: 1_000n }), {
      ...{ ...facts, sharing: { ...all, ...sharing } },
    });
    return [terms.legs.map(({ wallet, amount }) => `${wallet} ${amount}`), terms.owed];
  };

  test("have the affiliate's before those of authors, and leave the seller the rest", () => {
    expect(legsOf({})).toEqual([["P 10", "F 495", "A 99", "R 396"], undefined]);
  });

  test("have no affiliate who can't receive: the part is the seller's, and not owed", () => {
    expect(legsOf({ canReceive: new Set(["A"]) })).toEqual([["P 10", "A 99", "R 891"], undefined]);
    // Nor is a debt taken off it.
    const debts = new Map([["F", 50n]]);
    expect(legsOf({ canReceive: new Set(["A"]), debts })[0]).toEqual(["P 10", "A 99", "R 891"]);
  });

  test("owe an author who can't receive", () => {
    const owed = [{ role: "author", wallet: "A", amount: "99" }];
    expect(legsOf({ canReceive: new Set(["F"]) })).toEqual([["P 10", "F 495", "R 495"], owed]);
  });

  test.each([
    ["an author", "A", ["P 10", "F 495", "R 495"]],
    ["an affiliate", "F", ["P 10", "A 99", "R 891"]],
  ])("have none for %s who pays", (_, payer, legs) => {
    expect(legsOf({ payer })).toEqual([legs, undefined]);
  });

  test("give a wallet one part: an author's", () => {
    const both = [author, { ...affiliate, wallet: "A" }];
    const price = { priceLamports: 1_000n, feeLamports: 10n };
    expect(sharesOfPrice(both, price)).toEqual([{ role: "author", wallet: "A", amount: "198" }]);
  });
});

test.each<[string, bigint, number, number[], bigint]>([
  ["nobody shares", 1_000n, 0, [], 990n],
  ["one has half", 1_000n, 0, [5_000], 495n],
  ["rounding leaves it the rest", 1_001n, 0, [3_333, 3_333], 331n],
  ["an affiliate takes most", 1_000n, 7_500, [5_000], 124n],
  ["all is given away", 1_000n, 0, [5_000, 5_000], 0n],
])("what the seller gets where %s", (_, price, affiliateBps, authorBps, expected) => {
  expect(sellersLeast(price, 100, affiliateBps, authorBps)).toBe(expected);
});

test.each<[bigint, bigint, bigint, boolean]>([
  [50n, 1_000n, 50n, true],
  [49n, 1_000n, 0n, false],
  [500n, 1_000n, 501n, false],
])("%s of %s lamports, with a rent minimum of %s, is enough: %s", (part, price, rent, isEnough) => {
  const facts = { priceLamports: price, rentMinimum: rent };
  expect(isEnoughForSeller(part, facts)).toBe(isEnough);
});

test.each<[string, number | null]>([
  ["1", 100],
  ["12,5", 1_250],
  [" 12.55 %", 1_255],
  ["50", 5_000],
  ["50.01", null],
  ["0.99", null],
  ["1.234", null],
  ["-5", null],
  ["1e1", null],
  ["", null],
])("%j percent is %s basis points", (text, bps) => {
  expect(parseAuthorPart(text)).toBe(bps);
  if (bps !== null) expect(parseAuthorPart(percentText(bps))).toBe(bps);
});
