import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { migrate } from "../../../dev/run/migrate";
import { demoId } from "../../../dev/seed/demo/people";
import { seedProducts } from "../../../dev/seed/generated/seed-products";
import { insertManySales } from "../../../tests/support/many-sales";

/** The product whose page is measured: it has other products of its seller beside it. */
export const PRODUCT_ID = demoId("generated/7");

/** The session of the seller of that product, who has sales and purchases. */
export const MEMBER_TOKEN = "a-token-of-the-benchmark-alone-0123456789ab";
const SALES = 200;
const PURCHASES = 24;
const DAY_MS = 86_400_000;

type Files = Parameters<typeof seedProducts>[0]["files"];

/**
 * Fills an empty database with `count` products, the same in every database. Some have been sold, so
 * that lists show every badge but that of new products.
 */
export async function fillDatabase(db: D1Database, files: Files, count: number): Promise<void> {
  await migrate(db);
  await seedProducts({ db, files }, count);
  await addMember(db);
  await db
    .prepare(
      `UPDATE products SET sold = CASE sale_type WHEN 'infinite' THEN seq % 97 WHEN 'unique' THEN 0
         ELSE min(sale_limit, seq % 60) END
       WHERE seq % 4 = 0`,
    )
    .run();
  await db
    .prepare(
      `UPDATE products SET ranked = sold, review_count = sold / 4, rating_count = sold / 4,
         rating_sum = sold / 4 * 4 WHERE sold > 0`,
    )
    .run();
}

/** The seller of the measured product, with sales of the last days, purchases and a session. */
async function addMember(db: D1Database): Promise<void> {
  const now = Date.now();
  const product = await db
    .prepare("SELECT owner_uid AS uid FROM products WHERE id = ?1")
    .bind(PRODUCT_ID)
    .first<{ uid: string }>();
  const uid = product?.uid ?? "";
  const sales = { count: SALES, from: now - 20 * DAY_MS, everyMs: DAY_MS / 12 };
  await insertManySales(db, { ownerUid: uid, productId: PRODUCT_ID, ...sales });
  const others = await db
    .prepare("SELECT id, owner_uid AS ownerUid FROM products WHERE owner_uid <> ?1 LIMIT ?2")
    .bind(uid, PURCHASES)
    .all<{ id: string; ownerUid: string }>();
  for (const { id, ownerUid } of others.results) {
    const once = { count: 1, from: now - DAY_MS, everyMs: 1 };
    await insertManySales(db, { ownerUid, productId: id, ...once });
  }
  const hash = await hashToken(MEMBER_TOKEN);
  await db.batch([
    db
      .prepare(
        `INSERT INTO purchases (uid, product_id, order_id, created_at)
         SELECT ?1, product_id, id, settled_at FROM orders WHERE product_id <> ?2`,
      )
      .bind(uid, PRODUCT_ID),
    db.prepare("UPDATE orders SET buyer_uid = ?1 WHERE product_id <> ?2").bind(uid, PRODUCT_ID),
    db
      .prepare(
        `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at, proven_at)
         VALUES (?1, ?2, ?3, ?3, ?4, ?3)`,
      )
      .bind(hash, uid, now, now + 20 * DAY_MS),
  ]);
}
