import { expect, test } from "vitest";
import { simulateCommand } from "../support/simulate-command";

test("a planted fault is found, and the seed that finds it holds without", async () => {
  const words = ["--mutant", "one-lamport-locks-unit", "--seeds", "4"];
  const { code, stdout, lastLine } = await simulateCommand(words);
  expect(lastLine, stdout).toBe("1 mutants, 1 found");
  expect(stdout).toMatch(/^one-lamport-locks-unit: seed \d: .*order /m);
  expect(code).toBe(0);
});
