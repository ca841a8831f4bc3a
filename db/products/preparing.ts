import { eq, type SQL, sql } from "drizzle-orm";
import type { Product, ProtectedFile } from "../../app/products/rules/product";
import { MAX_KEPT_RELEASES } from "../../app/products/rules/release";
import { searchTextOf } from "../../app/products/rules/search-text";
import { isClosed } from "../accounts/users";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { products } from "../schema/index";
import { adoptOldUploads, releasesOfOldFiles } from "./releases";
import { hasStorageFor } from "./stored-bytes";

/** Without what the database counts. */
export type NewProduct = Omit<
  Product,
  | "seq"
  | "version"
  | "authorCount"
  | "bundleSize"
  | "sold"
  | "held"
  | "ratingCount"
  | "ratingSum"
  | "given"
  | "fileUpdatedAt"
  | "draftFields"
  | "defaultCodeId"
  | "affiliateBps"
  | "isOpenToAffiliates"
  | "licenceKind"
> &
  Partial<Pick<Product, "draftFields">>;

/** The columns that a seller may change; those of the first picture where it changes. */
export type ProductChange = Partial<FirstPicture> &
  Pick<
    Product,
    | "title"
    | "categoryId"
    | "subcategoryId"
    | "type"
    | "description"
    | "descriptionFormat"
    | "priceLamports"
    | "isFree"
    | "isPriceChosen"
    | "suggestedLamports"
    | "coverKey"
    | "coverMediaId"
    | "coverSmallMediaId"
    | "coverWidth"
    | "coverSmallWidth"
    | "coverShownWidth"
    | "coverShownHeight"
    | "coverFocusX"
    | "coverFocusY"
    | "shareKey"
    | "shareMediaId"
    | "recipient"
    | "saleType"
    | "saleLimit"
  >;

/** The columns of the first picture, which are also written with the list of the pictures. */
type FirstPicture = Pick<
  Product,
  | "imageKey"
  | "imageMediaId"
  | "imageSmallMediaId"
  | "imageWidth"
  | "imageSmallWidth"
  | "imageShownWidth"
  | "imageShownHeight"
>;

/** A release whose files arrive, as it is written. */
export interface NewRelease {
  id: string;
  productId: string;
  ownerUid: string;
  note: string;
  /** Epoch ms. */
  at: number;
  /** In order, by the keys of `uploads` and of files that the product has. */
  files: readonly { key: string; name: string }[];
  /** Files to record. */
  uploads: readonly ProtectedFile[];
  /** Bytes of all its files that are not on sale yet. */
  newBytes: number;
}

/** What one account may have: `products` and `bytes` are of its unfinished uploads together. */
export interface UploadBounds {
  products: number;
  bytes: number;
  maxStoredBytes: number;
}

/** Bytes that are stored and were verified. */
export interface VerifiedFile {
  key: string;
  sha256: string;
  sizeBytes: number;
}

export interface OwnProduct {
  id: string;
  ownerUid: string;
}

/** Writes of releases whose files arrive, and of the products that they belong to. */
export function preparingIn(db: Db) {
  return {
    /**
     * Inserts a draft with its first release where there is no product of this id, and the owner then has no
     * more than `bounds` allow. False where nothing was written.
     */
    async insertDraft(
      product: NewProduct,
      release: NewRelease,
      bounds: UploadBounds,
    ): Promise<boolean> {
      const isNew = sql`${hasRoom(release, bounds)}
        AND NOT EXISTS (SELECT 1 FROM products WHERE id = ${product.id})`;
      const [begun = 0] = await runBatch(db, [
        beginRelease(release, isNew),
        insertWhere(products, newRow(product), isBegun(release)),
        ...fillRelease(release),
      ]);
      return begun > 0;
    },

    /**
     * Prepares a release of a draft, or of a product that keeps fewer than `MAX_KEPT_RELEASES`, within `bounds` as
     * `insertDraft`, in place of the one whose id is `replaces`; null where none may be under way. Records of
     * uploads that it lacks are removed. False where nothing was written.
     */
    async prepareRelease(
      release: NewRelease,
      { replaces, bounds }: { replaces: string | null; bounds: UploadBounds },
    ): Promise<boolean> {
      const { productId, ownerUid } = release;
      const mayBegin = sql`${hasRoom(release, bounds)}
        AND ${isOpen({ id: productId, ownerUid })}
        AND ${preparedOf(productId)} IS ${replaces} AND ${hasFiles(release)}
        AND (SELECT count(*) FROM releases WHERE product_id = ${productId}
          AND replaced_at IS NOT NULL) < ${MAX_KEPT_RELEASES}`;
      const dropped = sql`product_id = ${productId} AND status = 'uploading'
        AND ${isBegun(release)} AND key NOT IN (
          SELECT file_key FROM release_files WHERE release_id = ${release.id})`;
      const old = releasesOfOldFiles(sql`files.product_id = ${productId}`);
      const written = await runBatch(db, [
        ...old,
        beginRelease(release, mayBegin),
        sql`DELETE FROM release_files WHERE release_id = ${replaces} AND ${isBegun(release)}`,
        ...fillRelease(release),
        sql`DELETE FROM file_parts WHERE file_key IN (SELECT key FROM files WHERE ${dropped})`,
        sql`DELETE FROM files WHERE ${dropped}`,
      ]);
      return (written[old.length] ?? 0) > 0;
    },

    /**
     * Records that the bytes of an upload were verified. Where `publishesAt` (epoch ms) is set, and those of
     * all files of its release are, the release goes on sale, and a draft without fields with it; links to the
     * release before have ended at `purgeCheckAt`. False where there is no such upload, or its product or account is gone.
     */
    async recordVerified(
      owner: OwnProduct,
      { key, sha256, sizeBytes }: VerifiedFile,
      publishing: Publishing | null,
    ): Promise<boolean> {
      const { id } = owner;
      const record = sql`UPDATE files
        SET sha256 = ${sha256}, size_bytes = ${sizeBytes}, upload_id = NULL
        WHERE key = ${key} AND product_id = ${id} AND status = 'uploading' AND ${isOpen(owner)}`;
      const old = adoptOldUploads(id);
      const written = await runBatch(db, [
        ...old,
        record,
        ...(publishing ? publishWhole(owner, publishing) : []),
      ]);
      return (written[old.length] ?? 0) > 0;
    },

    /**
     * Puts the prepared release of a product on sale where all its files are verified. False where not, and for a
     * draft with fields.
     */
    async publishRelease(owner: OwnProduct, publishing: Publishing): Promise<boolean> {
      const published = await runBatch(db, publishWhole(owner, publishing));
      return (published.at(-1) ?? 0) > 0;
    },

    /**
     * Removes the records of the release that an upload is prepared for, and of all its uploads, and the draft
     * that has neither others nor fields. Null where there is no such upload.
     */
    async removeUpload({
      key,
      productId,
      ownerUid,
    }: Pick<ProtectedFile, "key" | "productId" | "ownerUid">): Promise<"draft" | "release" | null> {
      const isUploading = sql`(SELECT status FROM files WHERE key = ${key}
        AND product_id = ${productId} AND owner_uid = ${ownerUid}) = 'uploading'`;
      const its = sql`product_id = ${productId} AND status = 'uploading' AND ${isUploading}`;
      const prepared = preparedOf(productId);
      const isGone = sql`NOT EXISTS (SELECT 1 FROM products WHERE id = ${productId})`;
      const [, , , removed = 0, drafts = 0] = await runBatch(db, [
        sql`DELETE FROM file_parts WHERE file_key IN (SELECT key FROM files WHERE ${its})`,
        sql`DELETE FROM release_files WHERE release_id = ${prepared} AND ${isUploading}`,
        sql`DELETE FROM releases WHERE id = ${prepared} AND ${isUploading}`,
        sql`DELETE FROM files WHERE ${its}`,
        sql`DELETE FROM products WHERE id = ${productId} AND owner_uid = ${ownerUid}
          AND status = 'draft' AND draft_fields IS NULL
          AND NOT EXISTS (SELECT 1 FROM files WHERE product_id = ${productId})`,
        // Those of a product whose account was deleted.
        sql`DELETE FROM release_files WHERE ${isGone}
          AND release_id IN (SELECT id FROM releases WHERE product_id = ${productId})`,
        ...["releases", "product_pictures", "product_samples"].map(
          (table) =>
            sql`DELETE FROM ${sql.raw(table)} WHERE product_id = ${productId} AND ${isGone}`,
        ),
      ]);
      if (removed === 0) return null;
      return drafts > 0 ? "draft" : "release";
    },
  };
}

export interface Publishing {
  /** Epoch ms. */
  at: number;
  purgeCheckAt: number;
}

/** Takes the place of the release that is prepared: all statements after it ask whether it was written. */
function beginRelease({ id, productId, note, at }: NewRelease, condition: SQL): SQL {
  return sql`INSERT INTO releases (id, product_id, number, note, created_at)
    SELECT ${id}, ${productId}, 1 + (SELECT coalesce(max(number), 0) FROM releases
      WHERE product_id = ${productId} AND published_at IS NOT NULL), ${note}, ${at}
    WHERE ${condition}
    ON CONFLICT (product_id) WHERE published_at IS NULL DO UPDATE
      SET id = excluded.id, note = excluded.note, created_at = excluded.created_at`;
}

function isBegun({ id }: Pick<NewRelease, "id">): SQL {
  return sql`EXISTS (SELECT 1 FROM releases WHERE id = ${id} AND published_at IS NULL)`;
}

/** One statement for all uploads, and one for all files: their rows are one parameter. */
function fillRelease(release: NewRelease): SQL[] {
  const { uploads, files: its } = release;
  const named = its.map(({ key, name }, at) => [release.id, at + 1, key, name]);
  return [
    sql`INSERT INTO files (key, storage_path, owner_uid, product_id, file_name, content_type,
        size_bytes, status, upload_id, part_size_bytes, modified_at, created_at, note, in_release)
      SELECT u.value ->> 'key', u.value ->> 'storagePath', u.value ->> 'ownerUid',
        u.value ->> 'productId', u.value ->> 'fileName', u.value ->> 'contentType',
        u.value ->> 'sizeBytes', 'uploading', u.value ->> 'uploadId', u.value ->> 'partSizeBytes',
        u.value ->> 'modifiedAt', u.value ->> 'createdAt', ${release.note}, 1
      FROM json_each(${JSON.stringify(uploads)}) u WHERE ${isBegun(release)}`,
    sql`INSERT INTO release_files (release_id, position, file_key, name)
      SELECT n.value ->> 0, n.value ->> 1, n.value ->> 2, n.value ->> 3
      FROM json_each(${JSON.stringify(named)}) n WHERE ${isBegun(release)}`,
  ];
}

/** SQL condition: what a release keeps is on sale or arrives; another release may have taken its place meanwhile. */
function hasFiles({ productId, files, uploads }: NewRelease): SQL {
  const added = new Set(uploads.map(({ key }) => key));
  const kept = files.flatMap(({ key }) => (added.has(key) ? [] : [key]));
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(kept)}) k WHERE NOT EXISTS (
    SELECT 1 FROM files f WHERE f.key = k.value AND f.product_id = ${productId}
      AND f.status <> 'replaced'))`;
}

/** SQL: id of the release of a product that is prepared, or null. */
export function preparedOf(productId: string): SQL {
  return sql`(SELECT id FROM releases WHERE product_id = ${productId} AND published_at IS NULL)`;
}

/** SQL condition: a release of the product of an open account is prepared, and all its files are verified. */
export function isPreparedWhole(owner: OwnProduct): SQL {
  const prepared = preparedOf(owner.id);
  return sql`${isOpen(owner)}
    AND EXISTS (SELECT 1 FROM release_files WHERE release_id = ${prepared})
    AND NOT EXISTS (SELECT 1 FROM release_files m LEFT JOIN files f ON f.key = m.file_key
      WHERE m.release_id = ${prepared} AND (f.key IS NULL OR f.status = 'replaced' OR f.sha256 IS NULL))`;
}

/**
 * Statements that put the prepared release on sale where it is whole and `condition` holds; never a draft with fields.
 * The last one tells whether it did.
 */
export function publishWhole(
  owner: OwnProduct,
  { at, purgeCheckAt }: Publishing,
  condition: SQL = sql`1`,
): SQL[] {
  const { id, ownerUid } = owner;
  const prepared = preparedOf(id);
  const its = sql`SELECT file_key FROM release_files WHERE release_id = ${prepared}`;
  const isWhole = sql`${isPreparedWhole(owner)} AND ${condition}
    AND EXISTS (SELECT 1 FROM products WHERE id = ${id} AND draft_fields IS NULL)`;
  const first = (column: SQL) =>
    sql`(SELECT ${column} FROM release_files WHERE release_id = ${prepared} ORDER BY position LIMIT 1)`;
  return [
    sql`UPDATE files SET status = 'replaced', replaced_at = ${at}
      WHERE product_id = ${id} AND status = 'complete' AND key NOT IN (${its}) AND ${isWhole}`,
    sql`UPDATE files SET status = 'complete', completed_at = ${at}
      WHERE product_id = ${id} AND status = 'uploading' AND key IN (${its}) AND ${isWhole}`,
    sql`UPDATE releases SET replaced_at = ${at}, purge_check_at = ${purgeCheckAt}
      WHERE product_id = ${id} AND published_at IS NOT NULL AND replaced_at IS NULL AND ${isWhole}`,
    sql`UPDATE products SET release_id = ${prepared}, file_key = ${first(sql`file_key`)},
        product_file_name = ${first(sql`name`)},
        file_updated_at = CASE WHEN status <> 'draft' THEN ${at} END,
        created_at = CASE status WHEN 'draft' THEN ${at} ELSE created_at END,
        updated_at = CASE status WHEN 'draft' THEN ${at} ELSE updated_at END,
        status = CASE status WHEN 'draft' THEN 'active' ELSE status END
      WHERE id = ${id} AND owner_uid = ${ownerUid} AND ${isWhole}`,
    // Last: it ends the condition.
    sql`UPDATE releases SET published_at = ${at}
      WHERE id = (SELECT release_id FROM products WHERE id = ${id} AND owner_uid = ${ownerUid})
        AND published_at IS NULL`,
  ];
}

/** SQL condition: the owner may announce the files of another release. */
function hasRoom(
  { ownerUid, productId, newBytes }: NewRelease,
  { products, bytes, maxStoredBytes }: UploadBounds,
): SQL {
  const ownUploads = sql`SELECT coalesce(sum(size_bytes), 0) FROM files
    WHERE product_id = ${productId} AND owner_uid = ${ownerUid} AND status = 'uploading'`;
  return sql`(SELECT count(DISTINCT product_id) < ${products}
      AND coalesce(sum(size_bytes), 0) + ${newBytes} <= ${bytes}
    FROM files WHERE owner_uid = ${ownerUid} AND status = 'uploading' AND product_id <> ${productId})
    AND ${hasStorageFor({ ownerUid, sizeBytes: sql`${newBytes} - (${ownUploads})` }, maxStoredBytes)}`;
}

/** SQL condition: this product or draft, which is no bundle, of an open account. */
function isOpen({ id, ownerUid }: OwnProduct): SQL {
  return sql`EXISTS (SELECT 1 FROM products WHERE id = ${id} AND owner_uid = ${ownerUid} AND bundle_size = 0)
    AND NOT ${isClosed(ownerUid)}`;
}

export function newRow({ releaseId, ...product }: NewProduct) {
  // A release of one file has the key of that file.
  return { ...changedColumns(product), fileKey: releaseId };
}

/** Columns with amounts as the database takes them, and the text that follows from them. */
export function changedColumns<
  Change extends Pick<ProductChange, "priceLamports" | "suggestedLamports"> &
    Parameters<typeof searchTextOf>[0],
>({ priceLamports, suggestedLamports, ...change }: Change) {
  return {
    ...change,
    priceLamports: Number(priceLamports),
    suggestedLamports: suggestedLamports === null ? null : Number(suggestedLamports),
    searchText: searchTextOf(change),
  };
}

export function ownedBy(id: string, ownerUid: string): SQL | undefined {
  return sql`${eq(products.id, id)} AND ${eq(products.ownerUid, ownerUid)}`;
}

/** SQL condition: a first picture is written only in place of the one of `imageKey`. */
export function keepsFirstPicture(
  { imageKey }: Pick<Product, "imageKey">,
  change: ProductChange,
): SQL | undefined {
  return change.imageKey === undefined ? undefined : eq(products.imageKey, imageKey);
}
