import type { Db } from "../client";

/** A statement with its parameters, in their order. Numbers are part of the statement. */
export interface Query {
  sql: string;
  params: readonly string[];
}

export type Row = Record<string, string | number | null>;

/** Runs the queries as one batch and returns the rows of each. */
export async function selectBatch({ $client }: Db, queries: readonly Query[]): Promise<Row[][]> {
  const statements = queries.map(({ sql, params }) => $client.prepare(sql).bind(...params));
  return (await $client.batch<Row>(statements)).map(({ results }) => results);
}
