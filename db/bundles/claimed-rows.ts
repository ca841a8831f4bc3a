import { sql } from "drizzle-orm";
import type { PersonRows } from "../accounts/person-rows";
import type { ProductRows } from "../products/product-rows";

/** Products have the ids of people, and their items follow them. */
export const personRows: PersonRows = { reassign: () => [], remove: () => [] };

/** An item of a bundle is not removed: it is taken out of the bundle first. */
export const productRows: ProductRows = {
  remove: ({ id, isGone }) => [sql`DELETE FROM bundle_items WHERE bundle_id = ${id} AND ${isGone}`],
};

export const KEPT = {
  product: { "bundle_items.product_id": "an item of a bundle is not removed" },
};
