import { expect, test } from "vitest";
import { BadWords, readArguments } from "../../dev/simulator/cli/arguments";
import { simulateCommand } from "../support/simulate-command";

const wanted = (line: string) => readArguments(line.split(" ")).wanted;

test("words that mean nothing end with one sentence and exit code 2", async () => {
  const { code, stdout, stderr } = await simulateCommand(["--seed", "x"]);
  expect(stderr.trim()).toBe("--seed takes a whole number, such as 17; 'x' is none.");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test.each([
  "--seed -1",
  "--seed 1.5",
  "--seed 1e3",
  "--seed",
  "--seeds 0",
  "--seeds 5 --jobs 0",
  "--seed 1 --seeds 2",
  "--mutants --seed 3",
  "--mutants --mutant some-name",
  "--trace",
  "--sed 1",
  "17",
])("'%s' is refused", (line) => {
  expect(() => wanted(line)).toThrow(BadWords);
});

test("a planted fault that is not there and a file without a plan are refused by name", async () => {
  const mutant = await simulateCommand(["--mutant", "no-such-fault"]);
  expect(mutant.stderr).toMatch(/^No planted fault is called 'no-such-fault'\. There are: /);
  const plan = await simulateCommand(["--plan", "package.json"]);
  expect(plan.stderr).toBe("package.json is no plan that --keep has written.\n");
  expect([mutant.code, plan.code]).toEqual([2, 2]);
});

test("each form is read with its defaults", () => {
  expect(wanted("--seed 17")).toEqual({ kind: "seed", seed: "17", mutant: null });
  expect(wanted("--seed 017 --mutant m")).toEqual({ kind: "seed", seed: "17", mutant: "m" });
  expect(wanted("--seeds 20 --from 5")).toEqual({ kind: "seeds", from: 5, count: 20 });
  expect(wanted("--mutants")).toEqual({ kind: "mutants", name: null, from: 1, count: 500 });
  expect(readArguments(["--seed", "1", "--jobs", "3", "--keep"]).options).toEqual({
    jobs: 3,
    trace: false,
    keep: true,
  });
});
