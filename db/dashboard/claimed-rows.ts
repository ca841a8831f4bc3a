import { type SQL, sql } from "drizzle-orm";
import type { PersonRows } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "../products/product-rows";

export const personRows: PersonRows = {
  reassign: ({ from, to, open }) => giveDays(from, to, open),
  remove: ({ uid, pseudonym, begun }) => giveDays(uid, pseudonym, begun),
};

export const productRows: ProductRows = {
  remove: (product) => [dropOfProduct("product_days", product)],
};

/** The totals by day go with the entries of the ledger. */
function giveDays(from: string, to: string, condition: SQL): SQL[] {
  return [
    sql`INSERT INTO seller_days (owner_uid, day, sales, gross_lamports, fee_lamports, refunds, refund_wait_ms)
      SELECT ${to}, day, sales, gross_lamports, fee_lamports, refunds, refund_wait_ms FROM seller_days
      WHERE owner_uid = ${from} AND ${condition}
      ON CONFLICT (owner_uid, day) DO UPDATE SET sales = sales + excluded.sales,
        gross_lamports = gross_lamports + excluded.gross_lamports,
        fee_lamports = fee_lamports + excluded.fee_lamports,
        refunds = refunds + excluded.refunds,
        refund_wait_ms = refund_wait_ms + excluded.refund_wait_ms`,
    sql`DELETE FROM seller_days WHERE owner_uid = ${from} AND ${condition}`,
  ];
}
