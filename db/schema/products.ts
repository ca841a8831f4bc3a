import { sql } from "drizzle-orm";
import {
  check,
  type IndexBuilderOn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { LICENCE_KINDS } from "../../app/products/rules/licence-kind";
import { priceBandSql } from "../../app/products/rules/price-bands";
import { users } from "./accounts";
import { flag, lamports, ms } from "./columns";

/** A literal: SQLite does not use the partial indexes with a parameter. */
const indexOfActive = (name: string, ...columns: Parameters<IndexBuilderOn["on"]>) =>
  index(name)
    .on(...columns)
    .where(sql`status = 'active'`);

export const products = sqliteTable(
  "products",
  {
    /** In order of creation, for sorting by age; given anew where a draft with fields is put on sale. */
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
    /** How the description is written. An older Worker that edits a row leaves it, and shows the source. */
    descriptionFormat: text("description_format", { enum: ["plain", "markdown"] })
      .notNull()
      .default("plain"),
    priceLamports: lamports("price_lamports").notNull(),
    /** The buyer chooses what to pay: `price_lamports` is the least. An older Worker sells at that price. */
    isPriceChosen: flag("is_price_chosen"),
    /** What the page suggests then; null for no suggestion. */
    suggestedLamports: lamports("suggested_lamports"),
    /** The code that its page applies for everyone; null for none. */
    defaultCodeId: text("default_code_id"),
    /**
     * What those get who recommend it, of the price after the commission, in basis points; null while its seller pays
     * nobody. An older Worker ignores it.
     */
    affiliateBps: integer("affiliate_bps"),
    /** Whoever is signed in may apply to recommend it; else those whom its seller invites. */
    isOpenToAffiliates: flag("is_open_to_affiliates"),
    /**
     * The licence keys that it gives; null where it never gave any. The trigger `product_licence_changed` counts the
     * change from and to `pool` as one of its terms. An older Worker sells without keys.
     */
    licenceKind: text("licence_kind", { enum: LICENCE_KINDS }),
    /** Given to who asks, without a payment; only while the price is 0. An older Worker sets a price again. */
    isFree: flag("is_free"),
    /** People to whom it was given without a payment. */
    given: integer("given").notNull().default(0),
    /** R2 keys, empty if absent. */
    coverKey: text("cover_key").notNull().default(""),
    imageKey: text("image_key").notNull().default(""),
    /** Copies of `media.id`, empty if absent: lists need no join. */
    coverMediaId: text("cover_media_id").notNull().default(""),
    coverSmallMediaId: text("cover_small_media_id").notNull().default(""),
    imageMediaId: text("image_media_id").notNull().default(""),
    imageSmallMediaId: text("image_small_media_id").notNull().default(""),
    /** Pixels, where a browser may choose between the two sizes (`widthsOf`); else null. */
    coverWidth: integer("cover_width"),
    coverSmallWidth: integer("cover_small_width"),
    imageWidth: integer("image_width"),
    imageSmallWidth: integer("image_small_width"),
    /** Pixels as shown, after the orientation; null where they are not known. */
    coverShownWidth: integer("cover_shown_width"),
    coverShownHeight: integer("cover_shown_height"),
    imageShownWidth: integer("image_shown_width"),
    imageShownHeight: integer("image_shown_height"),
    /** The point of the cover that crops keep (percent of its sides); null for the middle. */
    coverFocusX: integer("cover_focus_x"),
    coverFocusY: integer("cover_focus_y"),
    /** The picture of shared links, which the seller's browser draws; empty if absent. */
    shareKey: text("share_key").notNull().default(""),
    shareMediaId: text("share_media_id").notNull().default(""),
    /** The release on sale. Null where an older Worker wrote the file: the release is that of `file_key`. */
    releaseId: text("release_id"),
    /** The first file of the release on sale, which is all that older Workers deliver. */
    fileKey: text("file_key"),
    productFileName: text("product_file_name").notNull().default(""),
    /** When the file was last replaced; null for the first version. */
    fileUpdatedAt: ms("file_updated_at"),
    status: text("status", { enum: ["draft", "active", "disabled"] }).notNull(),
    /**
     * The form of a draft as typed, in JSON: the other columns have what of it is valid. Null for a product on sale, and
     * for a draft whose form was whole when its uploads began. The trigger `draft_with_fields_published` keeps such a
     * draft from being put on sale.
     */
    draftFields: text("draft_fields"),
    recipient: text("recipient").notNull(),
    /** Of its terms. The trigger `product_terms_changed` counts edits of price, wallet and kind of sale; those of `authors` too. */
    version: integer("version").notNull().default(1),
    /** Of `authors` that share now: a product without any is quoted without a query more. Triggers count them. */
    authorCount: integer("author_count").notNull().default(0),
    /** Of `bundle_items`; 0 for a product that is no bundle. A bundle has no file of its own. */
    bundleSize: integer("bundle_size").notNull().default(0),
    saleType: text("sale_type", { enum: ["unique", "limited", "infinite"] }).notNull(),
    saleLimit: integer("sale_limit"),
    /** Number of settled sales less refunds. */
    sold: integer("sold").notNull().default(0),
    /** Units held for transactions that can still land. */
    held: integer("held").notNull().default(0),
    /**
     * Settled sales of enough money to count for the badge of best sellers, less refunds and rollbacks: see
     * `orders.ranked_from`. The trigger `ledger_sale_ranked` counts them.
     */
    ranked: integer("ranked").notNull().default(0),
    /** Reviews that are shown; of those whose stars count, their number and the sum of their stars. Triggers count them. */
    reviewCount: integer("review_count").notNull().default(0),
    ratingCount: integer("rating_count").notNull().default(0),
    ratingSum: integer("rating_sum").notNull().default(0),
    createdAt: ms("created_at").notNull(),
    updatedAt: ms("updated_at").notNull(),
    /** `searchTextOf` the product; every write of title or description sets it. */
    searchText: text("search_text").notNull().default(""),
    priceBand: integer("price_band").generatedAlwaysAs(sql.raw(priceBandSql("price_lamports")), {
      mode: "virtual",
    }),
  },
  (t) => [
    index("products_by_owner").on(t.ownerUid, t.seq),
    // Literals: SQLite does not use the partial indexes with a parameter.
    index("products_with_affiliates").on(t.ownerUid).where(sql`affiliate_bps IS NOT NULL`),
    index("drafts_by_owner").on(t.ownerUid, t.updatedAt).where(sql`status = 'draft'`),
    index("drafts_with_fields_by_time").on(t.updatedAt).where(sql`draft_fields IS NOT NULL`),
    // The shop's listings: each filter with each order, and with a range of prices by bands or
    // by single prices. SQLite ends each index with the rowid, which is `seq`; by a second copy of it
    // no cursor is found.
    indexOfActive("active_by_seq", t.seq),
    indexOfActive("active_by_price", t.priceLamports),
    indexOfActive("active_by_sold", t.sold),
    indexOfActive("active_by_band", t.priceBand),
    indexOfActive("active_by_band_sold", t.priceBand, t.sold),
    indexOfActive("active_by_price_sold", t.priceLamports, t.sold),
    indexOfActive("active_in_category_by_seq", t.categoryId),
    indexOfActive("active_in_category_by_price", t.categoryId, t.priceLamports),
    indexOfActive("active_in_category_by_sold", t.categoryId, t.sold),
    indexOfActive("active_in_category_by_band", t.categoryId, t.priceBand),
    indexOfActive("active_in_category_by_band_sold", t.categoryId, t.priceBand, t.sold),
    indexOfActive("active_in_category_by_price_sold", t.categoryId, t.priceLamports, t.sold),
    indexOfActive("active_in_subcategory_by_seq", t.subcategoryId),
    indexOfActive("active_in_subcategory_by_price", t.subcategoryId, t.priceLamports),
    indexOfActive("active_in_subcategory_by_sold", t.subcategoryId, t.sold),
    indexOfActive("active_in_subcategory_by_band", t.subcategoryId, t.priceBand),
    indexOfActive("active_in_subcategory_by_band_sold", t.subcategoryId, t.priceBand, t.sold),
    indexOfActive("active_in_subcategory_by_price_sold", t.subcategoryId, t.priceLamports, t.sold),
    // The few products with such sales.
    index("active_by_ranked").on(t.ranked).where(sql`status = 'active' AND ranked > 0`),
    // Other listings of a type merge those of its categories.
    indexOfActive("active_of_type_by_band", t.type, t.priceBand),
    indexOfActive("active_of_type_by_band_sold", t.type, t.priceBand, t.sold),
    check("stock_within_limit", sql`sale_limit IS NULL OR sold + held <= sale_limit`),
    check("stock_not_negative", sql`sold >= 0 AND held >= 0`),
    // Imported rows can have a price of 0. They are shown, and orders for them are refused.
    check("price_not_negative", sql`price_lamports >= 0`),
  ],
);

/** Images and samples by the id in their public address, which tells neither owner nor file name. */
export const media = sqliteTable(
  "media",
  {
    /** 128 random bits or more. */
    id: text("id").primaryKey(),
    /** R2 key. */
    key: text("key").notNull().unique(),
    /** Null, as are width and height, for images that were stored before their size was read. */
    contentType: text("content_type"),
    /** Pixels; null for sound and video. */
    width: integer("width"),
    height: integer("height"),
    /** Null for images that were stored before their size was kept. */
    sizeBytes: integer("size_bytes"),
    /** Null for images of a seller's page. */
    productId: text("product_id"),
    ownerUid: text("owner_uid")
      .notNull()
      .references(() => users.uid),
    createdAt: ms("created_at").notNull(),
    /** Set where the image is to be removed from the file store; it is not served any more. */
    discardedAt: ms("discarded_at"),
  },
  (t) => [
    index("media_by_owner").on(t.ownerUid),
    index("media_discarded").on(t.discardedAt).where(sql`discarded_at IS NOT NULL`),
  ],
);

/**
 * The pictures of a product after the first, which is in the `image_*` columns of `products`: older Workers
 * show that one alone. Their order is that of `position`, which has no gaps.
 */
export const productPictures = sqliteTable(
  "product_pictures",
  {
    productId: text("product_id").notNull(),
    /** From 2; 0 within the batch that changes the list. */
    position: integer("position").notNull(),
    /** R2 key. */
    key: text("key").notNull(),
    /** Copies of `media.id`; the small one is empty if absent. */
    mediaId: text("media_id").notNull(),
    smallMediaId: text("small_media_id").notNull().default(""),
    /** Pixels, where a browser may choose between the two sizes (`widthsOf`); else null. */
    width: integer("width"),
    smallWidth: integer("small_width"),
    /** Pixels as shown, after the orientation; null where they are not known. */
    shownWidth: integer("shown_width"),
    shownHeight: integer("shown_height"),
  },
  (t) => [primaryKey({ columns: [t.productId, t.position] })],
);

/** What visitors hear or see of a product before they buy it. */
export const productSamples = sqliteTable("product_samples", {
  productId: text("product_id").primaryKey(),
  /** R2 key. */
  key: text("key").notNull(),
  /** Copy of `media.id`. */
  mediaId: text("media_id").notNull(),
  kind: text("kind", { enum: ["audio", "video", "image"] }).notNull(),
  /** By its first bytes. */
  contentType: text("content_type").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  /** Of the seller's file. */
  name: text("name").notNull(),
  /** Pixels of an image as shown; null for sound and video. */
  shownWidth: integer("shown_width"),
  shownHeight: integer("shown_height"),
  createdAt: ms("created_at").notNull(),
});

/** Views of a product's page on one UTC day. Rows say nothing of who viewed it. */
export const productViews = sqliteTable(
  "product_views",
  {
    productId: text("product_id").notNull(),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    views: integer("views").notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.day] }), index("product_views_by_day").on(t.day)],
);

/** Names that a seller made for `?src=` in links to products. */
export const sourceNames = sqliteTable(
  "source_names",
  {
    ownerUid: text("owner_uid").notNull(),
    name: text("name").notNull(),
    createdAt: ms("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerUid, t.name] })],
);

/**
 * Views and sales of a product on one UTC day by source: `direct`, `shop` for a page of this site, `src:` with a
 * name that the seller made, a referring host, `other`. The trigger `ledger_source_sale_added` adds the
 * sales of orders with a source, less refunds and rollbacks. The seller comes first in the key, so that the
 * newest days of all products are one range. WITHOUT ROWID, which saves the index of the key.
 */
export const sourceDays = sqliteTable(
  "source_days",
  {
    ownerUid: text("owner_uid").notNull(),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    productId: text("product_id").notNull(),
    source: text("source").notNull(),
    views: integer("views").notNull(),
    sales: integer("sales").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerUid, t.day, t.productId, t.source] }),
    index("source_days_by_day").on(t.day),
  ],
);

/**
 * What is delivered to those who buy a product: the files of one version. The id of a release of one file that
 * an older Worker wrote is the key of that file.
 */
export const releases = sqliteTable(
  "releases",
  {
    id: text("id").primaryKey(),
    productId: text("product_id").notNull(),
    /** Of the product's releases, from 1. */
    number: integer("number").notNull(),
    /** What the seller says has changed since the release before; empty for the first. */
    note: text("note").notNull().default(""),
    createdAt: ms("created_at").notNull(),
    /** Null while it is prepared: its files arrive. */
    publishedAt: ms("published_at"),
    /** When another release took its place. */
    replacedAt: ms("replaced_at"),
    /** When the cron next checks whether a purchase still needs this replaced release. */
    purgeCheckAt: ms("purge_check_at"),
  },
  (t) => [
    index("releases_by_product").on(t.productId, t.number),
    uniqueIndex("release_in_preparation").on(t.productId).where(sql`published_at IS NULL`),
    index("releases_to_check").on(t.purgeCheckAt).where(sql`purge_check_at IS NOT NULL`),
  ],
);

/** The files of a release. Releases of one product share those that did not change between them. */
export const releaseFiles = sqliteTable(
  "release_files",
  {
    releaseId: text("release_id").notNull(),
    /** From 1. */
    position: integer("position").notNull(),
    fileKey: text("file_key").notNull(),
    /** As it is delivered. */
    name: text("name").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.releaseId, t.position] }),
    uniqueIndex("release_files_by_file").on(t.fileKey, t.releaseId),
  ],
);

/**
 * Protected files of releases. `key` is the sanitised name under protectedFiles/.
 */
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
    /** Hex SHA-256 of the stored bytes; null until they are verified. */
    sha256: text("sha256"),
    /** `uploading` until its release is published, `replaced` once the release on sale lacks it. */
    status: text("status", { enum: ["uploading", "complete", "replaced"] }).notNull(),
    /** Multipart upload id of R2; null before the first part, and once the file is verified. */
    uploadId: text("upload_id"),
    partSizeBytes: integer("part_size_bytes").notNull(),
    /** Modification time of the seller's file. An upload can be resumed only with the same file. */
    modifiedAt: ms("modified_at"),
    createdAt: ms("created_at").notNull(),
    completedAt: ms("completed_at"),
    /** Of a release of one file, for older Workers. */
    note: text("note").notNull().default(""),
    /** When the release on sale was first without it. */
    replacedAt: ms("replaced_at"),
    /** As older Workers check replaced files; null for the files of a release. */
    purgeCheckAt: ms("purge_check_at"),
    /** Until when one call verifies the stored bytes; null where none does. */
    verifyingUntil: ms("verifying_until"),
    /** Null where an older Worker wrote the row: a release is made of it. */
    inRelease: integer("in_release", { mode: "boolean" }),
  },
  (t) => [
    index("files_without_release")
      .on(t.createdAt)
      .where(sql`in_release IS NULL AND status <> 'uploading'`),
    index("files_by_product").on(t.productId),
    index("files_by_owner").on(t.ownerUid),
    index("files_on_their_way").on(t.createdAt).where(sql`status = 'uploading'`),
    index("files_to_check").on(t.purgeCheckAt).where(sql`status = 'replaced'`),
  ],
);

/**
 * Objects of the file store that no row names. One that is still unnamed after `UNNAMED_KEPT_MS` is removed.
 */
export const unnamedMedia = sqliteTable(
  "unnamed_media",
  {
    /** R2 key. */
    key: text("key").primaryKey(),
    /** When the sweep found it, or when its record was removed. */
    since: ms("since").notNull(),
    /** Of a file whose record was removed: until the object is, it counts among what its owner stores. */
    ownerUid: text("owner_uid"),
    sizeBytes: integer("size_bytes"),
    /** True for a file of a deleted product, which counts apart: see `storedBytesOf`. */
    ofDeleted: flag("of_deleted"),
  },
  (t) => [
    index("unnamed_media_by_time").on(t.since),
    index("unnamed_media_by_owner").on(t.ownerUid).where(sql`owner_uid IS NOT NULL`),
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
