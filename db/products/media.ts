import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { MediaRecord, ServedImage } from "../../app/products/rules/product";
import type { Db } from "../client";
import { media, users } from "../schema/index";

export type Media = ReturnType<typeof mediaIn>;

/** Images by public id. */
export function mediaIn(db: Db) {
  return {
    /** Null for an unknown id, and for an image that is to be removed. */
    async find(id: string): Promise<ServedImage | null> {
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

    async insert(record: MediaRecord): Promise<void> {
      await db.insert(media).values(record);
    },

    async removeByKeys(keys: string[]): Promise<void> {
      if (keys.length > 0) await db.delete(media).where(inArray(media.key, keys));
    },
  };
}
