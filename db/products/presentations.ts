import { type SQL, sql } from "drizzle-orm";
import type { StoredImage } from "../../app/products/rules/pictures";
import type { Presentation } from "../../app/products/rules/presentation";
import type { Sample } from "../../app/products/rules/sample";
import { type Db, readBatch, runBatch } from "../client";

export type Presentations = ReturnType<typeof presentationsIn>;

interface OwnProduct {
  id: string;
  ownerUid: string;
}

/** The pictures and samples of products. The first picture is in the columns of `products`. */
export function presentationsIn(db: Db) {
  return {
    /** By one statement. Empty where there is no such product. */
    async ofProduct(id: string): Promise<Presentation> {
      const row = await db.get<PresentationRow>(
        sql`SELECT ${sql.raw(PRESENTATION_COLUMNS)} FROM products p WHERE p.id = ${id}`,
      );
      return row ? toPresentation(row) : { pictures: [], sample: null };
    },

    /**
     * Writes the list of a product's pictures where it is still `replaced`, by their public ids. False where it is
     * another one, or the product is not the owner's.
     */
    async replacePictures(
      product: OwnProduct,
      replaced: readonly string[],
      pictures: readonly StoredImage[],
    ): Promise<boolean> {
      const [claimed = 0] = await runBatch(db, replacement(product, replaced, pictures));
      return claimed > 0;
    },

    /**
     * Writes the sample of a product, and returns the key of the one that it replaces; "" without one. Null where
     * the product is not the owner's: nothing was written.
     */
    async putSample(
      { id, ownerUid }: OwnProduct,
      sample: Sample,
      at: number,
    ): Promise<string | null> {
      const [before, written] = await readBatch(db, [
        sql`SELECT key FROM product_samples WHERE product_id = ${id}`,
        sql`${insertSample({ id, ownerUid }, sample, at)}
          ON CONFLICT (product_id) DO UPDATE SET key = excluded.key, media_id = excluded.media_id,
            kind = excluded.kind, content_type = excluded.content_type,
            size_bytes = excluded.size_bytes, name = excluded.name,
            shown_width = excluded.shown_width, shown_height = excluded.shown_height,
            created_at = excluded.created_at
          RETURNING key`,
      ]);
      if (!written?.length) return null;
      return keysIn(before)[0] ?? "";
    },

    /** The key of the sample that was removed; null without one. */
    async removeSample({ id, ownerUid }: OwnProduct): Promise<string | null> {
      const removed = await db.all<{ key: string }>(sql`DELETE FROM product_samples
        WHERE product_id = (SELECT id FROM products WHERE id = ${id} AND owner_uid = ${ownerUid})
        RETURNING key`);
      return keysIn(removed)[0] ?? null;
    },
  };
}

const keysIn = (rows: unknown[] = []) => (rows as { key: string }[]).map(({ key }) => key);

/** Of products `p`: their pictures in order and their sample, as JSON. */
export const PRESENTATION_COLUMNS = `(SELECT json_group_array(json_object('key', key,
      'mediaId', media_id, 'smallMediaId', small_media_id, 'width', width, 'smallWidth', small_width,
      'shownWidth', shown_width, 'shownHeight', shown_height)) FROM (
    SELECT 1 AS position, p.image_key AS key, p.image_media_id AS media_id,
      p.image_small_media_id AS small_media_id, p.image_width AS width,
      p.image_small_width AS small_width, p.image_shown_width AS shown_width,
      p.image_shown_height AS shown_height WHERE p.image_key <> ''
    UNION ALL SELECT position, key, media_id, small_media_id, width, small_width, shown_width,
      shown_height FROM product_pictures WHERE product_id = p.id
    ORDER BY position)) AS pictures,
  (SELECT json_object('key', key, 'mediaId', media_id, 'kind', kind, 'contentType', content_type,
      'sizeBytes', size_bytes, 'name', name, 'shownWidth', shown_width, 'shownHeight', shown_height)
    FROM product_samples WHERE product_id = p.id) AS sample`;

export interface PresentationRow {
  /** JSON. */
  pictures: string;
  /** JSON; null without a sample. */
  sample: string | null;
}

export function toPresentation({ pictures, sample }: PresentationRow): Presentation {
  return { pictures: JSON.parse(pictures), sample: sample && JSON.parse(sample) };
}

/**
 * The batch that replaces a list. Its first statement has all conditions and claims the list by a row at
 * position 0, which the others ask for and the last one removes.
 */
function replacement(
  { id, ownerUid }: OwnProduct,
  replaced: readonly string[],
  pictures: readonly StoredImage[],
): SQL[] {
  const [first, ...others] = pictures;
  const isClaimed = sql`EXISTS (SELECT 1 FROM product_pictures
    WHERE product_id = ${id} AND position = 0)`;
  return [
    sql`INSERT INTO product_pictures (product_id, position, key, media_id)
      SELECT p.id, 0, '', '' FROM products p WHERE p.id = ${id} AND p.owner_uid = ${ownerUid}
        AND ${LISTED_IDS} = ${JSON.stringify(replaced)}`,
    sql`DELETE FROM product_pictures WHERE product_id = ${id} AND position > 0 AND ${isClaimed}`,
    insertOthers(id, others, isClaimed),
    sql`UPDATE products SET image_key = ${first?.key ?? ""},
        image_media_id = ${first?.mediaId ?? ""}, image_small_media_id = ${first?.smallMediaId ?? ""},
        image_width = ${first?.width ?? null}, image_small_width = ${first?.smallWidth ?? null},
        image_shown_width = ${first?.shownWidth ?? null},
        image_shown_height = ${first?.shownHeight ?? null}
      WHERE id = ${id} AND ${isClaimed}`,
    sql`DELETE FROM product_pictures WHERE product_id = ${id} AND position = 0`,
  ];
}

/** Statements that give a product that has neither its pictures after the first, and its sample. */
export function insertPresentation(
  product: OwnProduct,
  { pictures, sample }: Presentation,
  at: number,
): SQL[] {
  const { id, ownerUid } = product;
  const isThere = sql`EXISTS (SELECT 1 FROM products WHERE id = ${id} AND owner_uid = ${ownerUid})`;
  const others = insertOthers(id, pictures.slice(1), isThere);
  return sample ? [others, insertSample(product, sample, at)] : [others];
}

/** Pictures after the first, from position 2, where the condition holds. */
function insertOthers(id: string, others: readonly StoredImage[], condition: SQL): SQL {
  const rows = others.map((picture, at) => ({ ...picture, position: at + 2 }));
  return sql`INSERT INTO product_pictures (product_id, position, key, media_id, small_media_id,
      width, small_width, shown_width, shown_height)
    SELECT ${id}, r.value ->> 'position', r.value ->> 'key', r.value ->> 'mediaId',
      r.value ->> 'smallMediaId', r.value ->> 'width', r.value ->> 'smallWidth',
      r.value ->> 'shownWidth', r.value ->> 'shownHeight'
    FROM json_each(${JSON.stringify(rows)}) r WHERE ${condition}`;
}

/** Where the product is the owner's. */
function insertSample({ id, ownerUid }: OwnProduct, sample: Sample, at: number): SQL {
  const { key, mediaId, kind, contentType, sizeBytes, name, shownWidth, shownHeight } = sample;
  return sql`INSERT INTO product_samples (product_id, key, media_id, kind, content_type, size_bytes,
      name, shown_width, shown_height, created_at)
    SELECT id, ${key}, ${mediaId}, ${kind}, ${contentType}, ${sizeBytes},
      ${name}, ${shownWidth}, ${shownHeight}, ${at}
    FROM products WHERE id = ${id} AND owner_uid = ${ownerUid}`;
}

/** SQL, of products `p`: the public ids of their pictures in order, as JSON. */
const LISTED_IDS = sql`(SELECT json_group_array(media_id) FROM (
  SELECT 1 AS position, p.image_media_id AS media_id WHERE p.image_key <> ''
  UNION ALL SELECT position, media_id FROM product_pictures WHERE product_id = p.id
  ORDER BY position))`;
