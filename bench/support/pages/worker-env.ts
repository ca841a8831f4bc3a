import type { PageQueries } from "./queries";

/** What the baselines get: the database and the bucket, and the statements to run on them. */
export interface BaselineEnv {
  DB: D1Database;
  FILES: R2Bucket;
  QUERIES: PageQueries;
}

export type Row = Record<string, string | number | null>;

/** The rows of one page of the shop: best sellers, products, and the number of all. */
export async function readShop({ DB, QUERIES }: BaselineEnv, category: string): Promise<Row[][]> {
  const statements = QUERIES.shop[category] ?? [];
  const prepared = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params));
  return (await DB.batch<Row>(prepared)).map(({ results }) => results);
}

/** A product's row, and those of its seller, the seller's other products, and its file. */
export async function readProduct({ DB, FILES, QUERIES }: BaselineEnv) {
  const { first, others, storagePath } = QUERIES.product;
  const product = await DB.prepare(first.sql)
    .bind(...first.params)
    .first<Row>();
  const prepared = others.map(({ sql, params }) => DB.prepare(sql).bind(...params));
  const [rows, stored] = await Promise.all([DB.batch<Row>(prepared), FILES.head(storagePath)]);
  const [[seller], more = [], [file]] = rows.map(({ results }) => results) as [Row[], Row[], Row[]];
  return { product, seller, others: more, file: stored && file };
}
