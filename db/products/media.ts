import { eq, inArray } from "drizzle-orm";
import type { MediaRecord } from "../../app/products/rules/product";
import type { Db } from "../client";
import { media } from "../schema/index";

export type Media = ReturnType<typeof mediaIn>;

/** Images by public id. */
export function mediaIn(db: Db) {
  return {
    /** File store key of an image; null for an unknown id. */
    async keyOf(id: string): Promise<string | null> {
      const row = await db.select({ key: media.key }).from(media).where(eq(media.id, id)).get();
      return row?.key ?? null;
    },

    async insert(record: MediaRecord): Promise<void> {
      await db.insert(media).values(record);
    },

    async removeByKeys(keys: string[]): Promise<void> {
      if (keys.length > 0) await db.delete(media).where(inArray(media.key, keys));
    },
  };
}
