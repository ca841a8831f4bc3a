// Reads a whole backup back: every file by its hash, and the database in an empty one of its own.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartFailure } from "../run/failure";
import { readMigrations } from "../run/migrate";
import { withDatabase } from "../run/with-database";
import {
  type BackupRecord,
  contentPath,
  databasePath,
  type FileLine,
  fileListPath,
  readRecord,
} from "./backup-folder";
import { literal, type SqlDatabase, sqlDatabase } from "./database";
import { linesOf } from "./json-lines";
import { readHeader, restoreBackup } from "./restore-backup";
import { SHORT_LIVED_TABLES } from "./short-lived";
import type { RowCounts } from "./write-backup";
import { sha256Of } from "./write-folder";

export interface VerifiedBackup {
  rows: number;
  tables: number;
  files: number;
  bytes: number;
  /** Images that rows name and the backup lacks. Their owners can remove them while a backup is made. */
  missingImages: number;
  /** False where the backup is of another version, whose database this one can't restore. */
  isRestored: boolean;
}

/** Faults that are named one by one. */
const MAX_NAMED = 20;

/**
 * Verifies a backup, as a folder or as the file of a database alone.
 *
 * @throws StartFailure that names what is wrong
 */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const record = isFolder ? readRecord(path) : null;
  const faults: string[] = [];
  if (record) {
    await assertHash(databasePath(path), record.database.sha256);
    await assertHash(fileListPath(path), record.files.sha256);
    await compareFiles(path, record, faults);
    assertNone(path, faults);
  }
  const database = isFolder ? databasePath(path) : path;
  const { migrations } = await readHeader(database);
  const isRestored =
    migrations.join() ===
    readMigrations()
      .map(({ name }) => name)
      .join();
  const inScratch = isRestored
    ? await restoreToScratch(database, isFolder ? path : null, record?.database.rows, faults)
    : { counts: record?.database.rows ?? {}, missingImages: 0 };
  assertNone(path, faults);
  const counts = Object.values(inScratch.counts);
  return {
    rows: counts.reduce((sum, count) => sum + count, 0),
    tables: counts.length,
    files: record?.files.count ?? 0,
    bytes: record?.files.bytes ?? 0,
    missingImages: inScratch.missingImages,
    isRestored,
  };
}

/** @throws StartFailure that names the faults */
function assertNone(path: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  const rest = faults.length - MAX_NAMED;
  const named = [...faults.slice(0, MAX_NAMED), ...(rest > 0 ? [`${rest} more`] : [])];
  throw new StartFailure(`${path} is damaged:\n  ${named.join("\n  ")}`);
}

/** @throws StartFailure */
export async function assertHash(path: string, expected: string): Promise<void> {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (isThere && (await sha256Of(path)) === expected) return;
  throw new StartFailure(`${path} is ${isThere ? "damaged" : "missing"}.`);
}

async function compareFiles(folder: string, record: BackupRecord, faults: string[]): Promise<void> {
  let count = 0;
  let total = 0;
  for await (const value of linesOf(fileListPath(folder))) {
    const { key, sha256, bytes } = value as FileLine;
    count += 1;
    total += bytes;
    const path = contentPath(folder, sha256);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) faults.push(`${key} is missing`);
    else if (size !== bytes) faults.push(`${key} has ${size} bytes instead of ${bytes}`);
    else if ((await sha256Of(path)) !== sha256) faults.push(`${key} has other bytes than it had`);
  }
  if (count !== record.files.count || total !== record.files.bytes) {
    faults.push(`${count} files of ${total} bytes are listed, not ${record.files.count}`);
  }
}

/** @param folder of the backup; null where it has no files */
async function restoreToScratch(
  database: string,
  folder: string | null,
  expected: RowCounts | undefined,
  faults: string[],
): Promise<{ counts: RowCounts; missingImages: number }> {
  const scratch = mkdtempSync(join(tmpdir(), "comptoir-verify-"));
  try {
    let counts: RowCounts = {};
    let missingImages = 0;
    await withDatabase(scratch, async (d1) => {
      const db = sqlDatabase(d1);
      counts = await restoreBackup(db, database);
      for (const [table, rows] of Object.entries(expected ?? {})) {
        if (SHORT_LIVED_TABLES.has(table) || counts[table] === rows) continue;
        faults.push(`${table} has ${counts[table] ?? 0} rows instead of ${rows}`);
      }
      const found = (await db.query("PRAGMA quick_check(10)")).map((row) => row.quick_check);
      if (found.join() !== "ok") faults.push(...found.map(String));
      const foreign = await db.query("PRAGMA foreign_key_check");
      if (foreign.length > 0) faults.push(`${foreign.length} rows name rows that are not there`);
      if (folder) missingImages = await compareNamed(db, folder, faults);
    });
    return { counts, missingImages };
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface NamedFile {
  key: string;
  /** What the app itself noted; null for images. */
  sha256: string | null;
}

/** Compares the files that rows name with those of the backup. Returns the number of missing images. */
async function compareNamed(db: SqlDatabase, folder: string, faults: string[]): Promise<number> {
  const lines = linesOf(fileListPath(folder));
  let current: FileLine | null = null;
  let missingImages = 0;
  for await (const { key, sha256 } of namedFiles(db)) {
    while (current === null || Buffer.compare(Buffer.from(current.key), Buffer.from(key)) < 0) {
      const next = await lines.next();
      if (next.done) break;
      current = next.value as FileLine;
    }
    const isThere = current?.key === key;
    if (sha256 === null) missingImages += isThere ? 0 : 1;
    else if (!isThere) faults.push(`${key} is sold, and is not in the backup`);
    else if (current?.sha256 !== sha256) faults.push(`${key} is not the file that was published`);
  }
  return missingImages;
}

const PAGE_ROWS = 1_000;

/** In the order of their keys. */
async function* namedFiles(db: SqlDatabase): AsyncGenerator<NamedFile> {
  let after = "";
  for (;;) {
    const page = await db.query(
      `SELECT key, sha256 FROM (
         SELECT storage_path AS key, sha256 FROM files WHERE status <> 'uploading' AND sha256 IS NOT NULL
         UNION ALL SELECT key, NULL FROM media WHERE discarded_at IS NULL)
       WHERE key > ${literal(after)} ORDER BY key LIMIT ${PAGE_ROWS}`,
    );
    for (const { key, sha256 } of page) {
      yield { key: String(key), sha256: sha256 === null ? null : String(sha256) };
    }
    if (page.length < PAGE_ROWS) return;
    after = String(page.at(-1)?.key);
  }
}
