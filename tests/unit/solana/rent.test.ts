import { expect, test } from "vitest";
import { canRemain, mayRemain } from "../../../app/solana/rent";

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
