// D1 of a running Worker from outside of it: commands and the start read and write the same database.
import type { Miniflare, WorkerOptions } from "miniflare";

/** Name of the Worker that this process asks. */
const WORKER_NAME = "database";
/** Whoever can connect to the app can name this Worker in a header; only this process has the key. */
const KEY = crypto.randomUUID();

const WORKER_CODE = `
const query = ({ DB }, { statements, raw }) => {
  const prepared = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params));
  if (raw) return prepared[0].raw({ columnNames: raw.columnNames });
  return prepared.length === 1 ? prepared[0].all().then((one) => [one]) : DB.batch(prepared);
};
const run = {
  query: async (env, request) => query(env, await request.json()),
  async store(env, request, about) {
    const { key, bytes, sha256, contentType } = JSON.parse(about);
    // R2 takes streams of a known length only.
    const { readable, writable } = new FixedLengthStream(bytes);
    const body = request.body ?? new Response("").body;
    const options = { sha256, httpMetadata: { contentType: contentType ?? undefined } };
    const [stored, sent] = await Promise.allSettled([
      env.FILES.put(key, readable, options),
      body.pipeTo(writable),
    ]);
    if (sent.status === "rejected") throw sent.reason;
    if (stored.status === "rejected") throw stored.reason;
    return null;
  },
};
export default {
  async fetch(request, env) {
    if (request.headers.get("X-Key") !== env.KEY) return new Response(null, { status: 404 });
    const { pathname, searchParams } = new URL(request.url);
    try {
      const result = await run[pathname.slice(1)](env, request, searchParams.get("about"));
      return Response.json({ result });
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

/**
 * The Worker that gives this process the databases and buckets of `options`. Miniflare's own bindings
 * start a thread, and block this one for two further requests per call.
 */
export function databaseWorker({ d1Databases, r2Buckets }: WorkerOptions): WorkerOptions {
  return {
    name: WORKER_NAME,
    compatibilityDate: "2026-04-01",
    modules: [{ type: "ESModule", path: "database.js", contents: WORKER_CODE }],
    bindings: { KEY },
    d1Databases,
    r2Buckets,
  };
}

type DispatchInit = Parameters<Miniflare["dispatchFetch"]>[1];
type Dispatcher = Pick<Miniflare, "dispatchFetch">;

async function ask(
  miniflare: Dispatcher,
  path: string,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
): Promise<unknown> {
  const headers = { "MF-Route-Override": WORKER_NAME, "X-Key": KEY };
  const init = { method: "POST", body, headers, duplex: "half" } as DispatchInit;
  const response = await miniflare.dispatchFetch(`http://database/${path}`, init);
  const { result, error } = (await response.json()) as { result: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return result;
}

export interface LocalFile {
  body: Uint8Array | ReadableStream<Uint8Array>;
  bytes: number;
  /** Hex; another file is refused. */
  sha256?: string;
  contentType?: string | null;
}

/** Stores a file in the bucket of a running Worker. A stream may have any size. */
export async function storeLocalFile(
  miniflare: Dispatcher,
  key: string,
  { body, ...about }: LocalFile,
): Promise<void> {
  const described = encodeURIComponent(JSON.stringify({ key, ...about }));
  await ask(miniflare, `store?about=${described}`, body);
}

/**
 * The database of a running Worker, with one request per statement or batch.
 *
 * Statements throw what D1 throws, with its message.
 */
export function localDatabase(miniflare: Miniflare): D1Database {
  const query = (body: Query) => ask(miniflare, "query", JSON.stringify(body));
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
