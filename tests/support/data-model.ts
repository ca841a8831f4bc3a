import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";

/** Columns that reference a row without a foreign key, because that row may be deleted first. */
const UNCONSTRAINED_REFERENCES: Record<string, string> = {
  uid: "users",
  owner_uid: "users",
  buyer_uid: "users",
  product_id: "products",
  order_id: "orders",
  file_key: "files",
};

interface Reference {
  column: string;
  table: string;
  /** False for a column of `UNCONSTRAINED_REFERENCES`. */
  isForeignKey: boolean;
  nullable: boolean;
  /** True where at most one row can reference the other. */
  single: boolean;
}

/** A table as an entity of a Mermaid diagram: columns in the order of the schema, keys, null. */
export function entityOf(table: SQLiteTable): string {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const compound = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
  const foreign = new Set(
    referencesOf(table)
      .filter(({ isForeignKey }) => isForeignKey)
      .map(({ column }) => column),
  );
  const lines = columns.map((column) => {
    const keys = [
      (column.primary || compound.has(column.name)) && "PK",
      foreign.has(column.name) && "FK",
      column.isUnique && "UK",
    ].filter(Boolean);
    const isNullable = !column.notNull && !column.primary;
    return [column.getSQLType(), column.name, keys.join(", "), isNullable && '"null"']
      .filter(Boolean)
      .join(" ");
  });
  return [`${name} {`, ...lines.map((line) => `    ${line}`), "  }"].join("\n");
}

/** One line for each reference: solid for a foreign key, dotted without one. */
export function relationsOf(table: SQLiteTable): string[] {
  const { name } = getTableConfig(table);
  return referencesOf(table).map(({ column, table: other, isForeignKey, nullable, single }) => {
    const line = isForeignKey ? "--" : "..";
    return `${other} ${nullable ? "|o" : "||"}${line}${single ? "o|" : "o{"} ${name} : ${column}`;
  });
}

function referencesOf(table: SQLiteTable): Reference[] {
  const { name, columns, foreignKeys } = getTableConfig(table);
  const constrained = new Map(
    foreignKeys.map((key) => {
      const { columns: from, foreignTable } = key.reference();
      return [from[0]?.name, getTableConfig(foreignTable).name] as const;
    }),
  );
  return columns.flatMap((column) => {
    const other = constrained.get(column.name) ?? UNCONSTRAINED_REFERENCES[column.name];
    if (!other || other === name) return [];
    return [
      {
        column: column.name,
        table: other,
        isForeignKey: constrained.has(column.name),
        nullable: !column.notNull,
        single: column.isUnique || column.primary,
      },
    ];
  });
}
