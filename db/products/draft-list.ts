import { type SQL, sql } from "drizzle-orm";
import type { Draft } from "../../app/products/rules/draft";
import { isGivenFree } from "../../app/products/rules/product";

export interface DraftRow extends Omit<Draft, "priceLamports" | "isFree"> {
  priceLamports: number;
  isFree: number;
}

/** Drafts with their uploads, newest first. Uploads for published products are not among them. */
export function draftsOf(ownerUid: string, limit: number): SQL {
  return sql`
    SELECT f.key, p.id AS productId, p.title, p.price_lamports AS priceLamports, p.is_free AS isFree,
      f.file_name AS fileName, count(*) AS files, sum(f.size_bytes) AS sizeBytes,
      min(f.created_at) AS createdAt,
      sum((SELECT coalesce(sum(size_bytes), 0) FROM file_parts WHERE file_key = f.key)) AS receivedBytes
    FROM files f JOIN products p ON p.id = f.product_id
    WHERE f.owner_uid = ${ownerUid} AND f.status = 'uploading'
      AND p.owner_uid = ${ownerUid} AND p.status = 'draft'
    GROUP BY p.id ORDER BY createdAt DESC LIMIT ${limit}`;
}

export function toDraft({ priceLamports, isFree, ...row }: DraftRow): Draft {
  const isOffered = isGivenFree({ isFree, priceLamports });
  return { ...row, priceLamports: BigInt(priceLamports), isFree: isOffered };
}
