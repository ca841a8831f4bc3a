import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { expect } from "vitest";
import { type AppUnderTest, rpcConnection, sql } from "./app-under-test";
import type { Person } from "./factories/person";

/** Calls one of the ways to deal with a payment that came. */
export function postReviewAction(
  app: AppUnderTest,
  who: Person,
  orderId: string,
  what: "accept" | "dismiss" | "claim" | "refund" | "refund/send",
  body: unknown = {},
): Promise<Response> {
  return fetch(`${app.url}/api/orders/${orderId}/${what}`, {
    method: "POST",
    headers: { ...who.headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The transfer back, signed by the seller's wallet and not sent yet. */
export async function buildSignedRefund(
  app: AppUnderTest,
  seller: Person,
  recipient: Keypair,
  orderId: string,
  body: unknown = {},
): Promise<Uint8Array> {
  const response = await postReviewAction(app, seller, orderId, "refund", body);
  expect(response.status).toBe(200);
  const { transaction } = (await response.json()) as { transaction: string };
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([recipient]);
  return signed.serialize();
}

export function sendTransaction(app: AppUnderTest, bytes: Uint8Array): Promise<string> {
  return rpcConnection(app).sendRawTransaction(bytes);
}

/** Makes what was sent final. */
export async function advanceToFinality(app: AppUnderTest): Promise<void> {
  app.chain.advanceSlots(40);
}

/**
 * Holds the money on record against the orders, purchases and stock of one product: what is not
 * refunded is sold exactly once, and nobody was given back more than came.
 */
export async function expectBooksToAgree(app: AppUnderTest, productId: string): Promise<void> {
  const [stock] = await sql<{ sold: number; held: number }>(
    app,
    "SELECT sold, held FROM products WHERE id = ?",
    productId,
  );
  const [counted] = await sql<{ sold: number; held: number }>(
    app,
    `SELECT coalesce(sum(hold = 'sold'), 0) AS sold, coalesce(sum(hold = 'held'), 0) AS held
     FROM orders WHERE product_id = ?`,
    productId,
  );
  expect(stock).toEqual(counted);
  const odd = await sql(
    app,
    `SELECT o.id, o.status, sum(l.lamports) AS sale FROM orders o JOIN ledger l ON l.order_id = o.id
     WHERE o.product_id = ? AND l.kind IN ('sale', 'rolled_back', 'refund')
     GROUP BY o.id HAVING (o.status = 'paid') <> (sale > 0)`,
    productId,
  );
  expect(odd).toEqual([]);
  const overdrawn = await sql(
    app,
    `SELECT order_id, payer, sum(lamports) AS balance FROM ledger
     WHERE product_id = ? AND kind NOT LIKE 'fee%'
     GROUP BY order_id, payer HAVING balance < 0`,
    productId,
  );
  expect(overdrawn).toEqual([]);
  const purchases = await sql(
    app,
    `SELECT p.order_id FROM purchases p JOIN orders o ON o.id = p.order_id
     WHERE p.product_id = ? AND (p.revoked_at IS NULL) <> (o.status = 'paid')`,
    productId,
  );
  expect(purchases).toEqual([]);
}
