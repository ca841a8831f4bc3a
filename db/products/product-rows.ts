import { type SQL, sql } from "drizzle-orm";

export interface RemovedProduct {
  id: string;
  ownerUid: string;
  /** Epoch ms. */
  at: number;
  /** SQL condition: the batch has removed the product. */
  isGone: SQL;
}

/**
 * What becomes of the rows of one subject that have a product's id. The statements of all subjects run
 * in one batch with the removal of the product, and may be repeated. Ids of products do not return.
 */
export interface ProductRows {
  remove(product: RemovedProduct): SQL[];
}

/** The statement that deletes the rows of a removed product in one table. */
export const dropOfProduct = (table: string, { id, isGone }: RemovedProduct): SQL =>
  sql`DELETE FROM ${sql.raw(table)} WHERE product_id = ${id} AND ${isGone}`;
