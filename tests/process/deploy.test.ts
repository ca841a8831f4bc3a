import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type RunWrangler, runWrangler } from "../../dev/backup/database";
import { readMigrations } from "../../dev/run/migrate";
import { migrateRemote } from "../../dev/run/upgrade";

const folder = mkdtempSync(join(tmpdir(), "comptoir-deploy-"));
const asked: string[] = [];
/** The same command lines, with a local database in place of the deployed one. */
const run: RunWrangler = (args) => {
  asked.push(args.slice(0, 3).join(" "));
  const place = ["--local", "--persist-to", folder];
  return runWrangler(args.flatMap((arg) => (arg === "--remote" ? place : arg)));
};

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const dropping = { name: "9999_drop.sql", statements: ["DROP TABLE favourites"] };

// spec: command.deploy
test("a deployment applies pending migrations by the name of the binding, and refuses one that drops", async () => {
  const names = readMigrations().map(({ name }) => name);
  // A new database has no version that runs: the migrations of its first years may drop.
  expect(await migrateRemote(run)).toEqual(names);
  expect(asked).toEqual(["d1 execute DB", "d1 migrations apply"]);

  const refusal = migrateRemote(run, [...readMigrations(), dropping]);
  await expect(refusal).rejects.toThrow(
    /could not go on with these migrations[\s\S]*9999_drop\.sql: DROP TABLE favourites[\s\S]*Nothing was changed/,
  );
  expect(asked.filter((command) => command.endsWith("apply"))).toHaveLength(1);
});
