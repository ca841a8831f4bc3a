import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { expect } from "vitest";
import { type AppUnderTest, rpcConnection } from "./app-under-test";
import type { Person } from "./factories/person";

/** Posts a decision about a payment under review. */
export function postReviewAction(
  app: AppUnderTest,
  who: Person,
  orderId: string,
  what: "accept" | "dismiss" | "claim" | "refund" | "refund/send" | "share" | "share/send",
  body: unknown = {},
): Promise<Response> {
  return fetch(`${app.url}/api/orders/${orderId}/${what}`, {
    method: "POST",
    headers: { ...who.headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The refund transaction, signed by the seller's wallet and not sent. */
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

/** Advances the chain until everything sent is finalized. */
export async function advanceToFinality(app: AppUnderTest): Promise<void> {
  app.chain.advanceSlots(40);
}
