import { eq, sql } from "drizzle-orm";
import type { Db } from "../client";
import { FEE, FEE_OWED, SALE } from "../orders/ledger";
import { ledger } from "../schema/index";

const gross = sql<number>`coalesce(sum(CASE WHEN ${ledger.kind} IN ${SALE}
  THEN ${ledger.lamports} ELSE 0 END), 0)`;
const fees = sql<number>`coalesce(sum(CASE WHEN ${ledger.kind} IN ${FEE} OR ${ledger.kind} IN ${FEE_OWED}
  THEN ${ledger.lamports} ELSE 0 END), 0)`;

export type Revenue = ReturnType<typeof revenueIn>;

/** Sums over the ledger, in lamports. */
export function revenueIn(db: Db) {
  return {
    /** Prices of a seller's settled orders less refunds, and the commission on them. */
    async ofSeller(ownerUid: string): Promise<{ grossLamports: bigint; feeLamports: bigint }> {
      const sums = await db
        .select({ gross, fees })
        .from(ledger)
        .where(eq(ledger.ownerUid, ownerUid))
        .get();
      return {
        grossLamports: BigInt(sums?.gross ?? 0),
        feeLamports: BigInt(sums?.fees ?? 0),
      };
    },
  };
}
