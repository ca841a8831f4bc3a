/**
 * `npm run backup [-- PATH] [--to DIR] [--keep N] [--full]`: makes a backup of `DATA_DIR`, database and
 * files, also while the app runs. `-- --verify [PATH]` reads one back. `-- --remote [FILE]` writes every
 * table of the deployed database into one file.
 */
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { backupName, backupsIn, unfinishedIn } from "./backup/backup-folder";
import { withDataReader } from "./backup/data-reader";
import { remoteDatabase } from "./backup/database";
import { readMigrationNames } from "./backup/tables";
import { verifyBackup } from "./backup/verify-backup";
import { writeBackup } from "./backup/write-backup";
import { writeBackupFolder } from "./backup/write-folder";
import { runCommand, StartFailure } from "./run/failure";
import { readMigrations } from "./run/migrate";
import { readStartSettings } from "./run/settings";
import { assertDatabase, assertMigrated } from "./run/with-database";

interface Asked {
  dataDir: string;
  /** Absolute; null for a name by time in `folder`. */
  path: string | null;
  folder: string;
  /** Backups to keep in `folder`; null keeps all. */
  keep: number | null;
  full: boolean;
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      remote: { type: "boolean", default: false },
      verify: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      to: { type: "string" },
      keep: { type: "string" },
    },
    allowPositionals: true,
  });
  const { dataDir } = readStartSettings(process.env);
  const folder = values.to ? resolve(values.to) : join(dataDir, "backups");
  const path = positionals[0] ? resolve(positionals[0]) : null;
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) {
    throw new StartFailure("--keep takes the number of backups to keep, 1 or more.");
  }
  if (keep !== null && (path !== null || values.remote || values.verify)) {
    throw new StartFailure(
      "--keep is for backups that are named by their time: give --to or no path.",
    );
  }
  if (values.verify) await verify(path ?? backupsIn(folder).at(-1), folder);
  else if (values.remote)
    await backUpRemote(path ?? `${join(folder, backupName(new Date()))}.ndjson.gz`);
  else await backUp({ dataDir, path, folder, keep, full: values.full });
});

async function backUp({ dataDir, path, folder, keep, full }: Asked): Promise<void> {
  assertDatabase(dataDir);
  const target = path ?? join(folder, backupName(new Date()));
  const siblings = dirname(target);
  await withDataReader(dataDir, join(dataDir, "backups"), async (reader) => {
    const applied = new Set(await readMigrationNames(reader.snapshot));
    const names = readMigrations().map(({ name }) => name);
    assertMigrated(
      dataDir,
      names.filter((name) => !applied.has(name)),
    );
    mkdirSync(siblings, { recursive: true });
    for (const left of unfinishedIn(siblings)) rmSync(left, { recursive: true, force: true });
    const previous = full ? null : (backupsIn(siblings).at(-1) ?? null);
    const { record, unchanged } = await writeBackupFolder(reader, { dataDir, target, previous });
    const counts = Object.values(record.database.rows);
    const { count, bytes } = record.files;
    console.log(
      `${total(counts)} rows of ${counts.length} tables and ${count} files (${megabytes(bytes)}; ${unchanged} unchanged) in ${target}`,
    );
  });
  if (keep === null) return;
  for (const old of backupsIn(folder).slice(0, -keep)) {
    rmSync(old, { recursive: true, force: true });
    console.log(`Removed ${old}`);
  }
}

async function backUpRemote(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const counts = Object.values(await writeBackup(remoteDatabase(), path));
  console.log(`${total(counts)} rows of ${counts.length} tables in ${path}`);
}

/** @param folder where a backup was looked for */
async function verify(path: string | undefined, folder: string): Promise<void> {
  if (path === undefined) throw new StartFailure(`There is no backup in ${folder}.`);
  const { rows, tables, files, bytes, missingImages, isRestored } = await verifyBackup(path);
  console.log(
    `${path} is whole: ${rows} rows of ${tables} tables, ${files} files (${megabytes(bytes)})`,
  );
  if (missingImages > 0) {
    console.log(`${missingImages} images that its rows name were removed while it was made.`);
  }
  if (!isRestored) {
    console.log("Its database is that of another version: it was read, and not restored.");
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
