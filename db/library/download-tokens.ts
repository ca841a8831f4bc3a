import { and, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../client";
import { existsRight, IS_LIVE } from "../orders/rights";
import { downloadTokens } from "../schema/index";

/** Bounds the rows that one purge reads. */
const MAX_ROWS_PER_PURGE = 500;

/** Links of one person for one product that were not used: several tabs and a download manager. */
export const MAX_UNUSED_LINKS = 20;
/** Downloads of one person of one product that may be continued. */
export const MAX_STARTED_LINKS = 50;

export interface DownloadToken {
  uid: string;
  productId: string;
  releaseId: string;
  /** Epoch ms. */
  issuedAt: number;
  startedAt: number | null;
  revokedAt: number | null;
  /** By a right without a payment. */
  isGranted: boolean;
}

export type DownloadTokens = ReturnType<typeof downloadTokensIn>;

/** Removes all but the newest `kept` tokens of a person and product. Row ids grow with time. */
function removeBeyond(db: Db, { uid, productId }: DownloadToken, condition: SQL, kept: number) {
  const of = and(eq(downloadTokens.uid, uid), eq(downloadTokens.productId, productId), condition);
  const beyond = sql`rowid IN (SELECT rowid FROM download_tokens WHERE ${of}
    ORDER BY rowid DESC LIMIT -1 OFFSET ${kept})`;
  return db.delete(downloadTokens).where(beyond);
}

/** For older Workers. A release that they wrote has the key of its file. */
function firstFileOf({ releaseId }: DownloadToken): SQL<string> {
  return sql<string>`coalesce((SELECT m.file_key FROM release_files m
    WHERE m.release_id = ${releaseId} ORDER BY m.position LIMIT 1), ${releaseId})`;
}

/** SQL condition: the person has a right to the product, or sells it. */
function mayDownload({ uid, productId }: DownloadToken): SQL {
  return sql`(${existsRight(sql`r.uid = ${uid} AND r.product_id = ${productId} AND ${IS_LIVE}`)}
    OR EXISTS (SELECT 1 FROM products WHERE id = ${productId} AND owner_uid = ${uid}))`;
}

/** Download tokens, by the hash of the token. */
export function downloadTokensIn(db: Db) {
  return {
    /**
     * Also removes the oldest of the same person and product beyond the limits. False, and nothing is written, where
     * the person may not download the product: a right that was read before may have ended, with all links to it.
     */
    async insert(tokenHash: string, token: DownloadToken): Promise<boolean> {
      const { uid, productId, releaseId, issuedAt, startedAt, revokedAt, isGranted } = token;
      const [{ meta }] = await db.batch([
        db.insert(downloadTokens).select(
          sql`SELECT ${tokenHash}, ${uid}, ${productId}, ${releaseId}, ${firstFileOf(token)}, ${issuedAt},
            ${startedAt}, ${revokedAt}, ${Number(isGranted)} WHERE ${mayDownload(token)}`,
        ),
        removeBeyond(db, token, isNull(downloadTokens.startedAt), MAX_UNUSED_LINKS),
        removeBeyond(db, token, isNotNull(downloadTokens.startedAt), MAX_STARTED_LINKS),
      ]);
      return meta.changes > 0;
    },

    async find(tokenHash: string): Promise<DownloadToken | null> {
      const row = await db
        .select()
        .from(downloadTokens)
        .where(eq(downloadTokens.tokenHash, tokenHash))
        .get();
      if (!row) return null;
      const { tokenHash: _, fileKey, ...token } = row;
      return { ...token, releaseId: token.releaseId ?? fileKey };
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
