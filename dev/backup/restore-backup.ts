import { StartFailure } from "../run/failure";
import { identifier, literal, type SqlDatabase, type Value } from "./database";
import { linesOf } from "./json-lines";
import { MARK_LICENCE_RECORDS, SHORT_LIVED_TABLES } from "./short-lived";
import { readMigrationNames } from "./tables";
import type { BackupHeader, EndLine, RowCounts, TableLine } from "./write-backup";

/** Longest statement; D1 accepts 100 KB. */
const MAX_STATEMENT_BYTES = 60_000;
/** Statements of one transaction. */
const BATCH_STATEMENTS = 50;

/**
 * Restores a backup into a database without users that has the same migrations, without the rows of
 * `SHORT_LIVED_TABLES`, or of the tables `leftOut`. Triggers rebuild search index and counters meanwhile. A failed restore leaves
 * rows behind: it starts again with a new database.
 *
 * @throws StartFailure for a file that is no complete backup, and another database
 */
export async function restoreBackup(
  db: SqlDatabase,
  path: string,
  leftOut: ReadonlySet<string> = SHORT_LIVED_TABLES,
): Promise<RowCounts> {
  const { migrations } = await readHeader(path);
  assertSameMigrations(migrations, await readMigrationNames(db));
  await assertNoUsers(db);
  const counts: RowCounts = {};
  let statements: string[] = [];
  const flush = async () => {
    await db.execute(statements);
    statements = [];
  };
  for await (const { table, columns, values } of batchesOf(path)) {
    if (leftOut.has(table)) continue;
    // A migration can have inserted rows.
    if (counts[table] === undefined) statements.push(`DELETE FROM ${identifier(table)}`);
    counts[table] = (counts[table] ?? 0) + values.length;
    if (values.length > 0) {
      const names = columns.map(identifier).join(", ");
      statements.push(`INSERT INTO ${identifier(table)} (${names}) VALUES ${values.join(",\n")}`);
    }
    if (statements.length >= BATCH_STATEMENTS) await flush();
  }
  statements.push(MARK_LICENCE_RECORDS);
  await flush();
  return counts;
}

/**
 * The header of a backup. Reads all of it, since a restore is not undone.
 *
 * @throws StartFailure for a file that is no complete backup
 */
export async function readHeader(path: string): Promise<BackupHeader> {
  let header: Partial<BackupHeader> | null = null;
  let rows = 0;
  let last: unknown;
  try {
    for await (const value of linesOf(path)) {
      header ??= value as Partial<BackupHeader>;
      if (Array.isArray(value)) rows += 1;
      last = value;
    }
  } catch (error) {
    throw new StartFailure(`${path} can't be read: ${error}`);
  }
  if (header?.format !== "comptoir-backup" || header.version !== 1 || !header.migrations) {
    throw new StartFailure(`${path} is no backup.`);
  }
  if ((last as Partial<EndLine>).rows !== rows) throw new StartFailure(`${path} is incomplete.`);
  return header as BackupHeader;
}

/** @throws StartFailure where the backup was made by another version than that of the database */
export function assertSameMigrations(backup: readonly string[], database: readonly string[]): void {
  if (database.join() === backup.join()) return;
  throw new StartFailure(
    `The backup has the migrations up to ${backup.at(-1)}, the database those up to ${database.at(-1)}. Restore it with the version that made it, then migrate.`,
  );
}

/** @throws StartFailure where the database has users */
export async function assertNoUsers(db: SqlDatabase): Promise<void> {
  const users = await db.query("SELECT 1 FROM users LIMIT 1");
  if (users.length === 0) return;
  throw new StartFailure("The database has users: restore into an empty one.");
}

interface Batch {
  table: string;
  columns: string[];
  /** Rows as SQL; empty for the start of a table. */
  values: string[];
}

/** Rows for one statement each, and a first batch without rows for each table. */
async function* batchesOf(path: string): AsyncGenerator<Batch> {
  let table: TableLine | null = null;
  let values: string[] = [];
  let bytes = 0;
  for await (const value of linesOf(path)) {
    const row = Array.isArray(value)
      ? `(${value.map((one: Value) => literal(one)).join(", ")})`
      : null;
    const size = row === null ? 0 : Buffer.byteLength(row);
    if (table && (row === null || bytes + size > MAX_STATEMENT_BYTES)) {
      yield { ...table, values };
      values = [];
      bytes = 0;
    }
    if (row === null) table = isTableLine(value) ? value : null;
    else values.push(row);
    bytes += size;
    if (isTableLine(value)) yield { ...value, values: [] };
  }
}

function isTableLine(value: unknown): value is TableLine {
  return typeof value === "object" && value !== null && "table" in value;
}
