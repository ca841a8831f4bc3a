import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../client";
import { downloadTokens } from "../schema/index";

/** Bounds the rows that one purge reads. */
const MAX_ROWS_PER_PURGE = 500;

export interface DownloadToken {
  uid: string;
  productId: string;
  fileKey: string;
  /** Epoch ms. */
  issuedAt: number;
  startedAt: number | null;
  revokedAt: number | null;
}

export type DownloadTokens = ReturnType<typeof downloadTokensIn>;

/** Download tokens, by the hash of the token. */
export function downloadTokensIn(db: Db) {
  return {
    async insert(tokenHash: string, token: DownloadToken): Promise<void> {
      await db.insert(downloadTokens).values({ tokenHash, ...token });
    },

    async find(tokenHash: string): Promise<DownloadToken | null> {
      const row = await db
        .select()
        .from(downloadTokens)
        .where(eq(downloadTokens.tokenHash, tokenHash))
        .get();
      if (!row) return null;
      const { tokenHash: _, ...token } = row;
      return token;
    },

    /** Records the first use (epoch ms); later uses change nothing. */
    async start(tokenHash: string, at: number): Promise<void> {
      await db
        .update(downloadTokens)
        .set({ startedAt: at })
        .where(and(eq(downloadTokens.tokenHash, tokenHash), isNull(downloadTokens.startedAt)));
    },

    /** Removes some of the oldest, if they were issued before that time (epoch ms). */
    async removeOldest(issuedBefore: number): Promise<void> {
      // Row ids grow with time, so that no index is needed to find the oldest.
      const oldest = sql`rowid IN (SELECT rowid FROM download_tokens ORDER BY rowid LIMIT ${MAX_ROWS_PER_PURGE})`;
      await db.delete(downloadTokens).where(and(oldest, lt(downloadTokens.issuedAt, issuedBefore)));
    },
  };
}
