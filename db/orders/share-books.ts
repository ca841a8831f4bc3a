import { sql } from "drizzle-orm";
import { DEBT_KINDS } from "../../app/orders/rules/share-kinds";
import { type Db, sqlList } from "../client";

export type ShareBooks = ReturnType<typeof shareBooksIn>;

/** What those who share in sales got, and owe. */
export function shareBooksIn(db: Db) {
  return {
    /**
     * Lamports that these wallets got of sales that the seller has refunded since, less what was taken off
     * their later shares. Two sales at the same time can take off the same lamports: then nothing is left.
     */
    async debtsTo(ownerUid: string, wallets: readonly string[]): Promise<Map<string, bigint>> {
      const rows = await db.all<{ wallet: string; debt: number }>(sql`
        SELECT e.wallet,
          sum(CASE e.kind WHEN 'due_back' THEN e.lamports ELSE -e.lamports END) AS debt
        FROM share_entries e JOIN orders o ON o.id = e.order_id
        WHERE e.wallet IN (SELECT value FROM json_each(${JSON.stringify(wallets)}))
          AND e.kind IN ${sqlList(DEBT_KINDS)} AND o.owner_uid = ${ownerUid}
        GROUP BY e.wallet HAVING debt > 0`);
      return new Map(rows.map(({ wallet, debt }) => [wallet, BigInt(debt)]));
    },
  };
}
