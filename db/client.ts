import { type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

export type Db = DrizzleD1Database & { $client: D1Database };

/**
 * Without the schema, which only relational queries need: each request and each Durable Object opens
 * a client, and preparing them takes a third of a millisecond and 16 KB.
 */
export function openDb(database: D1Database): Db {
  return drizzle(database);
}

/**
 * Reads from the nearest instance that is at least as new as the bookmark; null for any. Writes go
 * to the primary, and the reads after them include them.
 */
export function openNearestDb(database: D1Database, bookmark: string | null): Db {
  const session = database.withSession(bookmark ?? "first-unconstrained");
  // Drizzle and the repositories call `prepare` and `batch` only, which a session has.
  return openDb(session as unknown as D1Database);
}

const dialect = new SQLiteSyncDialect();

/** Constant texts as a list for `IN`. Literals: SQLite does not use partial indexes with parameters. */
export function sqlList(values: readonly string[]): SQL {
  return sql.raw(`(${values.map((value) => `'${value}'`).join(", ")})`);
}

/**
 * SQL condition: the select has a row. In a FROM clause, since D1 adds up the depths of conditions that stand in each
 * other, and refuses more than 100.
 */
export function exists(select: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM (${select}))`;
}

/** SQL expression: the number of rows of the select, which stands in a FROM clause as that of `exists` does. */
export function count(select: SQL): SQL {
  return sql`(SELECT count(*) FROM (${select}))`;
}

/**
 * Runs statements as one transaction and returns the number of rows that each one changed. Drizzle's
 * `batch` does not accept raw statements with parameters.
 */
export async function runBatch(db: Db, statements: readonly SQL[]): Promise<number[]> {
  return (await batch(db, statements)).map(({ meta }) => meta.changes);
}

/** `runBatch` that returns the rows of the last statement. */
export async function runBatchAndRead<Row>(db: Db, statements: readonly SQL[]): Promise<Row[]> {
  return (await batch<Row>(db, statements)).at(-1)?.results ?? [];
}

/** Reads by one batch, which is one transaction. The rows of each statement, in their order. */
export async function readBatch(db: Db, statements: readonly SQL[]): Promise<unknown[][]> {
  return (await batch(db, statements)).map(({ results }) => results);
}

function batch<Row>({ $client }: Db, statements: readonly SQL[]): Promise<D1Result<Row>[]> {
  const prepared = statements.map((statement) => {
    const query = dialect.sqlToQuery(statement);
    return $client.prepare(query.sql).bind(...query.params);
  });
  return $client.batch<Row>(prepared);
}
