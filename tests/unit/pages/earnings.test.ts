import fc from "fast-check";
import { expect, test } from "vitest";
import { earningsOf, MAX_SALES, parseEarnings } from "../../../app/pages/rules/earnings";

const read = (price: string, sales: string, rate = "") => parseEarnings({ price, sales, rate });

// spec: money.earnings
test("the commission of one sale, as it is charged, is multiplied", () => {
  const parsed = read("0,000000150", "3", "150");
  if (!parsed.ok) throw new Error("not read");
  // 1.5 lamports round up to 2.
  expect(earningsOf(parsed, 100)).toEqual({
    feeBps: 100,
    feeLamports: 6n,
    shareLamports: 444n,
    sellerCents: 0n,
  });
});

test("a value in money is rounded half up to hundredths", () => {
  const parsed = read("0.05", "20", "149.995");
  if (!parsed.ok) throw new Error("not read");
  expect(earningsOf(parsed, 100).sellerCents).toBe(14_850n);
  expect(earningsOf({ ...parsed, rate: null }, 100).sellerCents).toBeNull();
});

test("commission and share add up to price times sales", () => {
  const amounts = fc.bigInt({ min: 1n, max: 9_000_000n * 1_000_000_000n });
  const counts = fc.bigInt({ min: 1n, max: BigInt(MAX_SALES) });
  fc.assert(
    fc.property(
      amounts,
      counts,
      fc.integer({ min: 0, max: 10_000 }),
      (priceLamports, sales, bps) => {
        const one = earningsOf({ priceLamports, sales, rate: null }, bps);
        expect(one.feeLamports + one.shareLamports).toBe(priceLamports * sales);
      },
    ),
  );
});

test.each([
  [["", "20", ""], { price: "not_a_number" }],
  [["0", "20", ""], { price: "not_positive" }],
  [["0.0000000001", "20", ""], { price: "too_many_decimals" }],
  [["1,250", "20", ""], { price: "ambiguous_comma" }],
  [["1", "0", ""], { sales: "out_of_range" }],
  [["1", "1.5", ""], { sales: "out_of_range" }],
  [["1", "1000001", ""], { sales: "out_of_range" }],
  [["1", "-1", "x"], { sales: "out_of_range", rate: "not_a_number" }],
  [["1", "1", "0"], { rate: "not_positive" }],
] as const)("%j is refused at its fields", ([price, sales, rate], errors) => {
  expect(read(price, sales, rate)).toEqual({ ok: false, errors });
});
