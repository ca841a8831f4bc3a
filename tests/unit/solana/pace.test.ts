import { expect, test } from "vitest";
import { minBlocksLeft } from "../../../app/orders/rules/stock-limits";
import { ASSUMED_PACE, blockhashLifetimeMs, paceOf } from "../../../app/solana/pace";

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
