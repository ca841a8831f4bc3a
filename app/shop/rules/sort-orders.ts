import {
  BEST_SELLING_FIRST,
  NEWEST_FIRST,
  type ProductOrder,
  type SortColumn,
} from "../../products/rules/product-order";
import type { Sort } from "./shop";

/** What each sort of the shop orders by. */
export const SORT_ORDERS: Readonly<Record<Sort, ProductOrder<SortColumn>>> = {
  recent: NEWEST_FIRST,
  "price-asc": { columns: ["price_lamports", "seq"], isDescending: false },
  "price-desc": { columns: ["price_lamports", "seq"], isDescending: true },
  popular: BEST_SELLING_FIRST,
};
