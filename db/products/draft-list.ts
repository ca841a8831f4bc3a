import { type SQL, sql } from "drizzle-orm";
import { hasChosenPrice } from "../../app/products/rules/chosen-price";
import type { Draft } from "../../app/products/rules/draft";
import { isGivenFree } from "../../app/products/rules/product";

export interface DraftRow
  extends Omit<Draft, "priceLamports" | "isFree" | "isPriceChosen" | "hasFields"> {
  priceLamports: number;
  isFree: number;
  isPriceChosen: number;
  hasFields: number;
}

/** Drafts with their uploads, the last saved first. Uploads for published products are not among them. */
export function draftsOf(ownerUid: string, limit: number): SQL {
  return sql`
    SELECT f.key, p.id AS productId, p.title, p.price_lamports AS priceLamports, p.is_free AS isFree,
      p.is_price_chosen AS isPriceChosen, coalesce(f.file_name, '') AS fileName, count(f.key) AS files,
      coalesce(sum(f.size_bytes), 0) AS sizeBytes, coalesce(min(f.created_at), p.created_at) AS createdAt,
      coalesce(sum((SELECT sum(size_bytes) FROM file_parts WHERE file_key = f.key)), 0) AS receivedBytes,
      p.updated_at AS updatedAt, p.draft_fields IS NOT NULL AS hasFields
    FROM products p LEFT JOIN files f ON f.product_id = p.id AND f.status = 'uploading'
    WHERE p.owner_uid = ${ownerUid} AND p.status = 'draft'
    GROUP BY p.id ORDER BY p.updated_at DESC, p.seq DESC LIMIT ${limit}`;
}

export function toDraft(row: DraftRow): Draft {
  return {
    ...row,
    priceLamports: BigInt(row.priceLamports),
    isFree: isGivenFree(row),
    isPriceChosen: hasChosenPrice(row),
    hasFields: row.hasFields === 1,
  };
}
