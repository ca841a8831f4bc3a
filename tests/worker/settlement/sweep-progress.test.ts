import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { sweepProgressIn } from "../../../db/settlement/sweep-progress";

const progress = sweepProgressIn(openDb(env.DB));
const NAME = "a-sweep";

const run = (number: number, before: string | null) => ({ id: idOf(number), before });
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const remove = () =>
  env.DB.prepare("DELETE FROM sweep_progress WHERE name LIKE ?").bind(`${NAME}%`).run();

test("the progress of a run is written only on the one that it has read", async () => {
  for (const number of [1, 2, 3]) await progress.begin(NAME, idOf(number), number);
  await progress.replace(NAME, run(1, null), "first", 1);
  await progress.replace(NAME, run(2, null), "of a run beside it", 1);
  expect(await progress.read(NAME)).toBe("first");
  await progress.replace(NAME, run(2, "first"), "second", 2);
  expect(await progress.read(NAME)).toBe("second");
  // An older copy took the database's place meanwhile.
  await progress.write(NAME, "first", 3);
  await progress.replace(NAME, run(3, "second"), "third", 3);
  expect(await progress.read(NAME)).toBe("first");
});

test("a run writes nothing into a copy of before it began, though it has the same progress", async () => {
  await remove();
  await progress.begin(NAME, idOf(1), 1);
  await remove();
  await progress.replace(NAME, run(1, null), "first", 2);
  expect(await progress.read(NAME)).toBeNull();
  await progress.begin(NAME, idOf(2), 3);
  await progress.replace(NAME, run(1, null), "first", 3);
  expect(await progress.read(NAME)).toBeNull();
});

test("the last eight runs are known", async () => {
  await remove();
  for (let number = 1; number <= 9; number++) await progress.begin(NAME, idOf(number), number);
  await progress.replace(NAME, run(1, null), "first", 10);
  expect(await progress.read(NAME)).toBeNull();
  await progress.replace(NAME, run(2, null), "second", 10);
  expect(await progress.read(NAME)).toBe("second");
});
