import { sql } from "drizzle-orm";
import { DAY_MS } from "../../app/lib/time-zone";
import { VIEWS_LIFETIME_DAYS } from "../../app/products/rules/sources";
import { type Deletion, type PersonRows, rowsOf } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "./product-rows";
import { daysBetween } from "./sources";

export const personRows: PersonRows = {
  reassign({ from, to, open }) {
    const { giveTo } = rowsOf(from, open);
    return [
      // Both accounts can have a name.
      sql`UPDATE OR IGNORE source_names SET owner_uid = ${to} WHERE owner_uid = ${from} AND ${open}`,
      sql`DELETE FROM source_names WHERE owner_uid = ${from} AND ${open}`,
      giveTo(to, "source_days", "owner_uid"),
      // The code ends: the other account has its name.
      sql`UPDATE products SET default_code_id = NULL WHERE owner_uid = ${from} AND ${open}
        AND default_code_id IN (SELECT f.id FROM codes f JOIN codes t ON t.name_key = f.name_key
          WHERE f.owner_uid = ${from} AND t.owner_uid = ${to} AND t.disabled_at IS NULL)`,
      ...OWNED.map((table) => giveTo(to, table, "owner_uid")),
    ];
  },

  remove(deletion) {
    const { uid, pseudonym, begun } = deletion;
    const { giveTo } = rowsOf(uid, begun);
    return [
      discardImages(deletion),
      ...abandonProducts(deletion),
      sql`UPDATE products SET default_code_id = NULL
        WHERE owner_uid = ${uid} AND default_code_id IS NOT NULL AND ${begun}`,
      ...["source_names", "source_days"].map(
        (table) => sql`DELETE FROM ${sql.raw(table)} WHERE owner_uid = ${uid} AND ${begun}`,
      ),
      ...OWNED.map((table) => giveTo(pseudonym, table, "owner_uid")),
    ];
  },
};

const OWNED = ["products", "files", "media", "unnamed_media"];

export const productRows: ProductRows = {
  remove(product) {
    const { id, ownerUid, at, isGone } = product;
    const today = Math.floor(at / DAY_MS);
    const its = sql`product_id = ${id} AND owner_uid = ${ownerUid} AND ${isGone}`;
    return [
      // A database that is restored from a copy may name the files again.
      sql`INSERT OR IGNORE INTO unnamed_media (key, since, owner_uid, size_bytes, of_deleted)
        SELECT storage_path, ${at}, owner_uid, size_bytes, 1 FROM files
        WHERE status <> 'uploading' AND ${its}`,
      sql`DELETE FROM file_parts WHERE file_key IN (SELECT key FROM files WHERE ${its})`,
      sql`DELETE FROM files WHERE ${its}`,
      sql`DELETE FROM release_files WHERE ${isGone}
        AND release_id IN (SELECT id FROM releases WHERE product_id = ${id})`,
      dropOfProduct("releases", product),
      sql`UPDATE media SET discarded_at = ${at} WHERE discarded_at IS NULL AND ${its}`,
      ...["product_pictures", "product_samples", "product_views"].map((table) =>
        dropOfProduct(table, product),
      ),
      sql`DELETE FROM source_days WHERE ${its}
        AND day IN (${daysBetween(today - VIEWS_LIFETIME_DAYS, today)})`,
    ];
  },
};

/** Marks the images of the seller's page and of products without a buyer, for removal. */
function discardImages({ uid, at, begun, unsold }: Deletion) {
  return sql`UPDATE media SET discarded_at = ${at} WHERE owner_uid = ${uid}
    AND (product_id IS NULL OR product_id IN (${unsold})) AND ${begun}`;
}

/**
 * Takes sold products off sale. The others become drafts with abandoned uploads, or last saved at 0, which the cron
 * sweep removes with their files and images, and retries if it is interrupted.
 */
function abandonProducts({ uid, at, begun, unsold }: Deletion) {
  return [
    sql`UPDATE files SET status = 'uploading', created_at = 0
      WHERE product_id IN (${unsold}) AND ${begun}`,
    // Replacements of sold products.
    sql`UPDATE files SET created_at = 0
      WHERE owner_uid = ${uid} AND status = 'uploading' AND ${begun}`,
    sql`UPDATE products SET status = 'draft',
        draft_fields = CASE WHEN draft_fields IS NOT NULL THEN '{}' END,
        updated_at = CASE WHEN draft_fields IS NULL THEN ${at} ELSE 0 END
      WHERE id IN (${unsold}) AND ${begun}`,
    sql`UPDATE products SET status = 'disabled', updated_at = max(updated_at + 1, ${at})
      WHERE owner_uid = ${uid} AND status = 'active' AND ${begun}`,
  ];
}
