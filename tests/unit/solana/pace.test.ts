import { expect, test } from "vitest";
import { minBlocksLeft } from "../../../app/orders/rules/stock-limits";
import { priceOfShare, splitPrice } from "../../../app/products/rules/fees";
import { ASSUMED_PACE, blockhashLifetimeMs, paceOf } from "../../../app/solana/pace";
import { canRemain, mayRemain } from "../../../app/solana/rent";
import { outcomeOf } from "../../../app/solana/transaction-outcome";

// spec: payment.slots
test.each([
  [400, 20, 60_000],
  [250, 32, 37_500],
  [200, 40, 30_000],
  [100, 80, 15_000],
])("slots of %i ms: a floor of %i blocks, a life of %i ms", (slotMs, blocks, lifetimeMs) => {
  const pace = paceOf([slotMs], [150], ASSUMED_PACE);
  expect(minBlocksLeft(pace)).toBe(blocks);
  expect(blockhashLifetimeMs(pace)).toBe(lifetimeMs);
});

test("a node that lies moves the pace within bounds only, and not at all beside two others", () => {
  expect(paceOf([0.001, 200], [1, 150], ASSUMED_PACE)).toEqual({
    slotMs: 200,
    minSlotMs: 100,
    blockhashBlocks: 150,
  });
  expect(paceOf([1e9], [1e9], ASSUMED_PACE)).toEqual({
    slotMs: 600,
    minSlotMs: 600,
    blockhashBlocks: 300,
  });
  const honest = { slotMs: 200, minSlotMs: 200, blockhashBlocks: 150 };
  expect(paceOf([200, 1e9, 200], [150, 1, 150], ASSUMED_PACE)).toEqual(honest);
  expect(paceOf([], [], honest)).toEqual(honest);
});

test("the rent minimum is asked only where a balance depends on it", async () => {
  let asked = 0;
  const chain = { rentMinimum: async () => BigInt(++asked && 650_240) };
  for (const lamports of [0n, 10_000_000n, 5_000_000_000n]) {
    expect(await mayRemain(lamports, { chain })).toBe(true);
  }
  expect(await mayRemain(-1n, { chain })).toBe(false);
  expect(asked).toBe(0);
  expect(await mayRemain(650_239n, { chain })).toBe(false);
  expect(await mayRemain(650_240n, { chain })).toBe(true);
  expect(canRemain(650_240n, 890_880n)).toBe(false);
});

test("the smallest price is the first of which the seller's share is enough", () => {
  for (const [share, feeBps] of [
    [650_240n, 100],
    [89_088n, 100],
    [890_880n, 0],
    [1n, 250],
  ] as const) {
    const price = priceOfShare(share, feeBps);
    expect(splitPrice(price, feeBps).sellerLamports).toBeGreaterThanOrEqual(share);
    expect(splitPrice(price - 1n, feeBps).sellerLamports).toBeLessThan(share);
  }
});

test.each([
  ["succeeded", null, 5_000],
  ["succeeded", null, undefined],
  ["failed", { InstructionError: [0, { Custom: 1 }] }, 5_000],
  ["failed", { InsufficientFundsForRent: { account_index: 0 } }, 5_000],
  ["failed", { InstructionError: [0, { Custom: 1 }] }, undefined],
  ["not_run", { InsufficientFundsForRent: { account_index: 0 } }, 0],
  ["not_run", "InsufficientFundsForFee", 0],
  ["not_run", "AccountNotFound", undefined],
  ["failed", "ProgramAccountNotFound", undefined],
] as const)("%s: error %o, fee %o", (outcome, err, fee) => {
  expect(outcomeOf(err, fee)).toBe(outcome);
});
