import { searchTextOf } from "../../../app/products/rules/search-text";
import type { GeneratedProduct } from "./product";

/** A product as one statement inserts it. */
export interface ProductRow extends Omit<GeneratedProduct, "seller" | "subcategoryId"> {
  subcategoryId: number | null;
  ownerUid: string;
  recipient: string;
  status: "active" | "disabled";
  sold: number;
}

/**
 * Inserts products that deliver one file, in one statement: their rows are passed as one JSON text,
 * which has to stay below the 2 MB that D1 allows. A quarter of the sales has a review with four stars. Existing rows stay unchanged.
 */
export async function insertProducts(
  db: Pick<D1Database, "prepare">,
  rows: readonly ProductRow[],
  file: { key: string; name: string },
): Promise<void> {
  const values = rows.map((row) => ({
    ...row,
    searchText: searchTextOf({ ...row, descriptionFormat: "plain" }),
  }));
  await db
    .prepare(
      `INSERT OR IGNORE INTO products (id, owner_uid, title, category_id, subcategory_id, type,
         description, price_lamports, file_key, product_file_name, status, recipient, sale_type,
         sale_limit, sold, ranked, review_count, rating_count, rating_sum, created_at, updated_at, search_text)
       SELECT value ->> 'id', value ->> 'ownerUid', value ->> 'title', value ->> 'categoryId',
         value ->> 'subcategoryId', value ->> 'type', value ->> 'description',
         value ->> 'priceLamports', ?2, ?3, value ->> 'status', value ->> 'recipient',
         value ->> 'saleType', value ->> 'saleLimit', value ->> 'sold',
         value ->> 'sold', value ->> 'sold' / 4, value ->> 'sold' / 4, value ->> 'sold' / 4 * 4,
         value ->> 'createdAt', value ->> 'createdAt', value ->> 'searchText'
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(values), file.key, file.name)
    .run();
}
