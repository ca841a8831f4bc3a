import { sql } from "drizzle-orm";
import { SEARCH_TEXT_VERSION, searchTextOf } from "../../app/products/rules/search-text";
import type { Db } from "../client";

/** Name in `sweep_progress` of the version by which all search texts are written. */
const VERSION_NAME = "search-index";
/** Products that are compared, from each end of the list: an upgrade leaves the oldest behind. */
const SAMPLED = 5;

type SampledProduct = Parameters<typeof searchTextOf>[0] & {
  text: string;
  isIndexed: number;
};

export function searchIndexIn(db: Db) {
  return {
    /**
     * False where a search would miss products: their texts were written by another version, or are
     * not in the index. Reads the version and ten products.
     */
    async isInStep(): Promise<boolean> {
      const [version] = await db.all<{ cursor: string }>(
        sql`SELECT cursor FROM sweep_progress WHERE name = ${VERSION_NAME}`,
      );
      if (version?.cursor !== String(SEARCH_TEXT_VERSION)) return false;
      const sample = await db.all<SampledProduct>(sql`
        SELECT title, description, description_format AS descriptionFormat, search_text AS text,
          product_search.rowid IS NOT NULL AS isIndexed
        FROM products LEFT JOIN product_search ON product_search.rowid = products.seq
        WHERE products.seq IN (
          SELECT * FROM (SELECT seq FROM products WHERE status = 'active' ORDER BY seq LIMIT ${SAMPLED})
          UNION
          SELECT * FROM (SELECT seq FROM products WHERE status = 'active' ORDER BY seq DESC LIMIT ${SAMPLED})
        )`);
      return sample.every((product) => product.isIndexed && product.text === searchTextOf(product));
    },
  };
}

/** Begins to write the index again: until `finishReindex` it is not in step. */
export const beginReindex = `DELETE FROM sweep_progress WHERE name = '${VERSION_NAME}'`;

/** Records that all search texts are those of this version. */
export const finishReindex = `INSERT OR REPLACE INTO sweep_progress (name, cursor, updated_at)
  VALUES ('${VERSION_NAME}', '${SEARCH_TEXT_VERSION}', unixepoch() * 1000)`;
