import type { Migration } from "../../run/migrate";
import type { Life } from "../scheduler";
import type { Channel, SimulatedDatabase } from "../world";
import { MemoryDatabase, type Outcome, SqliteError, type SqlValue } from "./sqlite";

/** D1: https://developers.cloudflare.com/d1/platform/limits */
const MAX_STATEMENT_BYTES = 100_000;
const MAX_PATTERN_BYTES = 50;

const TRANSACTION_TEXT =
  "To execute a transaction, please use the state.storage.transaction() or " +
  "state.storage.transactionSync() APIs instead of the SQL BEGIN TRANSACTION or SAVEPOINT statements. " +
  "The JavaScript API is safer because it will automatically roll back on exceptions, and because it " +
  "interacts correctly with Durable Objects' automatic atomic write coalescing.";

interface Statement {
  readonly text: Text;
  readonly params: readonly SqlValue[];
}

/** Databases with the schema that no run uses now, by the migrations that made it. */
const idle = new Map<string, MemoryDatabase[]>();

/**
 * D1 over SQLite in memory, with the limits and the errors of D1. Not simulated: several statements in one
 * text, `PRAGMA defer_foreign_keys`, replicas that lag, the limit on the terms of a compound SELECT, and
 * `rows_read`, which is the number of rows that came back.
 */
export function createSimulatedDatabase(
  channel: Channel,
  migrations: readonly Migration[],
): SimulatedDatabase {
  return new DatabaseStandIn(channel, migrations);
}

class DatabaseStandIn implements SimulatedDatabase {
  readonly #sqlite: MemoryDatabase;
  readonly #idle: MemoryDatabase[];
  /** Names of the savepoints that are copies, oldest first. */
  #copies: string[] = [];
  #copyCount = 0;
  version = 0;

  constructor(
    private readonly channel: Channel,
    migrations: readonly Migration[],
  ) {
    const key = migrations.map(({ name }) => name).join();
    this.#idle = idle.get(key) ?? [];
    idle.set(key, this.#idle);
    const schema = migrations.flatMap(({ statements }) => statements);
    this.#sqlite = this.#idle.pop() ?? new MemoryDatabase(schema);
    this.#sqlite.start();
  }

  bindingFor(life: Life): D1Database {
    const binding: DatabaseShape = {
      ...this.#sessionFor(life, () => null),
      withSession: (constraint = "first-unconstrained") => {
        let bookmark = constraint.startsWith("first-") ? null : constraint;
        const onUse = () => {
          bookmark = this.#bookmark();
        };
        return { ...this.#sessionFor(life, onUse), getBookmark: () => bookmark };
      },
    };
    return binding as unknown as D1Database;
  }

  read<Row>(sql: string, ...params: (string | number | null)[]): Row[] {
    const { columns, rows } = this.#sqlite.run(sql, params);
    return rows.map((row) => toObject(columns, row) as Row);
  }

  write(sql: string, ...params: (string | number | null)[]): void {
    if (this.#sqlite.run(sql, params).changes > 0) this.version++;
  }

  copy(): Uint8Array {
    const name = `copy_${this.#copyCount++}`;
    this.#sqlite.command(`SAVEPOINT ${name}`);
    this.#copies.push(name);
    return new TextEncoder().encode(name);
  }

  /** Throws where an older copy was restored after this one was made: it is gone then. */
  restore(copy: Uint8Array): void {
    const name = new TextDecoder().decode(copy);
    const at = this.#copies.indexOf(name);
    if (at < 0) throw new Error("this copy was made after one that was restored since");
    this.#copies = this.#copies.slice(0, at + 1);
    this.#sqlite.command(`ROLLBACK TO ${name}`);
    this.version++;
  }

  close(): void {
    this.#sqlite.end();
    this.#idle.push(this.#sqlite);
  }

  #sessionFor(life: Life, onUse: () => void): SessionShape {
    const query: Query = (statements) =>
      this.channel.call(life, "d1", labelOf(statements), () => {
        const outcomes = this.#transaction(statements);
        onUse();
        return outcomes;
      });
    return {
      prepare: (sql) => new PreparedStandIn(query, textOf(sql), []),
      batch: async (statements) => {
        if (statements.length === 0) throw d1Error("No SQL statements detected.");
        return (await query(statements)).map(toResult);
      },
    };
  }

  /** One statement, or several as one transaction. Throws as D1 does. */
  #transaction(statements: readonly Statement[]): Outcome[] {
    const [only] = statements;
    let changes = 0;
    const run = ({ text, params }: Statement) => {
      refuse(text, params);
      const outcome = this.#sqlite.run(text.sql, params);
      changes += outcome.changes;
      return outcome;
    };
    try {
      const outcomes =
        statements.length === 1 && only ? [run(only)] : this.#atomically(() => statements.map(run));
      if (changes > 0) this.version++;
      return outcomes;
    } catch (error) {
      throw error instanceof SqliteError ? this.#describe(error) : error;
    }
  }

  #atomically<T>(work: () => T): T {
    this.#sqlite.command("SAVEPOINT batch");
    try {
      return work();
    } catch (error) {
      this.#sqlite.command("ROLLBACK TO batch");
      throw error;
    } finally {
      this.#sqlite.command("RELEASE batch");
    }
  }

  #bookmark(): string {
    const version = this.version.toString(16).padStart(8, "0");
    return `00000000-${version}-00000000-${"0".repeat(32)}`;
  }

  /** The text of D1, which names the code and, of a constraint, its kind. */
  #describe({ message, code }: SqliteError): Error {
    const extended = code === "SQLITE_CONSTRAINT" ? this.#extendedCode(message) : null;
    const words = [message, ...(code ? [code] : [])].join(": ");
    return d1Error(extended ? `${words} (extended: ${extended})` : words);
  }

  #extendedCode(message: string): string | null {
    const [, kind, columns = ""] = /^(.+) constraint failed(?:: (.*))?$/.exec(message) ?? [];
    if (kind === undefined) return message === "" ? null : "SQLITE_CONSTRAINT_TRIGGER";
    if (kind !== "UNIQUE") return `SQLITE_CONSTRAINT_${kind.replaceAll(" ", "")}`;
    const [table = ""] = columns.split(".");
    const primary = this.read<{ name: string }>(
      "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
      table,
    ).map(({ name }) => `${table}.${name}`);
    const isPrimary = primary.join(", ") === columns;
    return isPrimary ? "SQLITE_CONSTRAINT_PRIMARYKEY" : "SQLITE_CONSTRAINT_UNIQUE";
  }
}

type Query = (statements: readonly Statement[]) => Promise<Outcome[]>;

interface SessionShape {
  prepare(sql: string): PreparedStandIn;
  batch(statements: readonly PreparedStandIn[]): Promise<unknown[]>;
}

interface DatabaseShape extends SessionShape {
  withSession(constraint?: string): SessionShape & { getBookmark(): string | null };
}

class PreparedStandIn implements Statement {
  constructor(
    private readonly query: Query,
    readonly text: Text,
    readonly params: readonly SqlValue[],
  ) {}

  bind(...values: unknown[]): PreparedStandIn {
    return new PreparedStandIn(this.query, this.text, values.map(toSqlValue));
  }

  async all(): Promise<unknown> {
    return toResult(await this.#outcome());
  }

  run(): Promise<unknown> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const { columns, rows } = await this.#outcome();
    const [row] = rows;
    if (!row) return null;
    const object = toObject(columns, row.map(toD1Value));
    if (column === undefined) return object;
    if (object[column] === undefined) {
      const cause = new Error("Column not found");
      throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`, { cause });
    }
    return object[column];
  }

  async raw(options?: { columnNames?: boolean }): Promise<unknown[][]> {
    const { columns, rows } = await this.#outcome();
    const values = rows.map((row) => row.map(toD1Value));
    return options?.columnNames ? [[...columns], ...values] : values;
  }

  async #outcome(): Promise<Outcome> {
    const [outcome] = await this.query([this]);
    if (!outcome) throw new Error("a statement has an outcome");
    return outcome;
  }
}

function toResult({ columns, rows, changes, lastRowId }: Outcome) {
  return {
    success: true,
    meta: {
      served_by: "simulator",
      duration: 0,
      changes,
      last_row_id: lastRowId,
      changed_db: changes > 0,
      size_after: 0,
      rows_read: rows.length,
      rows_written: changes,
    },
    results: rows.map((row) => toObject(columns, row.map(toD1Value))),
  };
}

function toObject(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) object[columns[at] as string] = row[at];
  return object;
}

/** D1 answers in JSON. */
function toD1Value(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

/** Throws for what D1 does not bind. */
function toSqlValue(value: unknown): SqlValue {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : null;
    case "string":
      return value;
    case "boolean":
      return value ? 1 : 0;
    case "object":
      if (value === null) return null;
      if (value instanceof ArrayBuffer) return new Uint8Array(value);
      if (ArrayBuffer.isView(value)) return Uint8Array.from(value as Uint8Array);
      if (Array.isArray(value) && value.every(isByte)) return Uint8Array.from(value);
  }
  const text = `Type '${typeof value}' not supported for value '${value}'`;
  throw new Error(`D1_TYPE_ERROR: ${text}`, { cause: new Error(text) });
}

function isByte(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < 256;
}

/** Throws for what D1 refuses and SQLite would do. */
function refuse({ words, patterns }: Text, params: readonly SqlValue[]): void {
  if (words !== null) throw words;
  for (const at of patterns) {
    const pattern = params[at];
    if (typeof pattern === "string" && Buffer.byteLength(pattern) > MAX_PATTERN_BYTES)
      throw new SqliteError("LIKE or GLOB pattern too complex", "SQLITE_ERROR");
  }
}

/** What is known of a statement by its text alone. */
interface Text {
  readonly sql: string;
  /** For the trace: what it does to which table, such as `update orders`. */
  readonly label: string;
  /** Why the text is refused whatever its values are; null where it is not. */
  readonly words: Error | null;
  /** Positions of the parameters that are patterns. */
  readonly patterns: readonly number[];
}

const texts = new Map<string, Text>();
const KEPT_TEXTS = 2_000;

function textOf(sql: string): Text {
  const known = texts.get(sql);
  if (known) return known;
  const text = { sql, label: labelOfText(sql), words: refusalOf(sql), patterns: patternsOf(sql) };
  if (texts.size >= KEPT_TEXTS) texts.clear();
  texts.set(sql, text);
  return text;
}

function refusalOf(sql: string): Error | null {
  if (sql.trim() === "") return new SqliteError("No SQL statements detected.", "");
  if (Buffer.byteLength(sql) > MAX_STATEMENT_BYTES)
    return new SqliteError("statement too long", "SQLITE_TOOBIG");
  if (/^\s*(begin|commit|end|rollback|savepoint|release)\b/i.test(sql))
    return new SqliteError(TRANSACTION_TEXT, "");
  if (/^\s*pragma\s+defer_foreign_keys/i.test(sql))
    return new Error("PRAGMA defer_foreign_keys is not simulated");
  const isAllowedPragma = /^\s*pragma\s+(table_info|foreign_keys)\b/i.test(sql);
  if (/^\s*(attach|detach|pragma|create\s+temp)/i.test(sql) && !isAllowedPragma)
    return new SqliteError("not authorized", "SQLITE_AUTH");
  return null;
}

function patternsOf(sql: string): number[] {
  return [...sql.matchAll(/\b(?:like|glob)\s+\?/gi)].map(
    (match) => sql.slice(0, match.index).split("?").length - 1,
  );
}

/** For the trace: all that the statements do, such as `update orders, insert ledger`. */
function labelOf(statements: readonly Statement[]): string {
  return [...new Set(statements.map(({ text }) => text.label))].join(", ");
}

function labelOfText(sql: string): string {
  const verb = /\b(insert|update|delete|select)\b/i.exec(sql)?.[1]?.toLowerCase() ?? "run";
  const table = /\b(?:into|update|from)\s+["`]?(\w+)/i.exec(sql)?.[1] ?? "";
  return `${verb} ${table}`.trim();
}

function d1Error(text: string): Error {
  return new Error(`D1_ERROR: ${text}`, { cause: new Error(text) });
}
