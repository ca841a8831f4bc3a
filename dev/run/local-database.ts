import type { Miniflare, WorkerOptions } from "miniflare";

/** Name of the Worker that `localDatabase` asks. It has no route: only this process reaches it. */
const WORKER_NAME = "database";

const WORKER_CODE = `
const run = ({ DB }, { statements, raw }) => {
  const prepared = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params));
  if (raw) return prepared[0].raw({ columnNames: raw.columnNames });
  return prepared.length === 1 ? prepared[0].all().then((one) => [one]) : DB.batch(prepared);
};
export default {
  async fetch(request, env) {
    try {
      return Response.json({ results: await run(env, await request.json()) });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};`;

interface Statement {
  sql: string;
  params: unknown[];
}

interface Query {
  statements: Statement[];
  /** Rows as arrays instead of objects. */
  raw?: { columnNames: boolean };
}

/** The Worker that gives `localDatabase` the databases of `options`, with its buckets. */
export function databaseWorker({ d1Databases, r2Buckets }: WorkerOptions): WorkerOptions {
  return {
    name: WORKER_NAME,
    compatibilityDate: "2026-04-01",
    modules: [{ type: "ESModule", path: "database.js", contents: WORKER_CODE }],
    d1Databases,
    r2Buckets,
  };
}

/**
 * The database of a running Worker, with one request per statement or batch. Miniflare's own
 * binding blocks this thread for two further requests per statement.
 *
 * Statements throw what D1 throws, with its message.
 */
export function localDatabase(miniflare: Miniflare): D1Database {
  async function query(body: Query) {
    const worker = await miniflare.getWorker(WORKER_NAME);
    const init = { method: "POST", body: JSON.stringify(body) };
    const response = await worker.fetch("http://database/", init);
    const { results, error } = (await response.json()) as { results: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return results;
  }
  const all = async (statements: Statement[]) =>
    (await query({ statements })) as D1Result<Record<string, unknown>>[];

  function prepare(sql: string, params: unknown[] = []) {
    const statement: Statement = { sql, params };
    const run = async () => (await all([statement]))[0];
    return {
      ...statement,
      bind: (...values: unknown[]) => prepare(sql, values.map(toJson)),
      run,
      all: run,
      async first(column?: string) {
        const [row] = (await run())?.results ?? [];
        return row === undefined ? null : column === undefined ? row : row[column];
      },
      raw: ({ columnNames = false } = {}) =>
        query({ statements: [statement], raw: { columnNames } }),
    };
  }

  return {
    prepare,
    batch: (statements: Statement[]) => all(statements.map(({ sql, params }) => ({ sql, params }))),
  } as unknown as D1Database;
}

/** Bytes as numbers, which D1 takes too. JSON would send undefined, which D1 refuses, as null. */
function toJson(value: unknown): unknown {
  if (value === undefined) throw new TypeError("D1 takes no undefined");
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  return value instanceof Uint8Array ? [...value] : value;
}
