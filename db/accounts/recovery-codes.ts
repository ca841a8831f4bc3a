import { and, count, eq, isNull } from "drizzle-orm";
import type { RecoveryCodes } from "../../app/accounts/ports";
import type { Db } from "../client";
import { recoveryCodes as codes } from "../schema";

export function recoveryCodesIn(db: Db): RecoveryCodes {
  return {
    async left(uid) {
      const [row] = await db
        .select({ left: count() })
        .from(codes)
        .where(and(eq(codes.uid, uid), isNull(codes.usedAt)));
      return row?.left ?? 0;
    },
    async replace(uid, hashes, createdAt) {
      await db.batch([
        db.delete(codes).where(eq(codes.uid, uid)),
        db.insert(codes).values(hashes.map((codeHash) => ({ uid, codeHash, createdAt }))),
      ]);
    },
    async use(uid, codeHash, usedAt) {
      const result = await db
        .update(codes)
        .set({ usedAt })
        .where(and(eq(codes.uid, uid), eq(codes.codeHash, codeHash), isNull(codes.usedAt)));
      return result.meta.changes === 1;
    },
  };
}
