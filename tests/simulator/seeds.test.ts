import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { simulateCommand } from "../support/simulate-command";

/** Always the same: together at most the processor time of builds, types and lint. */
const FIXED_SEEDS = 12;
const FRESH_SEEDS = 3;

// spec: payment.histories, stock.never-oversold
test("a fixed set of seeds holds", async () => {
  const { code, stdout, lastLine } = await simulateCommand(["--seeds", String(FIXED_SEEDS)]);
  expect(lastLine, stdout).toBe(`${FIXED_SEEDS} seeds, 0 failed`);
  expect(code).toBe(0);
});

// One that fails was there before: its plan is kept with `--keep`, and the fault mended.
test("seeds that nothing has tried before hold", async () => {
  const from = randomInt(1_000_000, 2 ** 40);
  const words = ["--seeds", String(FRESH_SEEDS), "--from", String(from)];
  console.log(`Fresh seeds: npm run simulate -- ${words.join(" ")}`);
  const { stdout, lastLine } = await simulateCommand(words);
  expect(lastLine, stdout).toBe(`${FRESH_SEEDS} seeds, 0 failed`);
});
