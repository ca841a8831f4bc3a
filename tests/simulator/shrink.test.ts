import { expect, test } from "vitest";
import { shrink } from "../../dev/simulator/shrink";
import type { Plan } from "../../dev/simulator/steps";

const plan: Plan = {
  seed: "1",
  products: [],
  people: [],
  nodeCount: 2,
  steps: Array.from({ length: 170 }, (_, id) => ({ id, afterMs: 1_000 + id, act: "a", person: 0 })),
};
const idsOf = ({ steps }: Plan) => steps.map(({ id }) => id);
/** When a step happens, ms from the start. */
const timeOf = ({ steps }: Plan, id: number) =>
  steps
    .slice(0, steps.findIndex((step) => step.id === id) + 1)
    .reduce((sum, step) => sum + step.afterMs, 0);

test.each([1, 2, 5])(
  "%i beside each other: what is needed is left, at its times",
  async (beside) => {
    const needed = [3, 40, 41, 168];
    const fails = async (candidate: Plan) => needed.every((id) => idsOf(candidate).includes(id));
    const shrunk = await shrink(plan, fails, beside);
    expect(idsOf(shrunk)).toEqual(needed);
    expect(needed.map((id) => timeOf(shrunk, id))).toEqual(needed.map((id) => timeOf(plan, id)));
  },
);

test("a failure that needs any 20 of its even steps is left with 20 of them", async () => {
  const fails = async (candidate: Plan) =>
    idsOf(candidate).filter((id) => id % 2 === 0).length >= 20;
  const shrunk = await shrink(plan, fails, 2);
  expect(shrunk.steps).toHaveLength(20);
  expect(await fails(shrunk)).toBe(true);
});

test("the number of runs is bounded, and what is left fails", async () => {
  let runs = 0;
  const long = {
    ...plan,
    steps: Array.from({ length: 2_000 }, (_, id) => ({ id, afterMs: 1, act: "a", person: 0 })),
  };
  const fails = async (candidate: Plan) => {
    runs += 1;
    return candidate.steps.length >= 1_500;
  };
  expect(await fails(await shrink(long, fails, 1))).toBe(true);
  expect(runs).toBeLessThanOrEqual(401);
});
