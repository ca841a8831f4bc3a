import type { Stock } from "../../app/products/rules/sale-type";

/** Expression of a product: the stock of its written licence keys, as JSON; null where it gives none. */
export const keyStockOf = (
  product: string,
): string => `CASE WHEN ${product}.licence_kind = 'pool' THEN (
    SELECT json_object('saleLimit', t.capacity, 'sold', t.sold, 'held', t.held)
    FROM things t WHERE t.id = 'key:' || ${product}.id) END`;

export const toKeyStock = (json: string | null): Stock | null =>
  json === null ? null : JSON.parse(json);
