import { asc, eq } from "drizzle-orm";
import type { Ledger, LedgerEntry } from "../../app/orders/ports";
import type { Db } from "../client";
import { ledger } from "../schema";

export function ledgerIn(db: Db): Ledger {
  return {
    async ofOrder(orderId) {
      const rows = await db
        .select()
        .from(ledger)
        .where(eq(ledger.orderId, orderId))
        .orderBy(asc(ledger.id));
      return rows.map(({ id: _, ownerUid: __, occurrence: ___, ...row }) => ({
        ...row,
        kind: row.kind as LedgerEntry["kind"],
        lamports: BigInt(row.lamports),
      }));
    },
  };
}
