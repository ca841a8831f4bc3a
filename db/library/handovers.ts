import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../client";
import { handovers } from "../schema/index";

/** Bounds the rows that one purge reads. */
const MAX_ROWS_PER_PURGE = 500;

/** Links of one person, of all products. */
export const MAX_HANDOVERS = 5;

export interface Handover {
  uid: string;
  productId: string;
  /** Epoch ms. */
  issuedAt: number;
  usedAt: number | null;
}

export type Handovers = ReturnType<typeof handoversIn>;

/** One-time links to the download page of a purchase, by the hash of the token. */
export function handoversIn(db: Db) {
  return {
    /** Also removes the person's oldest beyond `MAX_HANDOVERS`. */
    async insert(
      tokenHash: string,
      handover: Pick<Handover, "uid" | "productId" | "issuedAt">,
    ): Promise<void> {
      // Row ids grow with time.
      const beyond = sql`rowid IN (SELECT rowid FROM handovers WHERE uid = ${handover.uid}
        ORDER BY rowid DESC LIMIT -1 OFFSET ${MAX_HANDOVERS})`;
      await db.batch([
        db.insert(handovers).values({ tokenHash, ...handover }),
        db.delete(handovers).where(beyond),
      ]);
    },

    async find(tokenHash: string): Promise<Handover | null> {
      const row = await db.select().from(handovers).where(eq(handovers.tokenHash, tokenHash)).get();
      return row ?? null;
    },

    /** Uses a link up. Null where it was used before, or issued at or before `issuedAfter`. */
    async use(tokenHash: string, at: number, issuedAfter: number): Promise<Handover | null> {
      const [used] = await db
        .update(handovers)
        .set({ usedAt: at })
        .where(
          and(
            eq(handovers.tokenHash, tokenHash),
            isNull(handovers.usedAt),
            gt(handovers.issuedAt, issuedAfter),
          ),
        )
        .returning();
      return used ?? null;
    },

    /** Removes some of the oldest, if they were issued before that time (epoch ms). */
    async removeOldest(issuedBefore: number): Promise<void> {
      const oldest = sql`rowid IN (SELECT rowid FROM handovers ORDER BY rowid LIMIT ${MAX_ROWS_PER_PURGE})`;
      await db.delete(handovers).where(and(oldest, lt(handovers.issuedAt, issuedBefore)));
    },
  };
}
