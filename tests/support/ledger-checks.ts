import { expect } from "vitest";
import { reconcile } from "../../app/orders/rules/reconcile";
import { readLedgerSnapshot } from "../../dev/ledger/read-ledger-snapshot";
import { localDatabase } from "../../dev/run/local-database";
import type { AppUnderTest } from "./app-under-test";

type Database = Parameters<typeof readLedgerSnapshot>[0];

/** A running app in Node, or the bindings (`env`) inside workerd. */
type Source = Pick<AppUnderTest, "worker"> | { DB: D1Database };

/**
 * Ledger, orders, purchases and stock of the whole database agree, and no payer was refunded more
 * than was received. Orders and products whose ids are `earlier` are left out.
 */
export async function expectLedgerConsistent(
  source: Source,
  earlier: ReadonlySet<string> = new Set(),
): Promise<void> {
  const database = databaseOf(source);
  const { products, orders, purchases, rights, ledger, itemHolds, shares, ...rest } =
    await readLedgerSnapshot(database);
  const isNew = ({ id }: { id: string }) => !earlier.has(id);
  const isOfNew = ({ orderId }: { orderId: string }) => !earlier.has(orderId);
  const snapshot = {
    products: products.filter(isNew),
    orders: orders.filter(isNew),
    purchases: purchases.filter(isOfNew),
    rights: rights.filter(isOfNew),
    ledger: ledger.filter(isOfNew),
    itemHolds: itemHolds.filter(isOfNew),
    shares: shares.filter(isOfNew),
    ...rest,
  };
  expect(reconcile(snapshot)).toEqual([]);
  const { results: overdrawn } = await database
    .prepare(
      `SELECT order_id AS orderId, payer, sum(lamports) AS balance FROM ledger
       WHERE kind NOT LIKE 'fee%' AND kind NOT LIKE 'share%'
       GROUP BY order_id, payer HAVING balance < 0`,
    )
    .all<{ orderId: string }>();
  expect(overdrawn.filter(isOfNew)).toEqual([]);
}

/** Ids of all orders and products: where tests share an app, some of them were written by hand. */
export async function ledgerIds(source: Source): Promise<ReadonlySet<string>> {
  const { products, orders } = await readLedgerSnapshot(databaseOf(source));
  return new Set([...products, ...orders].map(({ id }) => id));
}

/** Miniflare and workers-types declare the same binding differently. */
function databaseOf(source: Source): Database {
  return ("worker" in source ? localDatabase(source.worker) : source.DB) as Database;
}
