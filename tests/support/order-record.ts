import { env } from "cloudflare:test";
import { Keypair } from "@solana/web3.js";
import { expect } from "vitest";
import type { Order } from "../../app/orders/rules/order";
import { reconcile } from "../../app/orders/rules/reconcile";
import type { Payment } from "../../app/orders/rules/verify-payment";
import { openDb } from "../../db/client";
import { ordersIn } from "../../db/orders/orders";
import { readLedgerSnapshot } from "../../dev/run/read-books";

/** Runs inside workerd: orders straight in the record, without a chain. */
export const NOW = 1_700_000_000_000;

export const randomKey = () => Keypair.generate().publicKey.toBase58();

/** An order that was just opened; it must be a new one. */
export async function newOrder(
  order: Partial<Order> & Pick<Order, "productId" | "ownerUid" | "buyerUid">,
): Promise<Order> {
  const opened = orderOf(order);
  expect(await ordersIn(openDb(env.DB)).insert(opened, NOW)).toBe(true);
  return opened;
}

export function orderOf(
  order: Partial<Order> & Pick<Order, "productId" | "ownerUid" | "buyerUid">,
): Order {
  return {
    id: crypto.randomUUID(),
    buyerWallet: null,
    status: "pending",
    paymentRequested: false,
    priceLamports: 1_000n,
    sellerLamports: 990n,
    feeLamports: 10n,
    feeBps: 100,
    recipient: "R",
    platform: "P",
    reference: randomKey(),
    referenceSecret: null,
    label: "T",
    message: "Purchase of T",
    saleType: "infinite",
    createdAt: NOW,
    expiresAt: NOW + 86_400_000,
    built: null,
    hold: "none",
    suggestedSignature: null,
    signature: null,
    slot: null,
    payerWallet: null,
    paidLamports: null,
    reviewReason: null,
    settledAt: null,
    finalizedAt: null,
    ...order,
  };
}

/** A payment of an order's price and 3 lamports more. */
export function payment(signature = randomKey()): Payment {
  return {
    signature,
    slot: 5,
    payer: "Payer",
    sellerPaid: 993n,
    feePaid: 10n,
    surplus: 3n,
    feeOwed: 0n,
    referenceSigned: false,
  };
}

/** Ledger, orders, purchases and stock of the whole database agree. */
export async function expectBooksAgree(): Promise<void> {
  // The two runtimes type the same binding differently.
  const database = env.DB as unknown as Parameters<typeof readLedgerSnapshot>[0];
  expect(reconcile(await readLedgerSnapshot(database))).toEqual([]);
}
