import { type SQL, sql } from "drizzle-orm";
import { type Db, readBatch } from "../client";
import { daysBetween, namesOf } from "../products/sources";

/** Rows of `source_days` that one read adds up. */
export const MAX_SOURCE_ROWS = 20_000;

export interface SourceSelection {
  /** First and last day; days since 1970-01-01. */
  since: number;
  until: number;
  /** Null for all products of the seller. */
  productId: string | null;
  /** Sources, those with most sales first. */
  limit: number;
}

/** The sums of one source. */
export interface SourceRow {
  source: string;
  views: number;
  sales: number;
  /** Of all sources, also those beyond the limit. */
  allViews: number;
  allSales: number;
  /** The first day that is counted, where older ones of the period are left out; else null. */
  countedFrom: number | null;
}

interface LinkedProduct {
  id: string;
  title: string;
}

interface SourceRecords {
  sources: SourceRow[];
  /** That the seller made. */
  names: string[];
  /** Newest first. */
  products: LinkedProduct[];
  /** The chosen one; null where it is not the seller's. */
  product: LinkedProduct | null;
}

export type SourceReads = ReturnType<typeof sourcesIn>;

/** Where views and sales of a seller come from. */
export function sourcesIn(db: Db) {
  return {
    /** By one batch. */
    async read(
      ownerUid: string,
      { products: limit, ...selection }: SourceSelection & { products: number },
    ): Promise<SourceRecords> {
      const own = sql`SELECT id, title FROM products WHERE owner_uid = ${ownerUid} AND status <> 'draft'`;
      const [sources, names, products, product] = await readBatch(db, [
        sourcesOf(ownerUid, selection),
        namesOf(ownerUid),
        sql`${own} ORDER BY seq DESC LIMIT ${limit}`,
        sql`${own} AND id = ${selection.productId}`,
      ]);
      return {
        sources: sources as SourceRow[],
        names: (names as { name: string }[]).map(({ name }) => name),
        products: products as LinkedProduct[],
        product: (product as LinkedProduct[])[0] ?? null,
      };
    },
  };
}

/**
 * `SourceRow`s of a period. Reads the newest `MAX_SOURCE_ROWS` rows of it; where there are more, the oldest
 * day among them is left out, which may be incomplete.
 */
export function sourcesOf(
  ownerUid: string,
  { since, until, productId, limit }: SourceSelection,
): SQL {
  const days =
    productId === null
      ? sql`day BETWEEN ${since} AND ${until}`
      : sql`product_id = ${productId} AND day IN (${daysBetween(since, until)})`;
  return sql`
    WITH newest AS MATERIALIZED (
      SELECT day, source, views, sales FROM source_days WHERE owner_uid = ${ownerUid} AND ${days}
      ORDER BY day DESC LIMIT ${MAX_SOURCE_ROWS + 1}
    ), cut AS MATERIALIZED (
      SELECT CASE WHEN count(*) > ${MAX_SOURCE_ROWS} THEN min(min(day) + 1, max(day)) END AS day
      FROM newest
    )
    SELECT source, sum(views) AS views, sum(sales) AS sales,
      sum(sum(views)) OVER () AS allViews, sum(sum(sales)) OVER () AS allSales,
      (SELECT day FROM cut) AS countedFrom
    FROM newest WHERE day >= coalesce((SELECT day FROM cut), 0)
    GROUP BY source ORDER BY sales DESC, views DESC, source LIMIT ${limit}`;
}
