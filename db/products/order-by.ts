import type { ProductOrder } from "../../app/products/rules/product-order";

/** The terms of ORDER BY, with the columns of `table` where it is given. */
export function orderBy({ columns, isDescending }: ProductOrder, table = ""): string {
  const direction = isDescending ? "DESC" : "ASC";
  const prefix = table && `${table}.`;
  return columns.map((column) => `${prefix}${column} ${direction}`).join(", ");
}
