import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PLAN_IDS } from "../../../app/accounts/rules/plan";
import { MAX_LAMPORTS } from "../../../app/lib/lamports";
import { priceOfShare, splitPrice } from "../../../app/products/rules/commission";
import { DEFAULT_FEE_BPS, PLANS, planTerms } from "../../../app/products/rules/plans";

describe("splitPrice", () => {
  // spec: rule.order.fee, rule.order.rounding
  it.each([
    [1_000_000n, 100, 10_000n],
    [49n, 100, 0n],
    [50n, 100, 1n],
    [149n, 100, 1n],
    [150n, 100, 2n],
    [1_000_000_000n, 0, 0n],
    [1n, 250, 0n],
    [20n, 250, 1n],
  ])("takes from %s lamports at %s bps a fee of %s", (price, bps, fee) => {
    expect(splitPrice(price, bps)).toEqual({ feeLamports: fee, shareLamports: price - fee });
  });

  // spec: rule.order.fee
  // spec: money.split
  it("share and fee add up to the price", () => {
    const price = fc.bigInt({ min: 1n, max: MAX_LAMPORTS });
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 10_000 }), (lamports, bps) => {
        const { shareLamports, feeLamports } = splitPrice(lamports, bps);
        expect(shareLamports + feeLamports).toBe(lamports);
        expect(feeLamports).toBeGreaterThanOrEqual(0n);
        expect(shareLamports).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

describe("ratesOf", () => {
  // spec: permission.plan-free
  // spec: money.plan-table
  it("gives Free the rates of Pro: 1 % and 500 MB", () => {
    expect(planTerms("free", PLANS.pro)).toEqual(PLANS.pro);
    expect(planTerms("free", { feeBps: DEFAULT_FEE_BPS }).feeBps).toBe(100);
    expect(planTerms("free", { feeBps: DEFAULT_FEE_BPS }).maxFileBytes).toBe(500 * 1024 * 1024);
  });

  it("takes no fee from Premium", () => {
    expect(planTerms("premium", { feeBps: DEFAULT_FEE_BPS }).feeBps).toBe(0);
  });

  // spec: money.plan-table
  it("has no plan with a higher fee than a cheaper plan", () => {
    const fees = PLAN_IDS.map((plan) => PLANS[plan].feeBps);
    expect(fees).toEqual([...fees].sort((a, b) => b - a));
  });
});

it("the smallest price is the first of which the seller's share is enough", () => {
  for (const [share, feeBps] of [
    [650_240n, 100],
    [89_088n, 100],
    [890_880n, 0],
    [1n, 250],
  ] as const) {
    const price = priceOfShare(share, feeBps);
    expect(splitPrice(price, feeBps).shareLamports).toBeGreaterThanOrEqual(share);
    expect(splitPrice(price - 1n, feeBps).shareLamports).toBeLessThan(share);
  }
});
