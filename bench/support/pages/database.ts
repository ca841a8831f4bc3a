import { migrate } from "../../../dev/run/migrate";
import { demoId } from "../../../dev/seed/demo/people";
import { seedProducts } from "../../../dev/seed/generated/seed-products";

/** The product whose page is measured: it has other products of its seller beside it. */
export const PRODUCT_ID = demoId("generated/7");

type Files = Parameters<typeof seedProducts>[0]["files"];

/**
 * Fills an empty database with `count` products, the same in every database. Some have been sold, so
 * that lists show every badge but that of new products.
 */
export async function fillDatabase(db: D1Database, files: Files, count: number): Promise<void> {
  await migrate(db);
  await seedProducts({ db, files }, count);
  await db
    .prepare(
      `UPDATE products SET sold = CASE sale_type WHEN 'infinite' THEN seq % 97 WHEN 'unique' THEN 0
         ELSE min(sale_limit, seq % 60) END
       WHERE seq % 4 = 0`,
    )
    .run();
}
