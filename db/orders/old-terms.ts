import { isNull, sql } from "drizzle-orm";
import { termsText } from "../../app/orders/rules/terms";
import type { Db } from "../client";
import { orders } from "../schema/index";
import { toOrder } from "./order-rows";

/** Rows of one run of the cron: their documents are one parameter, of at most 2 MB in D1. */
const ROWS_AT_ONCE = 500;

/** Rows that a version without `orders.terms` has written. */
export function oldTermsIn(db: Db, rowsAtOnce = ROWS_AT_ONCE) {
  return {
    /**
     * Writes the terms of such rows, oldest first, by their columns. Returns how many were written. It may be
     * run again, and beside the version before.
     */
    async fill(): Promise<number> {
      const rows = await db
        .select()
        .from(orders)
        .where(isNull(orders.terms))
        .orderBy(orders.createdAt)
        .limit(rowsAtOnce);
      if (rows.length === 0) return 0;
      const documents = rows.map((row) => [row.id, termsText(toOrder(row).terms)]);
      const { meta } = await db.run(sql`UPDATE orders SET terms = j.value ->> 1
        FROM json_each(${JSON.stringify(documents)}) j
        WHERE orders.id = j.value ->> 0 AND orders.terms IS NULL`);
      return meta.changes;
    },
  };
}
