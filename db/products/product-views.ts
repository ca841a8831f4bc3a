import { sql } from "drizzle-orm";
import type { Db } from "../client";

export interface DayViews {
  productId: string;
  /** Days since 1970-01-01. */
  day: number;
  views: number;
}

export type ProductViews = ReturnType<typeof productViewsIn>;

/** Views of product pages by UTC day. */
export function productViewsIn(db: Db) {
  return {
    /** Adds to the sums of these days, in one statement. Ids of no product are left out. */
    async add(views: readonly DayViews[]): Promise<void> {
      await db.run(sql`
        INSERT INTO product_views (product_id, day, views)
        SELECT p.id, v.value ->> 'day', v.value ->> 'views'
        FROM json_each(${JSON.stringify(views)}) v JOIN products p ON p.id = v.value ->> 'productId'
        WHERE true
        ON CONFLICT (product_id, day) DO UPDATE SET views = views + excluded.views`);
    },

    /** Removes sums of days before `day`, at most so many. */
    async removeBefore(day: number, limit: number): Promise<void> {
      await db.run(sql`DELETE FROM product_views WHERE rowid IN (
        SELECT rowid FROM product_views WHERE day < ${day} LIMIT ${limit})`);
    },
  };
}
