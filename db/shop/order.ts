import type { ProductOrder, SortColumn } from "../../app/products/rules/product-order";
import type { SortKey } from "../../app/shop/rules/cursor";
import type { Sort } from "../../app/shop/rules/shop";
import { SORT_ORDERS } from "../../app/shop/rules/sort-orders";

/** Where a page begins: the number of rows to skip, or the product after or before which it is. */
export type Position = { offset: number } | { after: SortKey } | { before: SortKey };

/** An order of the shop with its indexes. */
export interface SortOrder extends ProductOrder<SortColumn> {
  /** The last part of their names. */
  index: (typeof INDEXES)[SortColumn];
}

const INDEXES = { seq: "seq", price_lamports: "price", sold: "sold" } as const;

export function sortOrderOf(sort: Sort): SortOrder {
  const order = SORT_ORDERS[sort];
  return { ...order, index: INDEXES[order.columns[0] ?? "seq"] };
}

export function reversed(order: SortOrder): SortOrder {
  return { ...order, isDescending: !order.isDescending };
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
