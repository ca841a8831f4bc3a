import { type SQL, sql } from "drizzle-orm";
import type { OfferedItem } from "../../app/checkout/rules/bundle-offer";
import { CAN_BE_ITEM } from "../bundles/item-condition";
import type { Db } from "../client";
import { existsRight, IS_LIVE } from "../orders/rights";
import { isPaidItem } from "../orders/settlement";
import { keyStockOf, toKeyStock } from "../products/key-stock";

export type BundleItems = ReturnType<typeof bundleItemsIn>;

/** What bundles consist of, for their buyers. */
export function bundleItemsIn(db: Db) {
  return {
    /** The items of a bundle, in order, and what a person has of them; of nobody with null. By one query. */
    async of(bundleId: string, uid: string | null): Promise<OfferedItem[]> {
      const buyer = sql`${uid ?? ""}`;
      const isOwned = existsRight(sql`r.uid = ${buyer} AND r.product_id = q.id AND ${IS_LIVE}`);
      const ofFile = (name: SQL) => sql`json_object('name', ${name}, 'storagePath', f.storage_path,
        'sizeBytes', f.size_bytes, 'sha256', f.sha256, 'status', f.status)`;
      const rows =
        await db.all<ItemRow>(sql`SELECT q.id, q.title, q.price_lamports AS priceLamports,
          q.sale_type AS saleType, q.licence_kind AS licenceKind, q.sale_limit AS saleLimit, q.sold, q.held,
          ${sql.raw(keyStockOf("q"))} AS keyStock,
          (${CAN_BE_ITEM} AND q.owner_uid = p.owner_uid AND q.recipient = p.recipient) AS isOnSale,
          (SELECT json_group_array(${ofFile(sql`m.name`)}) FROM (SELECT * FROM release_files
            WHERE release_id = q.release_id ORDER BY position) m JOIN files f ON f.key = m.file_key) AS files,
          (SELECT json_group_array(${ofFile(sql`f.file_name`)}) FROM files f
            WHERE f.key = q.file_key AND q.release_id IS NULL) AS oldFiles,
          ${isOwned} AS isOwned, ${isPaidItem(buyer, sql`q.id`)} AS isPaid
        FROM bundle_items b JOIN products p ON p.id = b.bundle_id JOIN products q ON q.id = b.product_id
        WHERE b.bundle_id = ${bundleId} ORDER BY b.position`);
      return rows.map(toItem);
    },
  };
}

type ItemRow = Omit<
  OfferedItem,
  "priceLamports" | "keyStock" | "isOnSale" | "files" | "isOwned" | "isPaid"
> & {
  priceLamports: number;
  /** JSON. */
  keyStock: string | null;
  /** JSON. */
  files: string;
  /** JSON: of a release that an older Worker wrote. */
  oldFiles: string;
  isOnSale: number;
  isOwned: number;
  isPaid: number;
};

function toItem({
  priceLamports,
  keyStock,
  files,
  oldFiles,
  isOnSale,
  isOwned,
  isPaid,
  ...row
}: ItemRow): OfferedItem {
  return {
    ...row,
    priceLamports: BigInt(priceLamports),
    keyStock: toKeyStock(keyStock),
    files: [...JSON.parse(files), ...JSON.parse(oldFiles)],
    isOnSale: isOnSale === 1,
    isOwned: isOwned === 1,
    isPaid: isPaid === 1,
  };
}
