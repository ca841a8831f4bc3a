import type { PersonRows } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "../products/product-rows";

/** Keys belong to orders and products, which follow their people. */
export const personRows: PersonRows = { reassign: () => [], remove: () => [] };

/** The counter of `things` stays: it names nobody, and ids of products do not return. */
export const productRows: ProductRows = {
  remove: (product) => [
    dropOfProduct("licence_keys", product),
    dropOfProduct("licence_instances", product),
    dropOfProduct("licence_settings", product),
  ],
};

export const KEPT = {
  order: { "licence_keys.order_id": "An order that has a key was paid." },
};
