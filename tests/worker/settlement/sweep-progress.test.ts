import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { sweepProgressIn } from "../../../db/settlement/sweep-progress";

const progress = sweepProgressIn(openDb(env.DB));
const NAME = "a-sweep";

test("the progress of a run is written only on the one that it has read", async () => {
  await progress.replace(NAME, null, "first", 1);
  await progress.replace(NAME, null, "of a run beside it", 1);
  expect(await progress.read(NAME)).toBe("first");
  await progress.replace(NAME, "first", "second", 2);
  expect(await progress.read(NAME)).toBe("second");
  // An older copy took the database's place meanwhile.
  await progress.write(NAME, "first", 3);
  await progress.replace(NAME, "second", "third", 3);
  expect(await progress.read(NAME)).toBe("first");
  await env.DB.prepare("DELETE FROM sweep_progress WHERE name = ?").bind(NAME).run();
  await progress.replace(NAME, "first", "second", 4);
  expect(await progress.read(NAME)).toBeNull();
});
