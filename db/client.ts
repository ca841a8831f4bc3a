import type { SQL } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import * as schema from "./schema/index";

export type Db = DrizzleD1Database<typeof schema> & { $client: D1Database };

export function openDb(database: D1Database): Db {
  return drizzle(database, { schema });
}

const dialect = new SQLiteSyncDialect();

/**
 * Runs statements written by hand as one transaction; how many rows each one changed comes back.
 * Drizzle's own `batch` takes no such statement that has parameters.
 */
export async function runBatch({ $client }: Db, statements: readonly SQL[]): Promise<number[]> {
  const prepared = statements.map((statement) => {
    const { sql, params } = dialect.sqlToQuery(statement);
    return $client.prepare(sql).bind(...params);
  });
  return (await $client.batch(prepared)).map(({ meta }) => meta.changes);
}
