// Reads database and files of a data folder from a runtime of its own, also while the app writes them.
import { Readable } from "node:stream";
import type { Miniflare, MiniflareOptions } from "miniflare";
import { lockData, startSupervisor } from "../run/data-folder";
import {
  databaseFolder,
  discardOutput,
  readStorageBindings,
  startMiniflare,
  storageOptions,
} from "../run/local-worker";
import type { Row, SqlDatabase } from "./database";

/** What a listing says of an object. */
export interface ListedObject {
  key: string;
  version: string;
}

export interface ReadObject extends ListedObject {
  bytes: number;
  contentType: string | null;
  body: Readable;
}

export interface DataReader {
  /** Answers from one moment, that of the first query, until `release`. Only for reading. */
  snapshot: SqlDatabase;
  /** Lets the database reclaim what the snapshot held. */
  release(): Promise<void>;
  /** In the order of their keys, after this one. Empty at the end. */
  list(after: string | null): Promise<ListedObject[]>;
  /** Null for an object that was removed meanwhile. */
  read(key: string): Promise<ReadObject | null>;
}

/** Under which Miniflare keeps D1; it names the folder of the database file. */
const D1_OBJECTS = "miniflare-D1DatabaseObject";

/**
 * SQLite lets any number of processes read beside the one that writes. A statement that is not read to its
 * end keeps the connection at the moment at which it began: all later statements see that moment.
 */
const READER_CODE = `
import { DurableObject } from "cloudflare:workers";

export class Reader extends DurableObject {
  #held = null;

  query(sql) {
    if (this.#held === null) {
      this.#held = this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master UNION ALL SELECT 2 UNION ALL SELECT 3");
      this.#held.next();
    }
    const rows = this.ctx.storage.sql.exec(sql).toArray();
    for (const row of rows) {
      for (const [name, value] of Object.entries(row)) {
        if (value instanceof ArrayBuffer) row[name] = [...new Uint8Array(value)];
      }
    }
    return rows;
  }

  release() {
    this.#held?.toArray();
    this.#held = null;
  }
}

const run = {
  query: async (env, request) => Response.json({ result: await reader(env).query(await request.text()) }),
  release: async (env) => Response.json({ result: await reader(env).release() }),
  async list(env, request) {
    const startAfter = (await request.text()) || undefined;
    const { objects } = await env.FILES.list({ startAfter, limit: 1000 });
    return Response.json({ result: objects.map(({ key, version }) => ({ key, version })) });
  },
  async read(env, request) {
    const object = await env.FILES.get(await request.text());
    if (object === null) return Response.json({ result: null });
    const { version, size: bytes, httpMetadata } = object;
    const about = { version, bytes, contentType: httpMetadata?.contentType ?? null };
    const headers = { "Content-Type": "application/octet-stream", "X-About": encodeURIComponent(JSON.stringify(about)) };
    return new Response(object.body, { headers });
  },
};
const reader = ({ DATABASE, NAME }) => DATABASE.get(DATABASE.idFromName(NAME));

export default {
  async fetch(request, env) {
    if (request.headers.get("X-Key") !== env.KEY) return new Response(null, { status: 404 });
    try {
      return await run[new URL(request.url).pathname.slice(1)](env, request);
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};`;

/**
 * Runs `work` with a reader of a data folder, whether an app runs on it or not. Writes nothing there but
 * the lock in `lockFolder`, which one backup holds at a time.
 *
 * @throws StartFailure where another backup runs
 */
export async function withDataReader(
  dataDir: string,
  lockFolder: string,
  work: (reader: DataReader) => Promise<void>,
): Promise<void> {
  const refusal = (pid: number) => `Process ${pid} is making a backup of ${dataDir} already.`;
  const lock = await lockData(lockFolder, refusal);
  const supervisor = startSupervisor();
  supervisor.add(lockFolder);
  try {
    const key = crypto.randomUUID();
    const { miniflare } = await startMiniflare(readerOptions(dataDir, key), (pid) => lock.add(pid));
    try {
      await work(readerOf(miniflare, key));
    } finally {
      await miniflare.dispose();
    }
  } finally {
    await supervisor.stop();
    lock.release();
  }
}

/** @param key anyone on this machine can connect to the runtime; only this process has it */
function readerOptions(dataDir: string, key: string): MiniflareOptions {
  const { d1Databases, r2Buckets } = readStorageBindings();
  const { r2Persist, cf } = storageOptions(dataDir);
  return {
    workers: [
      {
        name: "reader",
        compatibilityDate: "2026-04-01",
        modules: [{ type: "ESModule", path: "reader.js", contents: READER_CODE }],
        bindings: { KEY: key, NAME: d1Databases.DB },
        durableObjects: {
          DATABASE: {
            className: "Reader",
            useSQLite: true,
            unsafeUniqueKey: D1_OBJECTS,
            // An object that is evicted loses its moment.
            unsafePreventEviction: true,
          },
        },
        r2Buckets,
      },
    ],
    durableObjectsPersist: databaseFolder(dataDir),
    r2Persist,
    cf,
    handleRuntimeStdio: discardOutput,
  };
}

/** A file can be replaced between the reading of its record and that of its bytes. */
const READ_ATTEMPTS = 3;

function readerOf(miniflare: Miniflare, key: string): DataReader {
  const ask = (path: string, body: string) =>
    miniflare.dispatchFetch(`http://reader/${path}`, {
      method: "POST",
      body,
      headers: { "X-Key": key },
    });
  const result = async <T>(response: Awaited<ReturnType<typeof ask>>) => {
    const { result, error } = (await response.json()) as { result: T; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };
  return {
    snapshot: {
      query: async (sql) => result<Row[]>(await ask("query", sql)),
      execute: () => Promise.reject(new Error("a snapshot is only read")),
    },
    release: async () => result(await ask("release", "")),
    list: async (after) => result<ListedObject[]>(await ask("list", after ?? "")),
    async read(name) {
      for (let attempt = 1; ; attempt += 1) {
        const response = await ask("read", name);
        const about = response.headers.get("X-About");
        if (about !== null && response.body) {
          const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
          return { key: name, ...JSON.parse(decodeURIComponent(about)), body };
        }
        try {
          return await result<null>(response);
        } catch (error) {
          if (attempt === READ_ATTEMPTS) throw error;
        }
      }
    },
  };
}
