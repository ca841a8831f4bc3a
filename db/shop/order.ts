import { assertNever } from "../../app/lib/assert-never";
import type { SortKey } from "../../app/shop/rules/cursor";
import type { Sort } from "../../app/shop/rules/shop";

/** Where a page begins: the number of rows to skip, or the product after or before which it is. */
export type Position = { offset: number } | { after: SortKey } | { before: SortKey };

/** Columns of `products`, all sorted in the same direction, so that one index serves both. */
export interface SortOrder {
  columns: readonly ("seq" | "price_lamports" | "sold")[];
  /** The last part of the names of its indexes. */
  index: "seq" | "price" | "sold";
  isDescending: boolean;
}

export function sortOrderOf(sort: Sort): SortOrder {
  switch (sort) {
    case "recent":
      return { columns: ["seq"], index: "seq", isDescending: true };
    case "price-asc":
      return { columns: ["price_lamports", "seq"], index: "price", isDescending: false };
    case "price-desc":
      return { columns: ["price_lamports", "seq"], index: "price", isDescending: true };
    case "popular":
      return { columns: ["sold", "seq"], index: "sold", isDescending: true };
    default:
      return assertNever(sort);
  }
}

export function reversed(order: SortOrder): SortOrder {
  return { ...order, isDescending: !order.isDescending };
}

/** The terms of ORDER BY, with the columns of `table` where it is given. */
export function orderBy({ columns, isDescending }: SortOrder, table = ""): string {
  const direction = isDescending ? "DESC" : "ASC";
  const prefix = table && `${table}.`;
  return columns.map((column) => `${prefix}${column} ${direction}`).join(", ");
}

/** SQL condition for the rows that follow a product in this order. */
export function follows({ columns, isDescending }: SortOrder, key: SortKey): string {
  const values = { seq: key.seq, price_lamports: key.priceLamports, sold: key.sold };
  const comparison = isDescending ? "<" : ">";
  if (columns.length === 1) return `${columns} ${comparison} ${columns.map((one) => values[one])}`;
  // SQLite searches by the rowid in a row value only where its collation is given.
  const bounds = columns.map((column) => values[column]);
  return `(${columns}) ${comparison} (${bounds} COLLATE BINARY)`;
}
