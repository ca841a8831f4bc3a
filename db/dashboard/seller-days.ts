import { asc, eq } from "drizzle-orm";
import type { SellerDay } from "../../app/dashboard/rules/figures";
import type { Db } from "../client";
import { sellerDays } from "../schema/index";

export type SellerDays = ReturnType<typeof sellerDaysIn>;

/** Sums of the ledger by seller and UTC day. */
export function sellerDaysIn(db: Db) {
  return {
    /** Every day with a sale, a refund or a rollback, oldest first. */
    async ofSeller(ownerUid: string): Promise<SellerDay[]> {
      const rows = await db
        .select()
        .from(sellerDays)
        .where(eq(sellerDays.ownerUid, ownerUid))
        .orderBy(asc(sellerDays.day));
      return rows.map(({ day, sales, grossLamports, feeLamports }) => ({
        day,
        sales,
        grossLamports: BigInt(grossLamports),
        feeLamports: BigInt(feeLamports),
      }));
    },
  };
}
