import {
  type Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import { expect } from "vitest";
import { connect, type Market, sql } from "./app-under-test";
import type { Person } from "./factories/person";

export interface OpenedOrder {
  transactionId: string;
  solanaPayURL: string;
  recipient: string;
  amount: string;
  reference: string;
  label: string;
  message: string;
  status: string;
}

export type View = {
  status: string;
  paid: boolean;
  paymentRequested: boolean;
  signature?: string;
  buyerWallet?: string;
  downloadUrl?: string;
} & Record<string, unknown>;

export function open(market: Market, buyer: Person, body: unknown): Promise<Response> {
  return fetch(`${market.url}/api/transactions`, {
    method: "POST",
    headers: { ...buyer.headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Opens an order that must be a new one. */
export async function order(
  market: Market,
  buyer: Person,
  productId: string,
  payer?: Keypair,
): Promise<OpenedOrder> {
  const buyerWallet = payer?.publicKey.toBase58();
  const response = await open(market, buyer, { productId, buyerWallet });
  expect(response.status).toBe(201);
  return (await response.json()) as OpenedOrder;
}

/** Asks for the transaction as a wallet does: no cookie, another origin. */
export function ask(market: Market, orderId: string, account: string): Promise<Response> {
  return fetch(`${market.url}/api/pay/${orderId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://wallet.example" },
    body: JSON.stringify({ account }),
  });
}

/** Asks, signs and sends; the signature comes back. */
export async function pay(market: Market, orderId: string, payer: Keypair): Promise<string> {
  const response = await ask(market, orderId, payer.publicKey.toBase58());
  expect(response.status).toBe(200);
  const { transaction } = (await response.json()) as { transaction: string };
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  return connect(market).sendRawTransaction(signed.serialize());
}

export interface HandMade {
  to: string | PublicKey;
  lamports: number;
  references: string[];
}

/** Sends System transfers that no server has built. */
export async function transferByHand(
  market: Market,
  payer: Keypair,
  legs: HandMade[],
): Promise<string> {
  const transaction = new Transaction();
  for (const { to, lamports, references } of legs) {
    const toPubkey = new PublicKey(to);
    const leg = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey, lamports });
    for (const reference of references) {
      leg.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false });
    }
    transaction.add(leg);
  }
  return sendAndConfirmTransaction(connect(market), transaction, [payer], {
    commitment: "confirmed",
  });
}

export async function view(market: Market, who: Person, orderId: string): Promise<View> {
  const url = `${market.url}/api/transactions/${orderId}`;
  const response = await fetch(url, { headers: who.headers });
  expect(response.status).toBe(200);
  return (await response.json()) as View;
}

/** Says to the server which transaction was sent. */
export function hint(market: Market, buyer: Person, orderId: string, signature: string) {
  return fetch(`${market.url}/api/transactions/${orderId}/signature`, {
    method: "POST",
    headers: { ...buyer.headers, "Content-Type": "application/json" },
    body: JSON.stringify({ signature }),
  });
}

/** Waits until the order has the status; fails with the one it has when that takes too long. */
export async function until(
  market: Market,
  who: Person,
  orderId: string,
  status: string,
): Promise<View> {
  return expect
    .poll(async () => view(market, who, orderId), { interval: 150 })
    .toMatchObject({ status })
    .then(() => view(market, who, orderId));
}

/** What the ledger says of an order, by kind. */
export async function ledgerOf(market: Market, orderId: string): Promise<Record<string, number>> {
  const rows = await sql<{ kind: string; lamports: number }>(
    market,
    "SELECT kind, sum(lamports) AS lamports FROM ledger WHERE order_id = ? GROUP BY kind",
    orderId,
  );
  return Object.fromEntries(rows.map(({ kind, lamports }) => [kind, lamports]));
}
