import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { DownloadTokens } from "../../app/library/ports";
import type { Db } from "../client";
import { downloadTokens } from "../schema";

/** Rows looked at in one clean-up. */
const AT_ONCE = 500;

export function downloadTokensIn(db: Db): DownloadTokens {
  return {
    async insert(tokenHash, token) {
      await db.insert(downloadTokens).values({ tokenHash, ...token });
    },

    async find(tokenHash) {
      const row = await db
        .select()
        .from(downloadTokens)
        .where(eq(downloadTokens.tokenHash, tokenHash))
        .get();
      if (!row) return null;
      const { tokenHash: _, ...token } = row;
      return token;
    },

    async start(tokenHash, at) {
      await db
        .update(downloadTokens)
        .set({ startedAt: at })
        .where(and(eq(downloadTokens.tokenHash, tokenHash), isNull(downloadTokens.startedAt)));
    },

    async removeOldest(issuedBefore) {
      // Rows are in the order of their making, so no index is needed to find the oldest.
      const oldest = sql`rowid IN (SELECT rowid FROM download_tokens ORDER BY rowid LIMIT ${AT_ONCE})`;
      await db.delete(downloadTokens).where(and(oldest, lt(downloadTokens.issuedAt, issuedBefore)));
    },
  };
}
