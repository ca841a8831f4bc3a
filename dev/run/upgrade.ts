// Brings a database, here or deployed, to this version without stopping the version that runs.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDb } from "../../db/client";
import { reindex } from "../../db/shop/reindex";
import { searchIndexIn } from "../../db/shop/search-index-state";
import {
  MAX_PARAMETER_CHARS,
  type RunWrangler,
  remoteDatabase,
  runWrangler,
  sqlDatabase,
  withParameters,
} from "../backup/database";
import { readMigrationNames } from "../backup/tables";
import { writeBackup } from "../backup/write-backup";
import { StartFailure } from "./failure";
import { appliedMigrations, type Migration, migrate, readMigrations } from "./migrate";

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
  const applied = new Set(await readMigrationNames(remoteDatabase(run)));
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

/**
 * What these migrations take from the version that runs meanwhile, as `file: statement` lines; empty
 * where they only add. Deployed code goes on reading and writing while they are applied, and until the
 * next version is there: it knows no new table or column, and needs all old ones.
 *
 * What counts: a drop, a rename, a column that old INSERTs would have to name, and a rule that old
 * writes were not held to (UNIQUE, CHECK, a trigger that raises). A trigger or an index may be dropped
 * where the same migrations create it again, and an index that is one of `DISPENSABLE_INDEXES`.
 */
export function tightenings(migrations: readonly Migration[]): string[] {
  const schema = addedBy(migrations.flatMap(({ statements }) => statements.map(plain)));
  return migrations.flatMap(({ name, statements }) =>
    statements
      .filter((statement) => isTightening(plain(statement), schema))
      .map((statement) => `${name}: ${excerpt(statement)}`),
  );
}

/**
 * Indexes without which an older version is slower and no more: they are not unique, and no statement of
 * it names them by `INDEXED BY`. Decision 071 has what it reads in their place.
 */
export const DISPENSABLE_INDEXES: ReadonlySet<string> = new Set([
  "ledger_by_owner",
  "orders_awaiting_of_buyer",
  "followed_orders_by_end",
]);

/** What is new, by lower-case names. */
interface Added {
  tables: Set<string>;
  /** `table.column` of nullable columns without default: the rows of the old version have NULL there. */
  emptyColumns: Set<string>;
  /** Indexes and triggers. */
  others: Set<string>;
}

const ADD_COLUMN = /^alter table (\w+) add (?:column )?(\w+)(.*)$/;
const CREATE_INDEX = /^create (unique )?index (?:if not exists )?(\w+) on (\w+) ?\((.*?)\)/;
const CREATE_TRIGGER = /^create trigger (?:if not exists )?(\w+) .*? on (\w+)\b/;

function addedBy(statements: readonly string[]): Added {
  const added: Added = { tables: new Set(), emptyColumns: new Set(), others: new Set() };
  for (const text of statements) {
    const table = /^create (?:virtual )?table (?:if not exists )?(\w+)/.exec(text)?.[1];
    if (table) added.tables.add(table);
    const [, owner, column, rest = ""] = ADD_COLUMN.exec(text) ?? [];
    if (column && !/\b(not null|default|generated)\b/.test(rest)) {
      added.emptyColumns.add(`${owner}.${column}`);
    }
    const other = CREATE_INDEX.exec(text)?.[2] ?? CREATE_TRIGGER.exec(text)?.[1];
    if (other) added.others.add(other);
  }
  return added;
}

function isTightening(text: string, added: Added): boolean {
  const [, kind = "", dropped = ""] =
    /^drop (table|view|index|trigger) (?:if exists )?(\w+)/.exec(text) ?? [];
  if (kind === "index" && DISPENSABLE_INDEXES.has(dropped)) return false;
  if (kind === "index" || kind === "trigger") return !added.others.has(dropped);
  if (kind) return true;
  const altered = /^alter table (\w+) (.*)$/.exec(text);
  if (altered) return !added.tables.has(altered[1] ?? "") && isTighteningChange(altered[2] ?? "");
  const [, unique, , indexed = "", columns = ""] = CREATE_INDEX.exec(text) ?? [];
  if (unique) {
    const isNew = (column: string) => added.emptyColumns.has(`${indexed}.${column.trim()}`);
    return !added.tables.has(indexed) && !columns.split(",").some(isNew);
  }
  const [, , watched = ""] = CREATE_TRIGGER.exec(text) ?? [];
  if (watched === "" || added.tables.has(watched) || !/\braise ?\(/.test(text)) return false;
  return !isAboutAdded(text, watched, added);
}

/** True for a trigger on rows alone that have a value in a new column: the old version writes none. */
function isAboutAdded(trigger: string, watched: string, { emptyColumns }: Added): boolean {
  const condition = / when (.*?) begin\b/.exec(trigger)?.[1] ?? "";
  const [, column = ""] = / and new\.(\w+) is not null$/.exec(condition) ?? [];
  return emptyColumns.has(`${watched}.${column}`) && !/\bor\b/.test(condition);
}

/** @param change what follows the name of the table */
function isTighteningChange(change: string): boolean {
  if (!change.startsWith("add ")) return true;
  if (/\b(unique|check|primary key)\b/.test(change)) return true;
  return /\bnot null\b/.test(change) && !/\b(default|generated)\b/.test(change);
}

/** A statement in lower case, in one line, without comments, quotes of names and contents of texts. */
function plain(statement: string): string {
  return statement
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/[`"[\]]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

const MAX_EXCERPT_CHARS = 90;

function excerpt(statement: string): string {
  const text = statement.replace(/\s+/g, " ").trim();
  return text.length > MAX_EXCERPT_CHARS ? `${text.slice(0, MAX_EXCERPT_CHARS)}...` : text;
}
