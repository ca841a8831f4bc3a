import { openDb } from "../../db/client";
import { reindex } from "../../db/shop/reindex";
import { searchIndexIn } from "../../db/shop/search-index-state";
import {
  MAX_PARAMETER_CHARS,
  type RunWrangler,
  remoteDatabase,
  runWrangler,
  type SqlDatabase,
  withParameters,
} from "../backup/database";
import { StartFailure } from "./failure";
import { type Migration, readMigrations } from "./migrate";
import { tightenings } from "./migration-rules";

/**
 * Applies the pending migrations to the deployed database, which wrangler finds by its binding, before the
 * code that needs them is deployed. Returns their names.
 *
 * @throws StartFailure where one of them would break the version that runs meanwhile, or wrangler fails;
 * nothing is applied then
 */
export async function migrateRemote(
  run: RunWrangler = runWrangler,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const applied = await readApplied(remoteDatabase(run));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (pending.length === 0) return [];
  // A database without migrations has no version that runs.
  const refused = applied.size === 0 ? [] : tightenings(pending);
  if (refused.length > 0) {
    throw new StartFailure(
      `The deployed version could not go on with these migrations, which do more than add:\n  ${refused.join("\n  ")}\nNothing was changed. See docs/operations.md, Migrations only add.`,
    );
  }
  await run(["d1", "migrations", "apply", "DB", "--remote"]);
  return pending.map(({ name }) => name);
}

/** Writes the search index of the deployed database again where it is not that of this version. */
export async function reindexRemote(run: RunWrangler = runWrangler): Promise<boolean> {
  const db = withParameters(remoteDatabase(run));
  if (await searchIndexIn(openDb(db as D1Database)).isInStep()) return false;
  console.log("Writing the search index again ...");
  await reindex(db, { maxChars: MAX_PARAMETER_CHARS });
  return true;
}

async function readApplied(db: SqlDatabase): Promise<Set<string>> {
  const tables = await db.query("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'");
  if (tables.length === 0) return new Set();
  const rows = await db.query("SELECT name FROM d1_migrations");
  return new Set(rows.map(({ name }) => String(name)));
}
