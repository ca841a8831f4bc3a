import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";
import { lamports, ms } from "./columns";

export const products = sqliteTable(
  "products",
  {
    /** Creation order: newest first is rowid order. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    ownerUid: text("owner_uid")
      .notNull()
      .references(() => users.uid),
    title: text("title").notNull(),
    categoryId: integer("category_id").notNull(),
    subcategoryId: integer("subcategory_id"),
    type: text("type").notNull(),
    description: text("description").notNull(),
    priceLamports: lamports("price_lamports").notNull(),
    /** R2 keys, empty if absent. */
    coverKey: text("cover_key").notNull().default(""),
    imageKey: text("image_key").notNull().default(""),
    /** The protected file that a purchase delivers today. */
    fileKey: text("file_key"),
    productFileName: text("product_file_name").notNull().default(""),
    status: text("status", { enum: ["draft", "active", "disabled"] }).notNull(),
    recipient: text("recipient").notNull(),
    saleType: text("sale_type", { enum: ["unique", "limited", "infinite"] }).notNull(),
    saleLimit: integer("sale_limit"),
    /** Settled sales. A refund takes one back. */
    sold: integer("sold").notNull().default(0),
    /** Units promised to a pre-signed transaction that can still land. */
    held: integer("held").notNull().default(0),
    createdAt: ms("created_at").notNull(),
    updatedAt: ms("updated_at").notNull(),
  },
  (t) => [
    index("products_by_owner").on(t.ownerUid, t.seq),
    index("active_by_seq").on(t.seq).where(sql`status = 'active'`),
    index("active_by_price").on(t.priceLamports, t.seq).where(sql`status = 'active'`),
    index("active_by_sold").on(t.sold, t.seq).where(sql`status = 'active'`),
    index("active_in_category_by_seq").on(t.categoryId, t.seq).where(sql`status = 'active'`),
    index("active_in_category_by_price")
      .on(t.categoryId, t.priceLamports, t.seq)
      .where(sql`status = 'active'`),
    index("active_in_category_by_sold")
      .on(t.categoryId, t.sold, t.seq)
      .where(sql`status = 'active'`),
    check("stock_within_limit", sql`sale_limit IS NULL OR sold + held <= sale_limit`),
    check("stock_not_negative", sql`sold >= 0 AND held >= 0`),
    // Zero is a row from elsewhere: it is shown, and refused when somebody wants to buy it.
    check("price_not_negative", sql`price_lamports >= 0`),
  ],
);

/** The protected file record. `key` is the sanitised name under protectedFiles/. */
export const files = sqliteTable(
  "files",
  {
    key: text("key").primaryKey(),
    storagePath: text("storage_path").notNull().unique(),
    ownerUid: text("owner_uid")
      .notNull()
      .references(() => users.uid),
    productId: text("product_id").notNull(),
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** Hex SHA-256 of the stored bytes, known once the upload is complete. */
    sha256: text("sha256"),
    status: text("status", { enum: ["uploading", "complete", "replaced"] }).notNull(),
    /** R2's multipart upload id while parts arrive. */
    uploadId: text("upload_id"),
    partSizeBytes: integer("part_size_bytes").notNull(),
    /** The seller's file as it was last changed: an upload goes on only with the same one. */
    modifiedAt: ms("modified_at"),
    createdAt: ms("created_at").notNull(),
    completedAt: ms("completed_at"),
  },
  (t) => [
    index("files_by_product").on(t.productId),
    index("files_by_owner").on(t.ownerUid),
    index("files_on_their_way").on(t.createdAt).where(sql`status = 'uploading'`),
  ],
);

export const fileParts = sqliteTable(
  "file_parts",
  {
    fileKey: text("file_key")
      .notNull()
      .references(() => files.key),
    partNumber: integer("part_number").notNull(),
    etag: text("etag").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileKey, t.partNumber] })],
);
