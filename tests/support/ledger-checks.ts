import { expect } from "vitest";
import { reconcile } from "../../app/orders/rules/reconcile";
import { readLedgerSnapshot } from "../../dev/run/read-ledger-snapshot";
import type { AppUnderTest } from "./app-under-test";

/** Ledger, orders, purchases and stock of the whole app agree. */
export async function expectBooksAgree({ worker }: Pick<AppUnderTest, "worker">): Promise<void> {
  expect(reconcile(await readLedgerSnapshot(await worker.getD1Database("DB")))).toEqual([]);
}
