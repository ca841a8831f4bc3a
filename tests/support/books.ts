import { expect } from "vitest";
import { checkBooks } from "../../app/orders/rules/reconcile";
import { readBooks } from "../../dev/run/read-books";
import type { Market } from "./market";

/** Ledger, orders, purchases and stock of the whole app agree. */
export async function expectBooksAgree({ worker }: Pick<Market, "worker">): Promise<void> {
  expect(checkBooks(await readBooks(await worker.getD1Database("DB")))).toEqual([]);
}
