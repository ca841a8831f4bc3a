import { and, desc, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { ProtectedFile } from "../../app/products/rules/product";
import type { Db } from "../client";
import { fileParts, files, unnamedMedia } from "../schema/index";

/** Orders, as products see them. */
export interface AboveProducts {
  /** SQL condition: somebody may download the version with this key. */
  isVersionHeld(key: SQL): SQL;
}

const FILE_KEY = sql`files.key`;

/** Replaced versions of files, which are kept while a purchase holds them. */
export function keptVersionsIn(db: Db, { isVersionHeld }: AboveProducts) {
  return {
    /** Of one product, the last replaced first. */
    async versionsOf(productId: string, limit: number): Promise<ProtectedFile[]> {
      return db
        .select()
        .from(files)
        .where(and(eq(files.productId, productId), eq(files.status, "replaced")))
        .orderBy(desc(files.replacedAt))
        .limit(limit);
    },

    /** Versions whose check is due at this time (epoch ms), oldest first. */
    async versionsToCheck(
      now: number,
      limit: number,
    ): Promise<{ key: string; storagePath: string; isHeld: boolean }[]> {
      const rows = await db.all<{ key: string; storagePath: string; isHeld: number }>(
        versionsDue({ now, limit }, isVersionHeld),
      );
      return rows.map((row) => ({ ...row, isHeld: row.isHeld === 1 }));
    },

    /** Sets when these versions are checked again (epoch ms). */
    async postponeCheck(keys: readonly string[], until: number): Promise<void> {
      if (keys.length === 0) return;
      await db
        .update(files)
        .set({ purgeCheckAt: until })
        .where(
          and(
            sql`${files.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
            eq(files.status, "replaced"),
          ),
        );
    },

    /**
     * Removes the record and parts of a version that no purchase holds. Its object is unnamed from then on
     * (epoch ms), and is removed as such.
     */
    async removeVersion(key: string, at: number): Promise<void> {
      const unheld = and(
        eq(files.key, key),
        eq(files.status, "replaced"),
        not(isVersionHeld(FILE_KEY)),
      );
      const its = db.select({ key: files.key }).from(files).where(unheld);
      const object = db
        .select({
          key: files.storagePath,
          since: sql`${at}`.as("since"),
          ownerUid: files.ownerUid,
          sizeBytes: files.sizeBytes,
          ofDeleted: sql`0`.as("of_deleted"),
        })
        .from(files)
        .where(unheld);
      await db.batch([
        db.insert(unnamedMedia).select(object).onConflictDoNothing(),
        db.delete(fileParts).where(inArray(fileParts.fileKey, its)),
        db.delete(files).where(unheld),
      ]);
    },
  };
}

/** Select: reads as many rows as it returns, and one of `purchases` for each. `now`: epoch ms. */
export function versionsDue(
  { now, limit }: { now: number; limit: number },
  isVersionHeld: AboveProducts["isVersionHeld"],
): SQL {
  return sql`SELECT key, storage_path AS storagePath, ${isVersionHeld(FILE_KEY)} AS isHeld FROM files
    WHERE status = 'replaced' AND purge_check_at <= ${now}
    ORDER BY purge_check_at LIMIT ${limit}`;
}
