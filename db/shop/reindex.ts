import { CATEGORIES } from "../../app/products/rules/categories";
import { searchTextOf } from "../../app/products/rules/search-text";
import { beginReindex, finishReindex } from "./search-index-state";

/** Products that are read at once. */
const PRODUCTS_AT_ONCE = 500;
/** Characters of the texts that are written at once: below the 2 MB of a parameter of D1. */
const MAX_WRITTEN_CHARS = 500_000;

interface ReindexOptions {
  /** Gets the number of products done. */
  onProgress?: (done: number) => void;
  /** Characters of the texts that one statement writes. */
  maxChars?: number;
}

/** `tags` of a product, as the triggers write them. */
const TAGS = `'c' || char(57344 + category_id) || ';s' || char(57344 + coalesce(subcategory_id, 0))
  || ';b' || char(57344 + price_band) || ';g' || char(57344 + price_band / 10) || ';'`;

const CASES = CATEGORIES.map(({ id, type }) => `WHEN ${id} THEN '${type}'`).join(" ");
const TYPE = `CASE category_id ${CASES} ELSE type END`;

/**
 * Writes again what the shop derives from products: types, search texts, the search index and the
 * kept counts. Meanwhile searches and counts are incomplete.
 */
export async function reindex(
  db: Pick<D1Database, "prepare" | "batch">,
  { onProgress, maxChars = MAX_WRITTEN_CHARS }: ReindexOptions = {},
): Promise<void> {
  await db.batch([
    db.prepare(beginReindex),
    db.prepare(`UPDATE products SET type = ${TYPE} WHERE type <> ${TYPE}`),
    db.prepare("INSERT INTO product_search (product_search) VALUES ('delete-all')"),
    ...COUNTS.map((statement) => db.prepare(statement)),
  ]);
  let done = 0;
  for (let last = 0; ; ) {
    const { results } = await db
      .prepare(
        `SELECT seq, title, description, description_format AS descriptionFormat
         FROM products WHERE seq > ? ORDER BY seq LIMIT ${PRODUCTS_AT_ONCE}`,
      )
      .bind(last)
      .all<Texts & { seq: number }>();
    const products = firstUpTo(maxChars, results);
    const end = products.at(-1)?.seq;
    if (end === undefined) break;
    await db.batch(rewrite(db, last, end, products));
    last = end;
    done += products.length;
    onProgress?.(done);
  }
  await db.batch([db.prepare(finishReindex)]);
}

type Texts = Parameters<typeof searchTextOf>[0];

/** At least one product, and as many as `chars` allows. */
function firstUpTo<T extends Texts>(chars: number, products: readonly T[]): readonly T[] {
  let total = 0;
  const end = products.findIndex(({ title, description }) => {
    total += title.length + description.length;
    return total > chars;
  });
  return end === -1 ? products : products.slice(0, Math.max(1, end));
}

/** The statements for the products after `last` up to `end`. */
function rewrite(
  db: Pick<D1Database, "prepare">,
  last: number,
  end: number,
  products: readonly (Texts & { seq: number })[],
) {
  const texts = products.map((product) => ({ seq: product.seq, text: searchTextOf(product) }));
  return [
    db
      .prepare(
        `UPDATE products SET search_text = given.value ->> 'text' FROM json_each(?) AS given
         WHERE products.seq = given.value ->> 'seq' AND search_text <> given.value ->> 'text'`,
      )
      .bind(JSON.stringify(texts)),
    // The triggers put products in whose text has changed.
    db.prepare("DELETE FROM product_search WHERE rowid > ? AND rowid <= ?").bind(last, end),
    db
      .prepare(
        `INSERT INTO product_search (rowid, tags, text) SELECT seq, ${TAGS}, search_text
         FROM products WHERE status = 'active' AND seq > ? AND seq <= ?`,
      )
      .bind(last, end),
  ];
}

const COUNTS = [
  "DELETE FROM product_counts",
  "INSERT INTO product_counts SELECT 0, count(*) FROM products WHERE status = 'active'",
  ...["category_id", "subcategory_id"].map(
    (column) =>
      `INSERT INTO product_counts SELECT ${column}, count(*) FROM products
       WHERE status = 'active' AND ${column} IS NOT NULL GROUP BY ${column}`,
  ),
];
