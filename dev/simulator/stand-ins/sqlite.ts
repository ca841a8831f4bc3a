import { createRequire } from "node:module";

export type SqlValue = number | string | null | Uint8Array;

/** What a statement did. */
export interface Outcome {
  readonly columns: readonly string[];
  /** Integers beyond 2^53 are `bigint`, blobs lists of bytes. */
  readonly rows: unknown[][];
  /** Rows that it, its triggers and its foreign keys changed: the difference of `total_changes()`. */
  readonly changes: number;
  readonly lastRowId: number;
}

/** A statement that SQLite refused. `code` is the name of its result code, as `SQLITE_CONSTRAINT`. */
export class SqliteError extends Error {
  override readonly name = "SqliteError";
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Of sqlite3.h. */
const OK = 0;
const ROW = 100;
const DONE = 101;
const INTEGER = 1;
const FLOAT = 2;
const TEXT = 3;
const BLOB = 4;
/** SQLite copies what is bound. */
const TRANSIENT = -1;
const CODES: Readonly<Record<number, string>> = {
  1: "SQLITE_ERROR",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  20: "SQLITE_MISMATCH",
};

/** D1: https://developers.cloudflare.com/d1/platform/limits */
const MAX_PARAMETERS = 100;
const MAX_VALUE_BYTES = 2_000_000;

/** The functions of SQLite that node-sqlite3-wasm exports; a pointer is a number. */
interface Library {
  Database: new (path: string) => { readonly _ptr: number; close(): void };
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _sqlite3_prepare_v2(db: number, text: number, bytes: number, out: number, tail: number): number;
  _sqlite3_finalize(statement: number): number;
  _sqlite3_reset(statement: number): number;
  _sqlite3_step(statement: number): number;
  _sqlite3_bind_null(statement: number, at: number): number;
  _sqlite3_bind_double(statement: number, at: number, value: number): number;
  _sqlite3_bind_text(statement: number, at: number, from: number, bytes: number, end: -1): number;
  _sqlite3_bind_blob(statement: number, at: number, from: number, bytes: number, end: -1): number;
  _sqlite3_column_count(statement: number): number;
  _sqlite3_column_name(statement: number, at: number): number;
  _sqlite3_column_type(statement: number, at: number): number;
  _sqlite3_column_double(statement: number, at: number): number;
  _sqlite3_column_int64(statement: number, at: number): bigint;
  _sqlite3_column_text(statement: number, at: number): number;
  _sqlite3_column_blob(statement: number, at: number): number;
  _sqlite3_column_bytes(statement: number, at: number): number;
  _sqlite3_errmsg(db: number): number;
}

interface Prepared {
  readonly pointer: number;
  readonly columns: readonly string[];
  readonly parameterCount: number;
  /** False where the text cannot change a row. */
  readonly mayWrite: boolean;
}

let engine: { library: Library; memory: WebAssembly.Memory } | undefined;

/** The library keeps its memory to itself; copying texts through its own functions takes three times as long. */
function loadEngine(): { library: Library; memory: WebAssembly.Memory } {
  if (engine) return engine;
  const { Instance } = WebAssembly;
  let memory: WebAssembly.Memory | undefined;
  try {
    WebAssembly.Instance = new Proxy(Instance, {
      construct(target, [module, imports]) {
        const instance = new target(module as WebAssembly.Module, imports as WebAssembly.Imports);
        memory = Object.values(instance.exports).find((it) => it instanceof WebAssembly.Memory);
        return instance;
      },
    });
    const library = createRequire(import.meta.url)("node-sqlite3-wasm") as Library;
    if (!memory) throw new Error("node-sqlite3-wasm was loaded before, or has another shape");
    engine = { library, memory };
    return engine;
  } finally {
    WebAssembly.Instance = Instance;
  }
}

/**
 * A database in memory. Between `start` and `end` one transaction stays open, and commits are savepoints
 * of it: rolling it back gives the first state again without losing the prepared statements, whose
 * preparation costs more than running them.
 */
export class MemoryDatabase {
  readonly #library: Library;
  readonly #memory: WebAssembly.Memory;
  readonly #database: { readonly _ptr: number; close(): void };
  readonly #prepared = new Map<string, Prepared>();
  #bytes: Buffer;
  #scratch = 0;
  #scratchBytes = 0;
  #totalChanges = 0;
  #lastRowId = 0;

  /** @param statements the schema */
  constructor(statements: readonly string[]) {
    ({ library: this.#library, memory: this.#memory } = loadEngine());
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#database = new this.#library.Database(":memory:");
    this.command("PRAGMA foreign_keys = ON");
    this.command("CREATE TEMP TABLE first_row (id INTEGER PRIMARY KEY)");
    for (const statement of statements) this.command(statement);
    this.#finalizeAll();
  }

  start(): void {
    this.command("BEGIN");
    // SQLite keeps the last row id of a connection: nothing of an earlier run may be seen.
    this.run("INSERT INTO temp.first_row VALUES (0)", []);
  }

  end(): void {
    this.command("ROLLBACK");
  }

  close(): void {
    this.#finalizeAll();
    this.#library._free(this.#scratch);
    this.#database.close();
  }

  /** Throws `SqliteError`. The statement changes nothing then. */
  run(sql: string, params: readonly SqlValue[]): Outcome {
    const prepared = this.#prepare(sql);
    if (!prepared.mayWrite) {
      const rows = this.#rows(prepared, params);
      return { columns: prepared.columns, rows, changes: 0, lastRowId: this.#lastRowId };
    }
    const before = this.#totalChanges;
    try {
      const rows = this.#rows(prepared, params);
      this.#readChanges();
      const changes = this.#totalChanges - before;
      return { columns: prepared.columns, rows, changes, lastRowId: this.#lastRowId };
    } catch (error) {
      this.#readChanges();
      throw error;
    }
  }

  /** Runs a text without parameters or result. */
  command(sql: string): void {
    this.#rows(this.#prepare(sql), []);
    // FTS5 writes what waits at a savepoint: no row of the next statement.
    this.#readChanges();
  }

  #readChanges(): void {
    const counts = this.#prepare("SELECT total_changes(), last_insert_rowid()");
    const [row = []] = this.#rows(counts, []);
    this.#totalChanges = Number(row[0]);
    this.#lastRowId = Number(row[1]);
  }

  #rows({ pointer, columns, parameterCount }: Prepared, params: readonly SqlValue[]): unknown[][] {
    if (params.length !== parameterCount)
      throw new SqliteError("Wrong number of parameter bindings for SQL query.", "");
    const library = this.#library;
    for (let at = 0; at < parameterCount; at++) this.#bind(pointer, at + 1, params[at] as SqlValue);
    const rows: unknown[][] = [];
    let result = library._sqlite3_step(pointer);
    while (result === ROW) {
      const row = new Array<unknown>(columns.length);
      for (let at = 0; at < row.length; at++) row[at] = this.#column(pointer, at);
      rows.push(row);
      result = library._sqlite3_step(pointer);
    }
    const error = result === DONE ? null : this.#error(result);
    library._sqlite3_reset(pointer);
    if (error) throw error;
    return rows;
  }

  #bind(statement: number, at: number, value: SqlValue): void {
    const library = this.#library;
    if (value === null) {
      library._sqlite3_bind_null(statement, at);
    } else if (typeof value === "number") {
      // D1 binds every number as a double; the column's affinity makes an integer of it.
      library._sqlite3_bind_double(statement, at, value);
    } else if (typeof value === "string") {
      const bytes = this.#writeText(value);
      refuseLargeValue(bytes);
      library._sqlite3_bind_text(statement, at, this.#scratch, bytes, TRANSIENT);
    } else {
      refuseLargeValue(value.byteLength);
      this.#reserve(value.byteLength);
      this.#heap().set(value, this.#scratch);
      library._sqlite3_bind_blob(statement, at, this.#scratch, value.byteLength, TRANSIENT);
    }
  }

  #column(statement: number, at: number): unknown {
    const library = this.#library;
    switch (library._sqlite3_column_type(statement, at)) {
      case INTEGER: {
        const number = library._sqlite3_column_double(statement, at);
        return Number.isSafeInteger(number) ? number : library._sqlite3_column_int64(statement, at);
      }
      case FLOAT:
        return library._sqlite3_column_double(statement, at);
      case TEXT: {
        const from = library._sqlite3_column_text(statement, at);
        const end = from + library._sqlite3_column_bytes(statement, at);
        return this.#heap().utf8Slice(from, end);
      }
      case BLOB: {
        const from = library._sqlite3_column_blob(statement, at);
        const end = from + library._sqlite3_column_bytes(statement, at);
        return [...this.#heap().subarray(from, end)];
      }
      default:
        return null;
    }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const library = this.#library;
    const bytes = this.#writeText(sql);
    // The pointers of the statement and of the rest of the text stand behind the text.
    const out = this.#scratch + (((bytes + 1) | 7) + 1);
    const result = library._sqlite3_prepare_v2(
      this.#database._ptr,
      this.#scratch,
      bytes,
      out,
      out + 4,
    );
    if (result !== OK) throw this.#error(result);
    const pointer = this.#heap().readUInt32LE(out);
    if (pointer === 0) throw new SqliteError("SQL code did not contain a statement.", "");
    const rest = this.#heap().utf8Slice(this.#heap().readUInt32LE(out + 4), this.#scratch + bytes);
    if (rest.trim() !== "") throw new Error(`more than one statement is not simulated: ${sql}`);
    const columns = Array.from({ length: library._sqlite3_column_count(pointer) }, (_, at) =>
      this.#readText(library._sqlite3_column_name(pointer, at)),
    );
    let parameterCount = 0;
    while (library._sqlite3_bind_null(pointer, parameterCount + 1) === OK) {
      parameterCount++;
      if (parameterCount > MAX_PARAMETERS) {
        library._sqlite3_finalize(pointer);
        throw new SqliteError("too many SQL variables", "SQLITE_ERROR");
      }
    }
    const mayWrite = !/^\s*(select|values|explain)\b/i.test(sql);
    const prepared = { pointer, columns, parameterCount, mayWrite };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #error(result: number): SqliteError {
    const message = this.#readText(this.#library._sqlite3_errmsg(this.#database._ptr));
    return new SqliteError(message, CODES[result & 0xff] ?? `SQLITE_${result}`);
  }

  #finalizeAll(): void {
    for (const { pointer } of this.#prepared.values()) this.#library._sqlite3_finalize(pointer);
    this.#prepared.clear();
  }

  /** The memory, which is another buffer after it has grown. */
  #heap(): Buffer & { utf8Slice(from: number, end: number): string } {
    if (this.#bytes.length === 0) this.#bytes = Buffer.from(this.#memory.buffer);
    return this.#bytes as Buffer & { utf8Slice(from: number, end: number): string };
  }

  #readText(from: number): string {
    const heap = this.#heap();
    return heap.utf8Slice(from, heap.indexOf(0, from));
  }

  /** Writes into the scratch space. Returns the number of bytes. */
  #writeText(text: string): number {
    // A UTF-16 unit takes at most three bytes; 24 more for two pointers.
    this.#reserve(3 * text.length + 24);
    return this.#heap().write(text, this.#scratch, "utf8");
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#scratchBytes) return;
    this.#library._free(this.#scratch);
    this.#scratchBytes = Math.max(2 * bytes, 1 << 16);
    this.#scratch = this.#library._malloc(this.#scratchBytes);
  }
}

function refuseLargeValue(bytes: number): void {
  if (bytes > MAX_VALUE_BYTES) throw new SqliteError("string or blob too big", "SQLITE_TOOBIG");
}
