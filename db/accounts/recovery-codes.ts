import { and, count, eq, isNull } from "drizzle-orm";
import type { Db } from "../client";
import { recoveryCodes as codes } from "../schema/index";

export type RecoveryCodes = ReturnType<typeof recoveryCodesIn>;

export function recoveryCodesIn(db: Db) {
  return {
    /** The number of a user's unused codes. */
    async left(uid: string): Promise<number> {
      const [row] = await db
        .select({ left: count() })
        .from(codes)
        .where(and(eq(codes.uid, uid), isNull(codes.usedAt)));
      return row?.left ?? 0;
    },
    /** Replaces all codes of a user, in one transaction. */
    async replace(uid: string, hashes: string[], createdAt: number): Promise<void> {
      await db.batch([
        db.delete(codes).where(eq(codes.uid, uid)),
        db.insert(codes).values(hashes.map((codeHash) => ({ uid, codeHash, createdAt }))),
      ]);
    },
    /** Marks a code as used; false where it is unknown or used already. One conditional write. */
    async use(uid: string, codeHash: string, usedAt: number): Promise<boolean> {
      const result = await db
        .update(codes)
        .set({ usedAt })
        .where(and(eq(codes.uid, uid), eq(codes.codeHash, codeHash), isNull(codes.usedAt)));
      return result.meta.changes === 1;
    },
  };
}
