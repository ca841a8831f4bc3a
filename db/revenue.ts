import { eq, sql } from "drizzle-orm";
import type { Revenue } from "../app/ports";
import type { Db } from "./client";
import { ledger } from "./schema";

/** Lines that take a sale back: a payment that left the chain, or one that was sent back. Stored negative. */
const gross = sql<number>`coalesce(sum(CASE WHEN ${ledger.kind} IN ('sale', 'vanished', 'refund')
  THEN ${ledger.lamports} ELSE 0 END), 0)`;
const fees = sql<number>`coalesce(sum(CASE WHEN ${ledger.kind} IN ('fee', 'fee_owed')
  THEN ${ledger.lamports} ELSE 0 END), 0)`;

export function revenueIn(db: Db): Revenue {
  return {
    async ofSeller(ownerUid) {
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
