import { sql } from "drizzle-orm";
import type { Db } from "../client";

/** Products with `seq` from `first` to below `end`. */
export interface SeqRange {
  first: number;
  end: number;
}

export type Sitemap = ReturnType<typeof sitemapIn>;

/** Active products by ranges of `seq`. The literal state lets SQLite use the index `active_by_seq`. */
export function sitemapIn(db: Db) {
  return {
    /**
     * Numbers of the ranges of `size` that have an active product, at most `limit` of them. Reads one
     * row for each.
     */
    async ranges({ size, limit }: { size: number; limit: number }): Promise<number[]> {
      // D1 binds a number as REAL, by which the division would have a fraction.
      const divisor = sql`CAST(${size} AS INTEGER)`;
      const rows = await db.all<{ number: number }>(sql`WITH RECURSIVE ranges (number) AS (
          SELECT (SELECT min(seq) FROM products WHERE status = 'active') / ${divisor}
          UNION ALL
          SELECT (SELECT min(seq) FROM products
            WHERE status = 'active' AND seq >= (number + 1) * ${size}) / ${divisor}
          FROM ranges WHERE number IS NOT NULL LIMIT ${limit})
        SELECT number FROM ranges WHERE number IS NOT NULL`);
      return rows.map(({ number }) => number);
    },

    /** Active products. `updatedAt` is in epoch ms. */
    products({ first, end }: SeqRange): Promise<{ id: string; updatedAt: number }[]> {
      return db.all(sql`SELECT id, updated_at AS updatedAt FROM products
        WHERE status = 'active' AND seq >= ${first} AND seq < ${end} ORDER BY seq`);
    },

    /** Owners of active products. */
    async sellers({ first, end }: SeqRange): Promise<string[]> {
      const rows = await db.all<{ uid: string }>(sql`SELECT DISTINCT owner_uid AS uid FROM products
        WHERE status = 'active' AND seq >= ${first} AND seq < ${end}`);
      return rows.map(({ uid }) => uid);
    },
  };
}
