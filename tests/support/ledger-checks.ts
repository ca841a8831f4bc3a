import { expect } from "vitest";
import { reconcile } from "../../app/orders/rules/reconcile";
import { localDatabase } from "../../dev/run/local-database";
import { readLedgerSnapshot } from "../../dev/run/read-ledger-snapshot";
import type { AppUnderTest } from "./app-under-test";

type Database = Parameters<typeof readLedgerSnapshot>[0];

/**
 * Ledger, orders, purchases and stock of the whole database agree, and no payer was refunded more
 * than was received. Takes a running app in Node, or the bindings (`env`) inside workerd.
 */
export async function expectLedgerConsistent(
  source: Pick<AppUnderTest, "worker"> | { DB: D1Database },
): Promise<void> {
  // Miniflare and workers-types declare the same binding differently.
  const database = ("worker" in source ? localDatabase(source.worker) : source.DB) as Database;
  expect(reconcile(await readLedgerSnapshot(database))).toEqual([]);
  const { results: overdrawn } = await database
    .prepare(
      `SELECT order_id, payer, sum(lamports) AS balance FROM ledger
       WHERE kind NOT LIKE 'fee%'
       GROUP BY order_id, payer HAVING balance < 0`,
    )
    .all();
  expect(overdrawn).toEqual([]);
}
