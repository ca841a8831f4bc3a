import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** `INSERT` of one row where `condition` holds at that moment. */
export function insertWhere<Table extends SQLiteTable>(
  table: Table,
  row: InferInsertModel<Table>,
  condition: SQL,
): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in row);
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(([key, column]) =>
    sql.param(row[key as keyof typeof row] as unknown, column),
  );
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)})
    SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`;
}
