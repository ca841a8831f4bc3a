import type { PageQueries, Statement } from "./queries";

/** What the baselines get: the database and the bucket, and the statements to run on them. */
export interface BaselineEnv {
  DB: D1Database;
  FILES: R2Bucket;
  QUERIES: PageQueries;
}

export type Row = Record<string, string | number | null>;

/** The rows of one page of the shop: best sellers, products, and the number of all. */
export function readShop({ DB, QUERIES }: BaselineEnv, category: string): Promise<Row[][]> {
  return readBatch(DB, QUERIES.shop[category] ?? []);
}

/** A product's row with its seller and file, the seller's other products, and whether it is stored. */
export async function readProduct({ DB, FILES, QUERIES }: BaselineEnv) {
  const { statements, storagePath } = QUERIES.product;
  const [[product] = [], others = []] = await readBatch(DB, statements);
  const stored = await FILES.head(storagePath);
  return { product, others, isStored: stored !== null };
}

export type MemberPage = keyof PageQueries["member"];

/** The rows of a page of a person who has signed in, with those of the session. */
export function readMember({ DB, QUERIES }: BaselineEnv, page: string): Promise<Row[][]> {
  return readBatch(DB, QUERIES.member[page as MemberPage] ?? []);
}

async function readBatch(db: D1Database, statements: readonly Statement[]): Promise<Row[][]> {
  const prepared = statements.map(({ sql, params }) => db.prepare(sql).bind(...params));
  return (await db.batch<Row>(prepared)).map(({ results }) => results);
}
