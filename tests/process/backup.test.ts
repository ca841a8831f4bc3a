import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UNREAD_RECORDS } from "../../app/licences/rules/unread-records";
import { openDb } from "../../db/client";
import { reindex } from "../../db/shop/reindex";
import { searchIndexIn } from "../../db/shop/search-index-state";
import { databasePath } from "../../dev/backup/backup-folder";
import {
  type Row,
  type RunWrangler,
  remoteDatabase,
  type SqlDatabase,
  sqlDatabase,
  type Value,
  withParameters,
} from "../../dev/backup/database";
import { readHeader, restoreBackup } from "../../dev/backup/restore-backup";
import {
  ADDRESS_COLUMNS,
  deleteShortLived,
  SHORT_LIVED_TABLES,
} from "../../dev/backup/short-lived";
import { readTables } from "../../dev/backup/tables";
import { writeBackup } from "../../dev/backup/write-backup";
import { databaseWorker, localDatabase } from "../../dev/run/local-database";
import { ignoreSpuriousWakeups, startDatabaseWorker } from "../../dev/run/local-worker";
import { appliedMigrations, migrate, readMigrations } from "../../dev/run/migrate";
import { reindexRemote, upgrade } from "../../dev/run/upgrade";
import { changeRow } from "../support/rows";
import { runCommand } from "../support/run-command";

// The databases of this file are made without `startWorker`, which does it for the app.
ignoreSpuriousWakeups();

/** More rows than one query reads and one statement writes. */
const MANY_ROWS = 1_205;

/** A search index that a trigger fills, a generated column, and a table without rowid. */
const EXTRA_MIGRATION = {
  name: "9999_extra.sql",
  statements: [
    `CREATE TABLE extra_notes (a TEXT NOT NULL, b INTEGER NOT NULL, body TEXT, bytes BLOB,
       length INTEGER GENERATED ALWAYS AS (length(body)) VIRTUAL, PRIMARY KEY (a, b)) WITHOUT ROWID`,
    "INSERT INTO extra_notes (a, b, body) VALUES ('by the migration', 1, 'x')",
    "CREATE TABLE extra_texts (id INTEGER PRIMARY KEY, body TEXT NOT NULL)",
    "CREATE VIRTUAL TABLE extra_search USING fts5(body, content = '', tokenize = 'trigram')",
    `CREATE TRIGGER extra_texts_added AFTER INSERT ON extra_texts BEGIN
       INSERT INTO extra_search (rowid, body) VALUES (new.id, new.body); END`,
  ],
};

const ODD_TEXTS = [
  "",
  'it\'s "quoted"; -- 100 %',
  "line\nbreak\r\n, \u2028 and \u2029",
  "a\0b",
  "Œuvre 🎈 e\u0301",
  "\\u0041 \\",
];

const folder = mkdtempSync(join(tmpdir(), "comptoir-backup-"));
const path = join(folder, "backup.ndjson.gz");
const running: Miniflare[] = [];
let source: D1Database;

async function newDatabase(
  migrations = [...readMigrations(), EXTRA_MIGRATION],
): Promise<D1Database> {
  const worker = new Miniflare({ workers: [databaseWorker({ d1Databases: ["DB"] })] });
  running.push(worker);
  const db = localDatabase(worker);
  await migrate(db, migrations);
  return db;
}

beforeAll(async () => {
  source = await newDatabase();
  await fill(source);
});

afterAll(async () => {
  for (const worker of running) await worker.dispose();
  rmSync(folder, { recursive: true });
});

/** Rows for every table that the app's foreign keys and checks accept. */
async function fill(db: D1Database): Promise<void> {
  for (const { name, columns, parents } of await readTables(sqlDatabase(db))) {
    if (name.startsWith("extra_")) continue;
    const info = await db.prepare(`PRAGMA table_info("${name}")`).all<Row>();
    const foreign = await db.prepare(`PRAGMA foreign_key_list("${name}")`).all<Row>();
    expect(parents.length).toBeLessThanOrEqual(foreign.results.length);
    const types = new Map(info.results.map((one) => [one.name, one]));
    const keys = new Map(foreign.results.map((one) => [one.from, one]));
    const insert = `INSERT INTO "${name}" (${columns}) VALUES (${columns.map(() => "?")})`;
    for (const [at, text] of ODD_TEXTS.entries()) {
      const values: Value[] = [];
      for (const column of columns) {
        const key = keys.get(column);
        const { type, notnull } = types.get(column) ?? {};
        if (key) values.push(await keyOf(db, String(key.table), String(key.to), at));
        // A kind that the totals by day count, which the restore makes again.
        else if (name === "ledger" && column === "kind") values.push("sale");
        else if (name === "reviews" && column === "stars") values.push(1 + (at % 5));
        else if (type !== "INTEGER") values.push(`${column} ${at} ${text}`);
        else values.push(/^(sold|held|.*_lamports)$/.test(column) ? 0 : notnull ? at + 1 : null);
      }
      await db
        .prepare(insert)
        .bind(...values)
        .run();
    }
  }
  const texts = Array.from({ length: MANY_ROWS }, (_, at) =>
    db.prepare("INSERT INTO extra_texts VALUES (?, ?)").bind(at * 2, "needle ".repeat(at % 40)),
  );
  const notes = Array.from({ length: MANY_ROWS }, (_, at) =>
    db
      .prepare("INSERT INTO extra_notes (a, b, body, bytes) VALUES (?, ?, ?, ?)")
      .bind(`it's ${at % 3}`, at, null, new Uint8Array([0, at % 256]).buffer),
  );
  await db.batch([...texts, ...notes]);
}

async function keyOf(db: D1Database, table: string, column: string, at: number): Promise<Value> {
  const select = `SELECT "${column}" AS value FROM "${table}" ORDER BY rowid LIMIT 1 OFFSET ?`;
  return (await db.prepare(select).bind(at).first<Value>("value")) ?? null;
}

/** Every table with its rows, those of the search index too. */
async function contents(db: D1Database): Promise<Record<string, Row[]>> {
  const tables = await db.prepare("PRAGMA table_list").all<Row>();
  const names = tables.results
    .filter(({ type, name }) => type === "table" && !/^(sqlite_|_cf_|d1_)/.test(String(name)))
    .map(({ name }) => String(name))
    .sort();
  const read = await db.batch<Row>(names.map((name) => db.prepare(`SELECT * FROM "${name}"`)));
  return Object.fromEntries(names.map((name, at) => [name, read[at]?.results ?? []]));
}

const matches = (db: D1Database) =>
  db.prepare("SELECT rowid FROM extra_search WHERE extra_search MATCH 'needle'").all<Row>();

// spec: command.backup
test("a restored database has every row of every table but those that sign people in, and its index", async () => {
  const written = await writeBackup(sqlDatabase(source), path);
  expect(Object.values(written).every((count) => count >= ODD_TEXTS.length)).toBe(true);
  expect(Object.keys(written).filter((name) => name.startsWith("extra_search"))).toEqual([]);
  const restored = await newDatabase();
  expect(await restoreBackup(sqlDatabase(restored), path)).toEqual(withoutShortLived(written));
  expect(await contents(restored)).toEqual(afterRestore(await contents(source)));
  expect((await matches(restored)).results).toEqual((await matches(source)).results);
  expect((await matches(restored)).results.length).toBeGreaterThan(MANY_ROWS / 2);
  expect((await restored.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
});

/** What a restore gives: these tables are left out, or have `empty` instead of their rows. */
function withoutShortLived<T>(byTable: Record<string, T>, empty?: T): Record<string, T> {
  const kept = Object.entries(byTable).flatMap(([name, value]) => {
    if (!SHORT_LIVED_TABLES.has(name)) return [[name, value] as const];
    return empty === undefined ? [] : [[name, empty] as const];
  });
  return Object.fromEntries(kept);
}

/** All rows after a restore, with the mark that no licence key is given before the records of R2 are read. */
function afterRestore(rows: Record<string, Row[]>): Record<string, Row[]> {
  const mark = { name: UNREAD_RECORDS, cursor: "", updated_at: 0 };
  const { sweep_progress = [], ...others } = rows;
  return withoutShortLived({ ...others, sweep_progress: [...sweep_progress, mark] }, []);
}

// spec: command.after-restore
test("after D1's own restore, the same rows are deleted, and nothing else", async () => {
  const copy = await newDatabase();
  await fill(copy);
  const before = await contents(copy);
  const deleted = await deleteShortLived(sqlDatabase(copy));
  expect(Object.keys(deleted).sort()).toEqual([...SHORT_LIVED_TABLES].sort());
  expect(Object.values(deleted).every((count) => count === ODD_TEXTS.length)).toBe(true);
  const withoutAddresses = { ...before };
  for (const [table, columns] of Object.entries(ADDRESS_COLUMNS)) {
    const none = Object.fromEntries(columns.map((column) => [column, null]));
    withoutAddresses[table] = (before[table] ?? []).map((row) => ({ ...row, ...none }));
  }
  expect(withoutAddresses).not.toEqual(before);
  expect(await contents(copy)).toEqual(afterRestore(withoutAddresses));
});

test("rows that are added during a backup are left out", async () => {
  const local = sqlDatabase(source);
  const late = "INSERT INTO users (uid, display_name, created_at) VALUES ('late', '', 1)";
  const owned = `INSERT INTO password_credentials VALUES ('late', 'late@example.com', 'h', 1)`;
  let isAdded = false;
  const db: SqlDatabase = {
    ...local,
    async query(sql) {
      const rows = await local.query(sql);
      if (!isAdded && sql.includes('FROM "users"') && sql.includes("LIMIT")) {
        isAdded = true;
        await local.execute([late, owned]);
      }
      return rows;
    },
  };
  const busy = join(folder, "busy.ndjson.gz");
  const counts = await writeBackup(db, busy);
  expect(isAdded).toBe(true);
  expect([counts.users, counts.password_credentials]).toEqual([ODD_TEXTS.length, ODD_TEXTS.length]);
  await local.execute([
    "DELETE FROM password_credentials WHERE uid = 'late'",
    "DELETE FROM users WHERE uid = 'late'",
  ]);
});

describe("a restore is refused", () => {
  const refusal = (db: D1Database, file: string) =>
    restoreBackup(sqlDatabase(db), file).then(
      () => "restored",
      (error: Error) => error.message,
    );

  test("into a database with users, or with other migrations", async () => {
    expect(await refusal(source, path)).toContain("has users");
    const other = await newDatabase(readMigrations());
    expect(await refusal(other, path)).toContain("9999_extra.sql");
  });

  test("from a file that is cut off or no backup", async () => {
    const empty = await newDatabase();
    const bytes = readFileSync(path);
    const lines = gunzipSync(bytes).toString().split("\n");
    const files = {
      cut: bytes.subarray(0, bytes.length / 2),
      shortened: gzipSync(lines.slice(0, -2).join("\n")),
      missing: gzipSync(lines.filter((_, at) => at !== 2).join("\n")),
      other: gzipSync('{"a":1}\n'),
      plain: Buffer.from("text"),
    };
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      writeFileSync(file, content);
      expect(await refusal(empty, file)).toMatch(/can't be read|is incomplete|is no backup/);
    }
    expect(await refusal(empty, join(folder, "nothing"))).toContain("can't be read");
    expect((await empty.prepare("SELECT 1 FROM users").all()).results).toEqual([]);
  });
});

test("a remote database is read and written through wrangler", async () => {
  const target = await newDatabase();
  /** Answers as wrangler does, from a local database. */
  const wranglerOf =
    (db: D1Database): RunWrangler =>
    async (args) => {
      expect(args.slice(0, 6)).toEqual(["d1", "execute", "DB", "--remote", "--yes", "--json"]);
      const [, value = ""] = args.slice(6);
      if (args[6] === "--command") return JSON.stringify([await db.prepare(value).all()]);
      const statements = readFileSync(value, "utf8").split(/;\n(?=INSERT|DELETE|UPDATE|$)/);
      await db.batch(statements.filter(Boolean).map((sql) => db.prepare(sql)));
      return "[]";
    };
  const file = join(folder, "remote.ndjson.gz");
  await writeBackup(remoteDatabase(wranglerOf(source)), file);
  await restoreBackup(remoteDatabase(wranglerOf(target)), file);
  expect(await contents(target)).toEqual(afterRestore(await contents(source)));

  await changeRow(target, "products", {}, { search_text: "", title: "Œuvre d'été" });
  const remote = withParameters(remoteDatabase(wranglerOf(target)));
  await reindex(remote, { maxChars: 100 });
  const read = "SELECT DISTINCT substr(search_text, 1, 12) AS text FROM products";
  expect((await target.prepare(read).all()).results).toEqual([{ text: "oeuvre d'ete" }]);
  // A deployment finds an index of another version, and writes it once.
  await changeRow(target, "sweep_progress", { name: "search-index" }, { cursor: "0" });
  expect(await reindexRemote(wranglerOf(target))).toBe(true);
  expect(await reindexRemote(wranglerOf(target))).toBe(false);
});

const run = (data: string, ...args: string[]) => runCommand(args, { DATA_DIR: join(folder, data) });

// spec: command.backup
test("npm run backup and npm run restore work on data folders", async () => {
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  expect(await run("one", "seed", "--products", "40")).toMatchObject({ code: 0 });
  expect(await run("one", "backup", first)).toMatchObject({ code: 0 });
  const textOf = (backup: string) => gunzipSync(readFileSync(databasePath(backup))).toString();
  const stale = join(folder, "stale.gz");
  writeFileSync(stale, gzipSync(withoutSearchTexts(textOf(first))));
  const restored = await run("two", "restore", stale);
  expect(restored.output).toMatch(/^\d+ rows of \d+ tables from /m);
  expect(await run("two", "backup", second)).toMatchObject({ code: 0 });
  const rowsOf = (backup: string) =>
    textOf(backup)
      .replace(/^(\["search-index",.*,)\d+\]$/m, "$1]")
      .split("\n")
      .filter((line) => !/^\{"rows":\d+\}$/.test(line));
  const mark = `["${UNREAD_RECORDS}","",0]`;
  expect(rowsOf(second)).toContain(mark);
  expect(rowsOf(second).filter((line) => line !== mark)).toEqual(rowsOf(first));
  expect(await run("two", "restore", first)).toMatchObject({ code: 1 });
  expect((await run("two", "restore")).output).toContain("Which backup?");
  expect((await run("two", "after-restore")).output).toMatch(/^Deleted 0 .*recovery_codes/m);
});

test("a command that looks at a folder without a database ends with a sentence and makes nothing", async () => {
  for (const args of [["backup"], ["check-ledger"], ["inbox"], ["after-restore"]]) {
    const { code, output } = await run("mistyped", ...args);
    expect([args[0], code]).toEqual([args[0], 1]);
    expect(output).toContain(`There is no database in ${join(folder, "mistyped")}`);
  }
  expect((await run("mistyped", "restore", join(folder, "nothing.gz"))).code).toBe(1);
  expect(existsSync(join(folder, "mistyped"))).toBe(false);
});

test("a database of an older version is named and left as it is, and a start backs it up", async () => {
  const old = join(folder, "old");
  const [first, second] = readMigrations().map(({ name }) => name);
  const names = async () => {
    const worker = await startDatabaseWorker(old, () => undefined);
    const applied = await appliedMigrations(localDatabase(worker));
    await worker.dispose();
    return [...applied];
  };
  const worker = await startDatabaseWorker(old, () => undefined);
  await migrate(localDatabase(worker), readMigrations().slice(0, 1));
  await worker.dispose();
  for (const args of [["backup"], ["restore", path]]) {
    const { code, output } = await run("old", ...args);
    expect(code).toBe(1);
    expect(output).toMatch(args[0] === "backup" ? `lacks ${second}, ` : "has the migrations");
  }
  expect(await names()).toEqual([first]);

  const again = await startDatabaseWorker(old, () => undefined);
  const applied = await upgrade(localDatabase(again), old);
  expect(await searchIndexIn(openDb(localDatabase(again))).isInStep()).toBe(true);
  await again.dispose();
  expect(applied).toEqual(
    readMigrations()
      .slice(1)
      .map(({ name }) => name),
  );
  const [backup = ""] = readdirSync(join(old, "backups"));
  const header = await readHeader(join(old, "backups", backup));
  expect(header.migrations).toEqual([first]);
});

/** A backup as from a version with another search text, which a restore writes again. */
function withoutSearchTexts(backup: string): string {
  let column = -1;
  const lines = backup.split("\n").map((line) => {
    const value: unknown = JSON.parse(line || "null");
    if (Array.isArray(value) && column !== -1) value[column] = "";
    if (Array.isArray(value)) return JSON.stringify(value);
    const { columns = [], table = "" } = (value ?? {}) as { columns?: string[]; table?: string };
    column = table === "products" ? columns.indexOf("search_text") : -1;
    return line;
  });
  return lines.join("\n");
}
