import { identifier, literal, type SqlDatabase } from "./database";

/** Tables that triggers fill while products and ledger are restored. */
const DERIVED_TABLES = new Set(["product_counts", "product_days", "seller_days"]);

/**
 * By table, those whose triggers change its rows: the rows of the backup come after those tables', in place
 * of what the triggers have written.
 */
const FILLED_BY: Record<string, readonly string[]> = {
  products: ["ledger", "reviews"],
  reviews: ["ledger"],
  source_days: ["ledger"],
};

export interface Table {
  name: string;
  /** Columns with stored values, in their order. */
  columns: string[];
  /** Columns that identify a row, in the order in which rows are read. */
  key: string[];
  /** Tables that its foreign keys name, without itself. */
  parents: string[];
}

/**
 * The tables whose rows a backup has, each after those that its foreign keys name, and those of `FILLED_BY`. Without search
 * indexes and their shadow tables, derived tables, and the tables of SQLite, D1 and its migrations.
 */
export async function readTables(db: SqlDatabase): Promise<Table[]> {
  const listed = await db.query("PRAGMA table_list");
  const names = listed
    .filter(({ schema, type }) => schema === "main" && type === "table")
    .filter(({ name }) => !/^(sqlite_|_cf_|d1_)/.test(String(name)))
    .filter(({ name }) => !DERIVED_TABLES.has(String(name)))
    .map(({ name, wr }) => ({ name: String(name), hasRowid: wr === 0 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const tables: Table[] = [];
  for (const { name, hasRowid } of names) {
    // Lists no generated columns.
    const columns = await db.query(`PRAGMA table_info(${identifier(name)})`);
    const foreign = await db.query(`PRAGMA foreign_key_list(${identifier(name)})`);
    const primary = columns
      .filter(({ pk }) => pk !== 0)
      .sort((a, b) => Number(a.pk) - Number(b.pk));
    tables.push({
      name,
      columns: columns.map((column) => String(column.name)),
      key: hasRowid ? ["rowid"] : primary.map((column) => String(column.name)),
      parents: [...new Set(foreign.map(({ table }) => String(table)))].filter(
        (one) => one !== name,
      ),
    });
  }
  return parentsFirst(tables);
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const ready = rest.filter(({ name, parents }) => {
      const before = parents.concat(FILLED_BY[name] ?? []);
      return !before.some((one) => waiting.has(one));
    });
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...waiting].join(", ")}`);
    ordered.push(...ready);
    rest = rest.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Names of the applied migrations; empty for a database without any. */
export async function readMigrationNames(db: SqlDatabase): Promise<string[]> {
  const tables = await db.query("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'");
  if (tables.length === 0) return [];
  const rows = await db.query("SELECT name FROM d1_migrations ORDER BY name");
  return rows.map(({ name }) => String(name));
}

/** SQL condition: the key of a row is greater than `values`. */
export function isAfter(key: readonly string[], values: readonly (string | number)[]): string {
  return `(${key.map(identifier)}) > (${values.map(literal)})`;
}
