import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSimulatedCaches } from "../../../dev/simulator/stand-ins/caches";
import { createSimulatedDatabase } from "../../../dev/simulator/stand-ins/d1";
import { createSimulatedBucket } from "../../../dev/simulator/stand-ins/r2";
import type { Channel } from "../../../dev/simulator/world";

/** Without latency and faults. */
const channel: Channel = { call: async (_life, _store, _label, work) => work() };
const life = { name: "isolate", isOver: false };

const SCHEMA = [
  {
    name: "0000",
    statements: [
      "CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT UNIQUE, units INTEGER NOT NULL CHECK (units >= 0), parent INTEGER REFERENCES parts (id) ON DELETE CASCADE)",
      "CREATE TABLE names (name TEXT PRIMARY KEY, note TEXT)",
      "CREATE TABLE changes (seq INTEGER PRIMARY KEY AUTOINCREMENT, part INTEGER)",
      "CREATE TRIGGER part_changed AFTER UPDATE ON parts BEGIN INSERT INTO changes (part) VALUES (new.id); END",
      "CREATE TRIGGER part_kept BEFORE DELETE ON parts WHEN old.name = 'kept' BEGIN SELECT RAISE(ABORT, 'a kept part stays'); END",
    ],
  },
];

let miniflare: Miniflare;
let realDatabase: D1Database;
let realBucket: R2Bucket;

beforeAll(async () => {
  miniflare = new Miniflare({
    modules: true,
    script: "export default {}",
    d1Databases: ["DB"],
    r2Buckets: ["FILES"],
  });
  realDatabase = await miniflare.getD1Database("DB");
  for (const { statements } of SCHEMA)
    for (const statement of statements) await realDatabase.prepare(statement).run();
  realBucket = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
});

afterAll(() => miniflare.dispose());

/** What came of it; an offset in the text, which only workerd says, is left out. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return { answer: await work() };
  } catch (error) {
    const { name, message, cause } = error as Error;
    const words = (text?: string) => text?.replace(/ at offset \d+/, "");
    return { name, message: words(message), cause: words((cause as Error | undefined)?.message) };
  }
}

/** Of a result, what the product may build on. */
function comparable(result: D1Result) {
  const { changes, last_row_id } = result.meta;
  return { success: result.success, results: result.results, changes, last_row_id };
}

const all =
  (sql: string, ...values: unknown[]) =>
  async (database: D1Database) =>
    comparable(
      await database
        .prepare(sql)
        .bind(...values)
        .all(),
    );

const PART = "INSERT INTO parts (name, units, parent) VALUES (?, ?, ?)";

const D1_CALLS: Record<string, (database: D1Database) => unknown> = {
  insert: all(PART, "a", 1, null),
  "insert a child": all(PART, "b", 2, 1),
  "unique column": all(PART, "a", 1, null),
  "primary key": all("INSERT INTO parts (id, units) VALUES (1, 1)"),
  "text primary key": all("INSERT INTO names (name) VALUES ('x'), ('x')"),
  check: all(PART, "c", -1, null),
  "not null": all(PART, "c", null, null),
  "foreign key": all(PART, "c", 1, 99),
  "datatype mismatch": all("INSERT INTO parts (id, units) VALUES ('x', 1)"),
  "raised by a trigger": async (database) => {
    await database.prepare(PART).bind("kept", 1, null).run();
    return database.prepare("DELETE FROM parts WHERE name = 'kept'").run();
  },
  "changes of triggers count": all("UPDATE parts SET units = units + 1"),
  "changes of foreign keys count": async (database) => {
    await database.prepare("INSERT INTO parts (id, units) VALUES (50, 1)").run();
    await database.prepare("INSERT INTO parts (id, units, parent) VALUES (51, 1, 50)").run();
    return comparable(await database.prepare("DELETE FROM parts WHERE id = 50").run());
  },
  "ignored insert": all("INSERT OR IGNORE INTO parts (name, units) VALUES ('a', 1)"),
  returning: all("INSERT INTO parts (name, units) VALUES ('r', 1) RETURNING id, name"),
  upsert: all("INSERT INTO names VALUES ('n', 'm') ON CONFLICT (name) DO UPDATE SET note = 'o'"),
  "numbers are doubles": all("SELECT typeof(?) AS type, ? / 2 AS half, ? || '' AS text", 1, 3, 5),
  "integer columns": all("SELECT typeof(units) AS type, units / 2 AS half FROM parts"),
  "large integers": all(
    "SELECT 9007199254740993 AS large, 1000000000000 AS lamports, ? AS sent",
    1e12,
  ),
  "not finite": all("SELECT ? AS one, ? AS two, 1e999 AS three", NaN, Infinity),
  booleans: all("SELECT ? AS yes, ? AS no", true, false),
  blobs: all("SELECT ? AS one, ? AS two, x'0102' AS three", new Uint8Array([1, 2]), [3]),
  "texts beyond ASCII": all("SELECT ? AS text, length(?) AS length", "é€😀\ud800\0", "é€😀"),
  "equal column names": all("SELECT 1 AS a, 2 AS a, 3 AS b"),
  raw: (database) => database.prepare("SELECT 1 AS a, 2 AS a, NULL AS b").raw(),
  "raw with names": (database) =>
    database.prepare("SELECT 1 AS a, 2 AS a").raw({ columnNames: true }),
  first: (database) => database.prepare("SELECT 1 AS a, 2 AS b").first(),
  "first of a column": (database) => database.prepare("SELECT 1 AS a, 2 AS b").first("b"),
  "first of no column": (database) => database.prepare("SELECT 1 AS a").first("c"),
  "first of nothing": (database) => database.prepare("SELECT 1 AS a WHERE 0").first(),
  "run that reads": async (database) =>
    comparable(await database.prepare("SELECT name FROM parts").run()),
  "no such table": all("SELECT * FROM nowhere"),
  "no such column": all("SELECT nowhere FROM parts"),
  "syntax error": all("SELEC 1"),
  "no statement": all(""),
  "a comment": all("-- nothing"),
  undefined: all("SELECT ?", undefined),
  bigint: all("SELECT ?", 5n),
  "a date": all("SELECT ?", {}),
  "too few values": all("SELECT ?, ?", 1),
  "too many values": all("SELECT ?", 1, 2),
  "numbered parameters": all("SELECT ?1, ?1, ?2", 1, 2),
  "100 parameters": all(`SELECT ${Array(100).fill("?").join()}`, ...Array(100).fill(1)),
  "101 parameters": all(`SELECT ${Array(101).fill("?").join()}`, ...Array(101).fill(1)),
  "a long statement": all(`SELECT 1 /*${"x".repeat(100_001)}*/`),
  "a long value": all("SELECT length(?) AS length", "x".repeat(2_000_000)),
  "too long a value": all("SELECT length(?) AS length", "x".repeat(2_300_000)),
  "a pattern of 50 bytes": all("SELECT 'a' LIKE ? AS matches", `%${"x".repeat(49)}`),
  "a pattern of 51 bytes": all("SELECT 'a' LIKE ? AS matches", `%${"x".repeat(50)}`),
  begin: all("BEGIN"),
  commit: all("COMMIT"),
  rollback: all("rollback"),
  savepoint: all("SAVEPOINT a"),
  release: all("RELEASE a"),
  attach: all("ATTACH ':memory:' AS other"),
  vacuum: all("VACUUM"),
  "foreign keys stay on": async (database) => {
    await database.prepare("PRAGMA foreign_keys = OFF").run();
    return database.prepare("PRAGMA foreign_keys").first();
  },
  "another pragma": all("PRAGMA user_version"),
  "a temporary table": all("CREATE TEMP TABLE other (id)"),
  "bad JSON": all("SELECT json_extract('{', '$')"),
  batch: async (database) => {
    const results = await database.batch([
      database.prepare(PART).bind("batch", 1, null),
      database.prepare("SELECT name, units FROM parts ORDER BY id"),
      database.prepare("UPDATE parts SET units = 0 WHERE name = 'batch'"),
    ]);
    return results.map((result) => comparable(result));
  },
  "a batch that fails": (database) =>
    database.batch([
      database.prepare(PART).bind("half", 1, null),
      database.prepare(PART).bind("batch", 1, null),
    ]),
  "an empty batch": (database) => database.batch([]),
  "after all of it": all("SELECT * FROM parts ORDER BY id"),
  "all changes": all("SELECT * FROM changes ORDER BY seq"),
  "a session": async (database) => {
    const session = database.withSession();
    const before = session.getBookmark();
    await session.prepare("INSERT INTO names (name) VALUES ('session')").run();
    const middle = session.getBookmark() ?? "";
    await session.prepare("DELETE FROM names").run();
    const after = session.getBookmark() ?? "";
    return [before, middle.length, after.length, middle < after];
  },
};

test("answers, changes and errors are those of D1", async () => {
  const simulated = createSimulatedDatabase(channel, SCHEMA);
  const binding = simulated.bindingFor(life);
  for (const [name, call] of Object.entries(D1_CALLS)) {
    const expected = await outcomeOf(() => call(realDatabase));
    expect({ [name]: await outcomeOf(() => call(binding)) }).toEqual({ [name]: expected });
  }
  simulated.close();
});

describe("the simulated database", () => {
  test("starts with the schema alone, whatever ran before", async () => {
    const runs = [];
    for (let run = 0; run < 2; run++) {
      const database = createSimulatedDatabase(channel, SCHEMA);
      const binding = database.bindingFor(life);
      const first = await all("UPDATE parts SET units = 9")(binding);
      const second = await all(PART, "a", 1, null)(binding);
      const third = await all("UPDATE parts SET units = 9")(binding);
      runs.push([first, second, third, database.read("SELECT * FROM changes"), database.version]);
      database.close();
    }
    expect(runs[1]).toEqual(runs[0]);
  });

  test("goes back to an older copy", () => {
    const database = createSimulatedDatabase(channel, SCHEMA);
    const add = (id: number) => database.write("INSERT INTO parts (id, units) VALUES (?, 1)", id);
    const ids = () => database.read("SELECT id FROM parts ORDER BY id");
    add(1);
    const first = database.copy();
    add(2);
    const second = database.copy();
    add(3);
    const before = database.version;
    database.restore(second);
    expect(ids()).toEqual([{ id: 1 }, { id: 2 }]);
    expect(database.version).toBeGreaterThan(before);
    add(4);
    database.restore(first);
    expect(ids()).toEqual([{ id: 1 }]);
    expect(() => database.restore(second)).toThrow(/made after/);
    database.close();
  });

  test("counts a version for each commit that changed a row", async () => {
    const database = createSimulatedDatabase(channel, SCHEMA);
    const binding = database.bindingFor(life);
    const versions = [database.version];
    const commit = async (work: Promise<unknown>) => {
      await work.catch(() => null);
      versions.push(database.version);
    };
    await commit(binding.prepare(PART).bind("a", 1, null).run());
    await commit(binding.prepare("SELECT * FROM parts").run());
    await commit(binding.prepare("UPDATE parts SET units = 2 WHERE name = 'x'").run());
    await commit(
      binding.batch([
        binding.prepare(PART).bind("b", 1, null),
        binding.prepare(PART).bind("a", 1, null),
      ]),
    );
    await commit(binding.batch([binding.prepare(PART).bind("b", 1, null)]));
    expect(versions).toEqual([0, 1, 1, 1, 1, 2]);
    database.close();
  });
});

/** Of an object, what does not name the moment or the machine. */
function describeObject(object: R2Object | null) {
  if (!object) return object;
  const { key, size, etag, httpEtag, httpMetadata, customMetadata } = object;
  return { key, size, etag, httpEtag, httpMetadata, customMetadata, hasBody: "body" in object };
}

const R2_CALLS: Record<string, (bucket: R2Bucket) => unknown> = {
  put: async (bucket) =>
    describeObject(await bucket.put("a/1", "hello", { httpMetadata: { contentType: "text/x" } })),
  "put bytes": async (bucket) =>
    describeObject(await bucket.put("a/2", new Uint8Array([1, 2]), { customMetadata: { k: "v" } })),
  "put é": async (bucket) => describeObject(await bucket.put("a/é", "")),
  head: async (bucket) => describeObject(await bucket.head("a/1")),
  "head of nothing": (bucket) => bucket.head("nothing"),
  get: async (bucket) => describeObject(await bucket.get("a/1")),
  "get the text": async (bucket) => (await bucket.get("a/1"))?.text(),
  "get of nothing": (bucket) => bucket.get("nothing"),
  "get bytes": async (bucket) => [
    ...new Uint8Array((await (await bucket.get("a/2"))?.arrayBuffer()) ?? []),
  ],
  range: async (bucket) => {
    const object = await bucket.get("a/1", { range: { offset: 1, length: 2 } });
    return [object?.range, object?.size, await object?.text()];
  },
  "range to the end": async (bucket) => (await bucket.get("a/1", { range: { offset: 3 } }))?.text(),
  suffix: async (bucket) => (await bucket.get("a/1", { range: { suffix: 2 } }))?.text(),
  "range beyond the end": (bucket) => bucket.get("a/1", { range: { offset: 10 } }),
  "a condition that holds": async (bucket) =>
    describeObject(
      await bucket.get("a/1", { onlyIf: { etagMatches: "5d41402abc4b2a76b9719d911017c592" } }),
    ),
  "a condition that fails": async (bucket) =>
    describeObject(await bucket.get("a/1", { onlyIf: { etagMatches: "other" } })),
  "put with a condition": (bucket) =>
    bucket.put("a/1", "new", { onlyIf: { etagMatches: "other" } }),
  list: async (bucket) => {
    const page = await bucket.list({ prefix: "a/", limit: 2 });
    return [page.objects.map(({ key }) => key), page.truncated];
  },
  "list after": async (bucket) => {
    const page = await bucket.list({ prefix: "a/", startAfter: "a/1" });
    return [page.objects.map(({ key }) => key), page.truncated];
  },
  "list by cursor": async (bucket) => {
    const first = await bucket.list({ limit: 1 });
    const page = await bucket.list({ ...(first.truncated && { cursor: first.cursor }) });
    return page.objects.map(({ key }) => key);
  },
  "list nothing": (bucket) => bucket.list({ limit: 0 }),
  "a long key": (bucket) => bucket.put("k".repeat(1025), "x"),
  "delete some": async (bucket) => {
    await bucket.delete(["a/2", "nothing"]);
    return bucket.head("a/2");
  },
  "delete one": (bucket) => bucket.delete("nothing"),
  multipart: async (bucket) => {
    const upload = await bucket.createMultipartUpload("m", {
      httpMetadata: { contentType: "x/y" },
    });
    const large = "a".repeat(5 * 1024 * 1024);
    const first = await bucket.resumeMultipartUpload("m", upload.uploadId).uploadPart(1, large);
    const second = await upload.uploadPart(2, "b");
    const object = await upload.complete([first, second]);
    const text = await (await bucket.get("m"))?.text();
    return [describeObject(object), text === `${large}b`];
  },
  "parts that are too small": async (bucket) => {
    const upload = await bucket.createMultipartUpload("m");
    return upload.complete([await upload.uploadPart(1, "a"), await upload.uploadPart(2, "b")]);
  },
  "an unknown part": async (bucket) => {
    const upload = await bucket.createMultipartUpload("m");
    return upload.complete([{ partNumber: 1, etag: "other" }]);
  },
  "part 0": async (bucket) => (await bucket.createMultipartUpload("m")).uploadPart(0, "a"),
  "after abort": async (bucket) => {
    const upload = await bucket.createMultipartUpload("m");
    await upload.abort();
    return upload.uploadPart(1, "a");
  },
  "abort twice": async (bucket) => {
    const upload = await bucket.createMultipartUpload("m");
    await upload.abort();
    return upload.abort();
  },
  "complete twice": async (bucket) => {
    const upload = await bucket.createMultipartUpload("m");
    const part = await upload.uploadPart(1, "a");
    await upload.complete([part]);
    return upload.complete([part]);
  },
  "an unknown upload": (bucket) => bucket.resumeMultipartUpload("m", "x").uploadPart(1, "a"),
  "abort of an unknown upload": (bucket) => bucket.resumeMultipartUpload("m", "x").abort(),
};

test("objects, pages and errors are those of R2", async () => {
  const simulated = createSimulatedBucket(channel, () => 0).bindingFor(life);
  for (const [name, call] of Object.entries(R2_CALLS)) {
    const expected = await outcomeOf(() => call(realBucket));
    expect({ [name]: await outcomeOf(() => call(simulated)) }).toEqual({ [name]: expected });
  }
});

test("a cache answers until an answer is too old", async () => {
  let now = 0;
  const caches = createSimulatedCaches(channel, () => now);
  const cache = await caches.bindingFor(life).open("texts");
  const put = (url: string, headers: HeadersInit) => cache.put(url, new Response(url, { headers }));
  await put("http://x/1", { "Cache-Control": "public, max-age=10" });
  await put("http://x/2", {});
  const texts = async (name: string) => {
    const other = await caches.bindingFor(life).open(name);
    const found = [await other.match("http://x/1"), await other.match("http://x/2")];
    return Promise.all(found.map((response) => response?.text()));
  };
  now = 9_999;
  expect(await texts("texts")).toEqual(["http://x/1", "http://x/2"]);
  expect(await texts("others")).toEqual([undefined, undefined]);
  now = 10_000;
  expect(await texts("texts")).toEqual([undefined, "http://x/2"]);
});
