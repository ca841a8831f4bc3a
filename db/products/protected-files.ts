import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { ProtectedFiles } from "../../app/products/ports";
import type { Db } from "../client";
import { fileParts, files } from "../schema";

export function protectedFilesIn(db: Db): ProtectedFiles {
  return {
    async byKey(key) {
      return (await db.select().from(files).where(eq(files.key, key)).get()) ?? null;
    },

    async insert(file) {
      await db.insert(files).values(file);
    },

    async unfinished(ownerUid, limit) {
      return db
        .select()
        .from(files)
        .where(and(eq(files.ownerUid, ownerUid), eq(files.status, "uploading")))
        .orderBy(desc(files.createdAt))
        .limit(limit);
    },

    async begunBefore(time, limit) {
      return (
        db
          .select()
          .from(files)
          // A literal, not a parameter: only so does SQLite use the partial index.
          .where(and(sql`${files.status} = 'uploading'`, lt(files.createdAt, time)))
          .orderBy(asc(files.createdAt))
          .limit(limit)
      );
    },

    async addPart(key, { partNumber, etag, sizeBytes }) {
      await db
        .insert(fileParts)
        .values({ fileKey: key, partNumber, etag, sizeBytes })
        .onConflictDoUpdate({
          target: [fileParts.fileKey, fileParts.partNumber],
          set: { etag, sizeBytes },
        });
    },

    async parts(key) {
      return db
        .select({
          partNumber: fileParts.partNumber,
          etag: fileParts.etag,
          sizeBytes: fileParts.sizeBytes,
        })
        .from(fileParts)
        .where(eq(fileParts.fileKey, key))
        .orderBy(asc(fileParts.partNumber));
    },

    async markReplaced(key) {
      await db.update(files).set({ status: "replaced" }).where(eq(files.key, key));
    },
  };
}
