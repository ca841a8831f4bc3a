import { expect, test } from "vitest";
import { simulateCommand } from "../support/simulate-command";

const SEEDS = 3;

// Seeds share processes differently, and Node has one thread or several.
test("a seed has the same trace in any time zone, language, number of processes and of threads", async () => {
  const here = { TZ: "Pacific/Auckland", LANG: "fr_FR.UTF-8", LC_ALL: "fr_FR.UTF-8" };
  const there = { TZ: "America/St_Johns", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
  const runs = [
    await tracesOf(["--jobs", "1"], { ...here, UV_THREADPOOL_SIZE: "1" }),
    await tracesOf(["--jobs", "3"], { ...there, UV_THREADPOOL_SIZE: "8" }),
  ];
  expect(runs[0]).toMatch(/^traces [0-9a-f]{64}$/m);
  expect(runs[1]).toBe(runs[0]);
});

test("one seed ends with its steps, payments and trace", async () => {
  const { lastLine } = await simulateCommand(["--seed", "7"]);
  expect(lastLine).toMatch(/^seed 7, \d+ steps, \d+ payments, trace [0-9a-f]{64}$/);
});

async function tracesOf(words: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await simulateCommand(["--seeds", String(SEEDS), ...words], env);
  return stdout.split("\n").find((line) => line.startsWith("traces ")) ?? stdout;
}
