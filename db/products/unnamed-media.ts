import { inArray, lte, sql } from "drizzle-orm";
import { largeImageKey } from "../../app/products/rules/file-names";
import type { Db } from "../client";
import { media, unnamedMedia } from "../schema/index";

export type UnnamedMedia = ReturnType<typeof unnamedMediaIn>;

/** Objects of the file store that no row names. A list of keys goes as one parameter. */
export function unnamedMediaIn(db: Db) {
  const inList = (keys: readonly string[]) =>
    sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`;
  return {
    /** Those of the keys that no file, product, sample or seller's page names. */
    async unnamed(keys: readonly string[]): Promise<string[]> {
      const described = JSON.stringify(keys.map(describe));
      const rows = await db.all<{ key: string }>(sql`
        WITH object AS (SELECT value ->> 'key' AS key, value ->> 'large' AS large,
          value ->> 'uid' AS uid, value ->> 'folder' AS folder FROM json_each(${described}))
        SELECT o.key FROM object o LEFT JOIN media m ON m.key = o.key
        WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.storage_path = o.key)
          AND NOT EXISTS (SELECT 1 FROM products p WHERE p.id IN (o.folder, m.product_id)
            AND o.large IN (p.cover_key, p.image_key, p.share_key))
          AND NOT EXISTS (SELECT 1 FROM product_pictures i
            WHERE i.product_id IN (o.folder, m.product_id) AND i.key = o.large)
          AND NOT EXISTS (SELECT 1 FROM product_samples e
            WHERE e.product_id IN (o.folder, m.product_id) AND e.key = o.key)
          AND NOT EXISTS (SELECT 1 FROM sell_pages s WHERE s.uid IN (o.uid, m.owner_uid)
            AND o.key IN (s.banner_key, s.logo_key))`);
      return rows.map(({ key }) => key);
    },

    /** Keeps the time of those that are marked already. */
    async mark(keys: readonly string[], since: number): Promise<void> {
      if (keys.length === 0) return;
      await db.run(sql`INSERT OR IGNORE INTO unnamed_media (key, since)
        SELECT value, ${since} FROM json_each(${JSON.stringify(keys)})`);
    },

    async unmark(keys: readonly string[]): Promise<void> {
      if (keys.length > 0)
        await db.delete(unnamedMedia).where(inArray(unnamedMedia.key, inList(keys)));
    },

    /** Counts the time of all marks from now on (epoch ms). */
    async restart(since: number): Promise<void> {
      await db.update(unnamedMedia).set({ since });
    },

    /** Marked at this time (epoch ms) or before, oldest first. */
    async markedBefore(time: number, limit: number): Promise<string[]> {
      const rows = await db
        .select({ key: unnamedMedia.key })
        .from(unnamedMedia)
        .where(lte(unnamedMedia.since, time))
        .orderBy(unnamedMedia.since)
        .limit(limit);
      return rows.map(({ key }) => key);
    },

    /** Removes the marks and public addresses of objects that were removed. */
    async forget(keys: readonly string[]): Promise<void> {
      await db.batch([
        db.delete(unnamedMedia).where(inArray(unnamedMedia.key, inList(keys))),
        db.delete(media).where(inArray(media.key, inList(keys))),
      ]);
    },

    /** When the newest record of a file or image was written (epoch ms); 0 without one. */
    async newestRecordAt(): Promise<number> {
      const row = await db.get<{ at: number | null }>(sql`SELECT max(
        coalesce((SELECT max(max(created_at, coalesce(completed_at, 0))) FROM files), 0),
        coalesce((SELECT max(created_at) FROM media), 0)) AS at`);
      return row.at ?? 0;
    },
  };
}

/** The parts of an image's key that name its owner, its product and its large size. */
function describe(key: string) {
  const [, uid, folder] = key.split("/");
  return { key, large: largeImageKey(key), uid, folder };
}
