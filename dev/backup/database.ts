import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartFailure } from "../run/failure";
import { ROOT } from "../run/paths";
import { renewConfiguration } from "../setup/wrangler-config";

export type Value = string | number | null | number[];
export type Row = Record<string, Value>;

/** A D1 database, local or remote, by SQL without parameters. */
export interface SqlDatabase {
  query(sql: string): Promise<Row[]>;
  execute(statements: readonly string[]): Promise<void>;
}

export function sqlDatabase(db: D1Database): SqlDatabase {
  return {
    query: async (sql) => (await db.prepare(sql).all<Row>()).results,
    async execute(statements) {
      if (statements.length > 0) await db.batch(statements.map((sql) => db.prepare(sql)));
    },
  };
}

/** Largest answer of one query: a page of rows is below 50 MB. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;

/** Longest statement that is an argument of a command; Windows takes 32,767 characters for all of them. */
const MAX_COMMAND_CHARS = 8_000;

/** Runs wrangler with arguments and resolves with what it printed. */
export type RunWrangler = (args: readonly string[]) => Promise<string>;

/**
 * The database that the configuration names, through `wrangler d1 execute --remote`. Several statements go
 * as a file, all or none of them; D1 answers no queries while it imports one.
 */
export function remoteDatabase(run: RunWrangler = runWrangler): SqlDatabase {
  const execute = (...source: string[]) =>
    run(["d1", "execute", "DB", "--remote", "--yes", "--json", ...source]);
  return {
    async query(sql) {
      const answers: { results?: Row[] }[] = JSON.parse(await execute("--command", sql));
      return answers[0]?.results ?? [];
    },
    async execute(statements) {
      const [only = "", ...others] = statements;
      if (only === "") return;
      if (others.length === 0 && only.length <= MAX_COMMAND_CHARS) {
        await execute("--command", only);
        return;
      }
      const folder = mkdtempSync(join(tmpdir(), "comptoir-sql-"));
      try {
        const file = join(folder, "statements.sql");
        writeFileSync(file, statements.map((sql) => `${sql};\n`).join(""));
        await execute("--file", file);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

/** Characters of a parameter that `withParameters` can write into a statement of D1's 100 KB. */
export const MAX_PARAMETER_CHARS = 15_000;

/** The part of D1's interface that takes parameters; they are written into the statements. */
export function withParameters(db: SqlDatabase): Pick<D1Database, "prepare" | "batch"> {
  const prepare = (sql: string, params: Value[] = []) => {
    const rest = [...params];
    const text = sql.replace(/\?/g, () => literal(rest.shift() ?? null));
    return {
      text,
      bind: (...values: Value[]) => prepare(sql, values),
      all: async () => ({ results: await db.query(text) }),
    };
  };
  const batch = (statements: { text: string }[]) => db.execute(statements.map(({ text }) => text));
  return { prepare, batch } as unknown as Pick<D1Database, "prepare" | "batch">;
}

/** @throws StartFailure with what wrangler printed, where it fails */
export async function runWrangler(args: readonly string[]): Promise<string> {
  renewConfiguration(ROOT);
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [wrangler, ...args], {
      cwd: ROOT,
      maxBuffer: MAX_ANSWER_BYTES,
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new StartFailure(`wrangler failed: ${stdout}${stderr}`.trim());
  }
}

/** An SQL literal. */
export function literal(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return `X'${Buffer.from(value).toString("hex")}'`;
  // A statement ends at a NUL.
  if (value.includes("\0")) return `CAST(X'${Buffer.from(value).toString("hex")}' AS TEXT)`;
  return `'${value.replaceAll("'", "''")}'`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
