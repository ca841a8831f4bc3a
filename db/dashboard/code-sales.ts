import { type SQL, sql } from "drizzle-orm";
import type { CodeSales, CodeSums } from "../../app/codes/ports";
import {
  FEE_KINDS,
  FEE_OWED_KINDS,
  type LedgerKind,
  REVENUE_KINDS,
  REVENUE_KINDS_BY_SIGNATURE,
  SHARE_KINDS,
  SHARE_OWED_KINDS,
} from "../../app/orders/rules/ledger-kinds";
import { CLOSED_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, sqlList } from "../client";

interface Row {
  id: string;
  gross: number;
  revenue: number;
  fees: number;
}

/** Lamports that the seller does not keep. */
const FEES: readonly LedgerKind[] = [
  ...FEE_KINDS,
  ...FEE_OWED_KINDS,
  ...SHARE_KINDS,
  ...SHARE_OWED_KINDS,
];

/** Sales by discount code. */
export function codeSalesIn(db: Db): CodeSales {
  return {
    async ofCodes(ownerUid, ids) {
      const rows = await db.all<Row>(sql`
        SELECT i.value AS id, ${sumOf(REVENUE_KINDS_BY_SIGNATURE)} AS gross,
          ${sumOf(REVENUE_KINDS)} AS revenue, ${sumOf(FEES)} AS fees
        FROM json_each(${JSON.stringify(ids)}) i JOIN orders o ON o.code_id = i.value
          JOIN ledger l ON l.order_id = o.id
        WHERE l.owner_uid = ${ownerUid} GROUP BY i.value`);
      return new Map(rows.map((row) => [row.id, sumsOf(row)]));
    },
  };
}

function sumOf(kinds: readonly LedgerKind[]): SQL {
  return sql`coalesce(sum(l.lamports) FILTER (WHERE l.kind IN ${sqlList(kinds)}), 0)`;
}

function sumsOf({ gross, revenue, fees }: Row): CodeSums {
  const refunds = BigInt(revenue) - BigInt(gross);
  return { gross: BigInt(gross), refunds, net: BigInt(revenue) - BigInt(fees) };
}

/** Sums of a seller's codes, for the dashboard. */
export interface CodeTotals {
  codes: number;
  /** Those that a buyer can use now. */
  liveCodes: number;
  /** Sales that were not refunded, and grants, since `since`. */
  codeUses: number;
}

/**
 * Columns `CodeTotals` of a query: for a seller without codes, the look-up of one. `now` and `since` are epoch ms.
 */
export function codeTotals(ownerUid: string, { now, since }: { now: number; since: number }): SQL {
  const own = sql`FROM codes c WHERE c.owner_uid = ${ownerUid}`;
  return sql`(SELECT count(*) ${own}) AS codes,
    (SELECT count(*) ${own} AND c.disabled_at IS NULL
      AND coalesce(c.starts_at, 0) <= ${now} AND coalesce(c.ends_at > ${now}, 1)
      AND (c.capacity IS NULL OR NOT EXISTS (SELECT 1 FROM things f
        WHERE f.id = 'use:' || c.id AND f.sold >= f.capacity))) AS liveCodes,
    CASE WHEN EXISTS (SELECT 1 ${own}) THEN
      (SELECT count(*) FROM orders o WHERE o.owner_uid = ${ownerUid} AND o.sold_at >= ${since}
        AND o.status IN ${sqlList(CLOSED_STATUSES)} AND o.code_id IS NOT NULL
        AND o.settled_at IS NOT NULL AND o.refunded_at IS NULL)
      + (SELECT count(*) FROM codes c JOIN grants g ON g.code_id = c.id
        WHERE c.owner_uid = ${ownerUid} AND g.created_at >= ${since}) ELSE 0 END AS codeUses`;
}
