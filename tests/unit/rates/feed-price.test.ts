import { expect, test } from "vitest";
import { agreedPrice } from "../../../app/rates/rules/feed-price";
import { RateFault } from "../../../app/rates/rules/rate";
import { PRICE_PROGRAM } from "../../../app/solana/price-update";
import { type PriceFeedFields, priceFeedAccount } from "../../../dev/chain/index";

const NOW = Date.UTC(2026, 10, 23, 12);
const NOW_SECONDS = NOW / 1_000;

/** The account as a node has it: 150 dollars, published now. */
function account(fields: Partial<PriceFeedFields> = {}) {
  const { data } = priceFeedAccount({ publishTime: NOW_SECONDS, ...fields });
  return { owner: PRICE_PROGRAM, data };
}

const outcomeOf = (...accounts: Parameters<typeof agreedPrice>[0]) => {
  try {
    return agreedPrice(accounts, NOW).microDollars;
  } catch (error) {
    if (error instanceof RateFault) return error.reason;
    throw error;
  }
};

test("a price is millionths of a dollar, whatever the exponent of the feed", () => {
  expect(agreedPrice([account()], NOW)).toEqual({ microDollars: 150_000_000n, at: NOW });
  const priced = (price: bigint, exponent: number) =>
    outcomeOf(account({ price, exponent, confidence: 0n }));
  expect(priced(12_345_678_949n, -8)).toBe(123_456_789n);
  expect(priced(12_345_678_950n, -8)).toBe(123_456_790n);
  expect(priced(150n, 0)).toBe(150_000_000n);
  expect(priced(150_000_000n, -6)).toBe(150_000_000n);
  expect(priced(150_000_000_000_000n, -12)).toBe(150_000_000n);
});

// spec: rate.feed
test.each<[reason: string, Partial<PriceFeedFields>]>([
  ["feed_id", { feedId: "e".repeat(64) }],
  ["feed_unverified", { partialSignatures: 13 }],
  ["feed_unverified", { partialSignatures: 0 }],
  ["feed_price", { price: 0n, confidence: 0n }],
  ["feed_price", { price: -15_000_000_000n }],
  ["feed_price", { exponent: 1 }],
  ["feed_price", { exponent: -13 }],
  ["feed_price", { exponent: -2_147_483_648 }],
  ["feed_price", { price: 1n, exponent: -12, confidence: 0n }],
  ["feed_price", { price: 1_000_001n, exponent: 0, confidence: 0n }],
  ["feed_unsure", { confidence: 150_000_001n }],
  ["feed_unsure", { confidence: 2n ** 64n - 1n }],
  ["feed_old", { publishTime: NOW_SECONDS - 61 }],
  ["feed_old", { publishTime: 0 }],
  ["feed_ahead", { publishTime: NOW_SECONDS + 61 }],
])("%s (case %#): no price, also beside a good one", (reason, fields) => {
  expect(outcomeOf(account(fields))).toBe(reason);
  expect(outcomeOf(account(), account(fields))).toBe(reason);
});

test("a price at the limits counts", () => {
  expect(outcomeOf(account({ publishTime: NOW_SECONDS - 60 }))).toBe(150_000_000n);
  expect(outcomeOf(account({ publishTime: NOW_SECONDS + 60 }))).toBe(150_000_000n);
  expect(outcomeOf(account({ confidence: 150_000_000n }))).toBe(150_000_000n);
  expect(outcomeOf(account({ price: 1_000_000n, exponent: 0, confidence: 0n }))).toBe(10n ** 12n);
});

// spec: rate.feed
test("an account of another program, of another form, or none is no price", () => {
  const { data } = account();
  expect(outcomeOf(null)).toBe("feed_missing");
  expect(outcomeOf(account(), null)).toBe("feed_missing");
  expect(outcomeOf({ owner: "11111111111111111111111111111111", data })).toBe("feed_owner");
  const formless = [
    new Uint8Array(),
    new Uint8Array(134),
    data.subarray(0, 100),
    // An unknown level of verification.
    data.map((byte, at) => (at === 40 ? 2 : byte)),
    data.map((byte, at) => (at === 0 ? byte + 1 : byte)),
  ];
  for (const bytes of formless) {
    expect(outcomeOf({ owner: PRICE_PROGRAM, data: bytes })).toBe("feed_format");
  }
});

test("data inside of a larger buffer is read at its place", () => {
  const { data } = account();
  const larger = new Uint8Array(data.length + 7);
  larger.set(data, 7);
  expect(outcomeOf({ owner: PRICE_PROGRAM, data: larger.subarray(7) })).toBe(150_000_000n);
});

// spec: rate.two-nodes
test("two nodes have to agree within one percent, and the newer price counts", () => {
  const older = account({ price: 15_000_000_000n, publishTime: NOW_SECONDS - 30 });
  const newer = account({ price: 15_150_000_000n });
  expect(outcomeOf(older, newer)).toBe(151_500_000n);
  expect(outcomeOf(newer, older)).toBe(151_500_000n);
  const further = account({ price: 15_150_000_100n });
  expect(outcomeOf(older, further)).toBe("nodes_disagree");
  expect(outcomeOf(further, older)).toBe("nodes_disagree");
  expect(outcomeOf()).toBe("nodes_down");
});
