import { createWriteStream, renameSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { identifier, type Row, type SqlDatabase } from "./database";
import { line } from "./json-lines";
import { isAfter, readMigrationNames, readTables, type Table } from "./tables";

/** Rows of one query. */
const PAGE_ROWS = 1_000;

/** The first line of a backup. */
export interface BackupHeader {
  format: "comptoir-backup";
  version: 1;
  /** Names of the migrations of the database. */
  migrations: string[];
}

/** Starts the rows of a table: each is a line with an array of its values. */
export interface TableLine {
  table: string;
  columns: string[];
}

/** The last line. */
export interface EndLine {
  rows: number;
}

/** Rows by table, in the order of the backup. */
export type RowCounts = Record<string, number>;

/** Writes all tables to a gzipped file of JSON lines, which is there only once it is complete. */
export async function writeBackup(db: SqlDatabase, path: string): Promise<RowCounts> {
  const counts: RowCounts = {};
  const unfinished = `${path}.part`;
  await pipeline(
    Readable.from(backupLines(db, counts)),
    createGzip(),
    createWriteStream(unfinished, { mode: 0o600 }),
  );
  renameSync(unfinished, path);
  return counts;
}

async function* backupLines(db: SqlDatabase, counts: RowCounts): AsyncGenerator<string> {
  const migrations = await readMigrationNames(db);
  yield line({ format: "comptoir-backup", version: 1, migrations } satisfies BackupHeader);
  const tables = await readTables(db);
  const last = await readLastRowids(db, tables);
  let rows = 0;
  for (const table of tables) {
    const { name, columns } = table;
    counts[name] = 0;
    yield line({ table: name, columns } satisfies TableLine);
    for await (const page of pagesOf(db, table, last[name] ?? null)) {
      yield page.map((row) => line(columns.map((column) => row[column] ?? null))).join("");
      counts[name] += page.length;
      rows += page.length;
    }
  }
  yield line({ rows } satisfies EndLine);
}

/**
 * The last row of each table with a rowid, at one moment. Rows that are added later are left out, so
 * that no foreign key of the backup names a row which came after its table was read.
 */
async function readLastRowids(db: SqlDatabase, tables: readonly Table[]): Promise<Row> {
  const maxima = tables
    .filter(({ key }) => key[0] === "rowid")
    .map(({ name }) => `(SELECT max(rowid) FROM ${identifier(name)}) AS ${identifier(name)}`);
  return (await db.query(`SELECT ${maxima.join(", ")}`))[0] ?? {};
}

/** The rows of a table in the order of its key, up to the rowid `last`. */
async function* pagesOf(
  db: SqlDatabase,
  { name, columns, key }: Table,
  last: Row[string],
): AsyncGenerator<Row[]> {
  const keyColumns = key.map((column, at) => `${identifier(column)} AS "key ${at}"`);
  const selected = [...columns.map(identifier), ...keyColumns].join(", ");
  const isRowid = key[0] === "rowid";
  if (isRowid && last === null) return;
  const bound = isRowid ? `rowid <= ${last}` : "1";
  let start = "1";
  for (;;) {
    const page = await db.query(
      `SELECT ${selected} FROM ${identifier(name)} WHERE ${bound} AND ${start}
       ORDER BY ${key.map(identifier)} LIMIT ${PAGE_ROWS}`,
    );
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (page.length < PAGE_ROWS || !end) return;
    start = isAfter(
      key,
      key.map((_, at) => end[`key ${at}`] as string | number),
    );
  }
}
