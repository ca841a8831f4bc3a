import { type SQL, sql } from "drizzle-orm";
import { OTHER, type PageSource } from "../../app/lib/page-source";
import { MAX_HOSTS_OF_DAY } from "../../app/products/rules/sources";
import { type Db, runBatch } from "../client";
import { isHostSource, namedSource } from "./sources";

export interface SourceViews extends PageSource {
  views: number;
}

export interface DayViews {
  productId: string;
  /** Days since 1970-01-01. */
  day: number;
  views: number;
  /** The same views by source. */
  sources: SourceViews[];
}

export type ProductViews = ReturnType<typeof productViewsIn>;

/** Views of product pages by UTC day. */
export function productViewsIn(db: Db) {
  return {
    /** Adds to the sums of these days, in one batch. Ids of no product are left out. */
    async add(views: readonly DayViews[]): Promise<void> {
      const products = views.map(({ sources: _, ...sum }) => sum);
      await runBatch(db, [
        sql`INSERT INTO product_views (product_id, day, views)
          SELECT p.id, v.value ->> 'day', v.value ->> 'views'
          FROM json_each(${JSON.stringify(products)}) v JOIN products p ON p.id = v.value ->> 'productId'
          WHERE true
          ON CONFLICT (product_id, day) DO UPDATE SET views = views + excluded.views`,
        addBySource(views),
      ]);
    },

    /** Removes sums of days before `day`, at most so many of each table. */
    async removeBefore(day: number, limit: number): Promise<void> {
      await runBatch(db, [
        sql`DELETE FROM product_views WHERE rowid IN (
          SELECT rowid FROM product_views WHERE day < ${day} LIMIT ${limit})`,
        sql`DELETE FROM source_days WHERE (owner_uid, day, product_id, source) IN (
          SELECT owner_uid, day, product_id, source FROM source_days WHERE day < ${day} LIMIT ${limit})`,
      ]);
    },
  };
}

/**
 * A name counts where the seller has made it, else what the referrer says. Of the hosts that a product does
 * not have on that day yet, those with most views are added while it has fewer than `MAX_HOSTS_OF_DAY`.
 */
function addBySource(views: readonly DayViews[]): SQL {
  const rows = views.flatMap(({ productId, day, sources }) =>
    sources.map((one) => [productId, day, one.name, one.from, one.views]),
  );
  const ofDay = sql`d.owner_uid = c.owner_uid AND d.day = c.day AND d.product_id = c.product_id`;
  return sql`
    WITH counted AS (
      SELECT p.owner_uid, v.value ->> 1 AS day, p.id AS product_id,
        CASE WHEN n.name IS NULL THEN v.value ->> 3 ELSE ${namedSource(sql`n.name`)} END AS source,
        sum(v.value ->> 4) AS views
      FROM json_each(${JSON.stringify(rows)}) v JOIN products p ON p.id = v.value ->> 0
        LEFT JOIN source_names n ON n.owner_uid = p.owner_uid AND n.name = v.value ->> 2
      GROUP BY 1, 2, 3, 4
    ), told AS (
      SELECT c.*, ${isHostSource(sql`c.source`)} AND NOT EXISTS (
        SELECT 1 FROM source_days d WHERE ${ofDay} AND d.source = c.source) AS is_new_host
      FROM counted c
    ), placed AS (
      SELECT c.*, CASE WHEN c.is_new_host THEN row_number() OVER (
          PARTITION BY c.owner_uid, c.day, c.product_id, c.is_new_host ORDER BY c.views DESC, c.source
        ) + (SELECT count(*) FROM source_days d WHERE ${ofDay} AND ${isHostSource(sql`d.source`)})
        ELSE 0 END AS place
      FROM told c
    )
    INSERT INTO source_days (owner_uid, day, product_id, source, views, sales)
    SELECT owner_uid, day, product_id, CASE WHEN place > ${MAX_HOSTS_OF_DAY} THEN ${OTHER} ELSE source END,
      sum(views), 0
    FROM placed GROUP BY 1, 2, 3, 4
    ON CONFLICT (owner_uid, day, product_id, source) DO UPDATE SET views = views + excluded.views`;
}
