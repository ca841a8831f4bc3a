/** Inserts one row. Runs in Node and inside workerd. */
export async function insertRow(
  db: D1Database,
  table: string,
  row: Record<string, unknown>,
): Promise<void> {
  await insertion(db, table, row).run();
}

/** The statement that inserts one row, for a batch. */
export function insertion(
  db: D1Database,
  table: string,
  row: Record<string, unknown>,
): D1PreparedStatement {
  const columns = Object.keys(row);
  const places = columns.map(() => "?");
  const statement = `INSERT INTO ${table} (${columns}) VALUES (${places})`;
  return db.prepare(statement).bind(...Object.values(row));
}

/** Updates the rows that match all of `where`, without the app; every row of the table for `{}`. */
export async function changeRow(
  db: D1Database,
  table: string,
  where: Record<string, unknown>,
  changes: Record<string, unknown>,
): Promise<void> {
  const places = Object.keys(changes).map((column) => `${column} = ?`);
  const conditions = Object.keys(where).map((column) => `${column} = ?`);
  const statement = `UPDATE ${table} SET ${places} WHERE ${conditions.join(" AND ") || "true"}`;
  await db
    .prepare(statement)
    .bind(...Object.values(changes), ...Object.values(where))
    .run();
}
