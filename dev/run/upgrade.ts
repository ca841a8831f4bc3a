import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDb } from "../../db/client";
import { reindex } from "../../db/shop/reindex";
import { searchIndexIn } from "../../db/shop/search-index-state";
import { sqlDatabase } from "../backup/database";
import { writeBackup } from "../backup/write-backup";
import { appliedMigrations, migrate, readMigrations } from "./migrate";

/**
 * Brings the database of a data folder to this version: applies missing migrations, after a backup of
 * what was there before, and writes the search index again where it is not that of this version. Returns
 * the names of the migrations.
 */
export async function upgrade(
  db: D1Database,
  dataDir: string,
  migrations = readMigrations(),
): Promise<string[]> {
  const before = await appliedMigrations(db);
  const isOld = before.size > 0 && migrations.some(({ name }) => !before.has(name));
  if (isOld) await backUpOldSchema(db, dataDir, [...before].sort().at(-1) ?? "");
  const applied = await migrate(db, migrations);
  if (isOld) console.log(`Applied ${applied.join(", ")}`);
  if (!(await searchIndexIn(openDb(db)).isInStep())) {
    if (before.size > 0) console.log("Writing the search index again ...");
    await reindex(db);
  }
  return applied;
}

/** @param last name of its last migration */
async function backUpOldSchema(db: D1Database, dataDir: string, last: string): Promise<void> {
  const folder = join(dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const path = join(folder, `before-upgrade-from-${last.replace(/\.sql$/, "")}-${time}.ndjson.gz`);
  await writeBackup(sqlDatabase(db), path);
  console.log(`The database before this upgrade is in ${path}`);
}
