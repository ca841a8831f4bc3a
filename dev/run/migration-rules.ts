import type { Migration } from "./migrate";

/**
 * What these migrations take from the version that runs meanwhile, as `file: statement` lines; empty
 * where they only add. Deployed code goes on reading and writing while they are applied, and until the
 * next version is there: it knows no new table or column, and needs all old ones.
 *
 * What counts: a drop, a rename, a column that old INSERTs would have to name, and a rule that old
 * writes were not held to (UNIQUE, CHECK, a trigger that raises). A trigger or an index may be dropped
 * where the same migrations create it again.
 */
export function tightenings(migrations: readonly Migration[]): string[] {
  const schema = addedBy(migrations.flatMap(({ statements }) => statements.map(plain)));
  return migrations.flatMap(({ name, statements }) =>
    statements
      .filter((statement) => isTightening(plain(statement), schema))
      .map((statement) => `${name}: ${excerpt(statement)}`),
  );
}

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
  return watched !== "" && !added.tables.has(watched) && /\braise ?\(/.test(text);
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
