import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { MediaRecord, ServedMedia } from "../../app/products/rules/product";
import type { PublicImage } from "../../app/products/rules/product-icon";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { media, users } from "../schema/index";
import { hasStorageFor } from "./stored-bytes";

export type Media = ReturnType<typeof mediaIn>;

/** Images and samples by public id. */
export function mediaIn(db: Db) {
  return {
    /** Null for an unknown id, and for what is to be removed. */
    async find(id: string): Promise<ServedMedia | null> {
      const row = await db
        .select({ key: media.key, productId: media.productId, ownerEnded: users.deletedAt })
        .from(media)
        .innerJoin(users, eq(users.uid, media.ownerUid))
        .where(and(eq(media.id, id), isNull(media.discardedAt)))
        .get();
      if (!row) return null;
      const { key, productId, ownerEnded } = row;
      return { key, productId, isPublic: ownerEnded === null };
    },

    /** Those of these images that everyone may see, with type and size. */
    publicImages(ids: string[]): Promise<(PublicImage & { key: string })[]> {
      const { id, key, contentType, sizeBytes } = media;
      return db
        .select({ id, key, contentType, sizeBytes })
        .from(media)
        .innerJoin(users, eq(users.uid, media.ownerUid))
        .where(and(inArray(id, ids), isNull(media.discardedAt), isNull(users.deletedAt)));
    },

    /** File store keys of images that are to be removed. */
    async discarded(limit: number): Promise<string[]> {
      const rows = await db
        .select({ key: media.key })
        .from(media)
        // A literal: SQLite does not use the partial index with a parameter.
        .where(sql`${media.discardedAt} IS NOT NULL`)
        .limit(limit);
      return rows.map(({ key }) => key);
    },

    /** False where its owner would then store more than `maxStoredBytes`: nothing was written. */
    async insert(record: MediaRecord, maxStoredBytes: number): Promise<boolean> {
      const isWithin = hasStorageFor(record, maxStoredBytes);
      const [inserted = 0] = await runBatch(db, [insertWhere(media, record, isWithin)]);
      return inserted > 0;
    },

    async removeByKeys(keys: string[]): Promise<void> {
      if (keys.length > 0) await db.delete(media).where(inArray(media.key, keys));
    },
  };
}
