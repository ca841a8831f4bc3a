import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { localDatabase } from "../../dev/run/local-database";
import { startDatabaseWorker } from "../../dev/run/local-worker";
import { migrate, readMigrations } from "../../dev/run/migrate";
import { withDatabase } from "../../dev/run/with-database";
import { checkLedger } from "../support/run-command";

const folder = mkdtempSync(join(tmpdir(), "comptoir-check-ledger-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

// spec: command.check-ledger
test("an empty database agrees and is not compared with a chain; one of the first version is named", async () => {
  const empty = join(folder, "empty");
  await withDatabase(empty, async () => undefined);
  expect(await checkLedger(empty)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^All agree: 0 orders/m),
  });
  const old = join(folder, "old");
  const worker = await startDatabaseWorker(old, () => undefined);
  await migrate(localDatabase(worker), readMigrations().slice(0, 1));
  await worker.dispose();
  const refused = await checkLedger(old);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("lacks 0001_")]);
});
