import { env } from "cloudflare:test";

type Row = Record<string, unknown>;

/** Runs inside workerd: every table of the database with its rows, without the search index. */
export async function dumpTables(excluded: string[] = []): Promise<Record<string, Row[]>> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'd1_%' AND name NOT LIKE 'product_search%'",
  ).all<{ name: string }>();
  const tables = results.map(({ name }) => name).filter((name) => !excluded.includes(name));
  const read = await env.DB.batch<Row>(
    tables.map((name) => env.DB.prepare(`SELECT * FROM "${name}" ORDER BY 1`)),
  );
  return Object.fromEntries(tables.map((name, index) => [name, read[index]?.results ?? []]));
}

/** Columns of all tables that contain a text, as `table.column`. */
export async function columnsContaining(text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const [table, rows] of Object.entries(await dumpTables())) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === "string" && value.includes(text)) found.add(`${table}.${column}`);
      }
    }
  }
  return [...found].sort();
}
