import {
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import { expect } from "vitest";
import { type AppUnderTest, rpcConnection, sql } from "./app-under-test";
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

export type OrderView = {
  status: string;
  paid: boolean;
  paymentRequested: boolean;
  signature?: string;
  buyerWallet?: string;
  downloadUrl?: string;
  items?: { productId: string; title: string; licenceKey?: string }[];
} & Record<string, unknown>;

/** Posts JSON as a page of the buyer, to a path below that of orders. */
function postAsBuyer(app: AppUnderTest, buyer: Person, path: string, body: unknown) {
  return fetch(`${app.url}/api/transactions${path}`, {
    method: "POST",
    headers: { ...buyer.headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function postOrder(app: AppUnderTest, buyer: Person, body: unknown): Promise<Response> {
  return postAsBuyer(app, buyer, "", body);
}

/**
 * Opens an order; fails where the answer is an existing one. Asks again after a 503, as of a node that
 * answers late on a busy machine.
 */
export async function openOrder(
  app: AppUnderTest,
  buyer: Person,
  productId: string,
  payer?: Keypair,
): Promise<OpenedOrder> {
  const buyerWallet = payer?.publicKey.toBase58();
  const ask = () => postOrder(app, buyer, { productId, buyerWallet });
  let response = await ask();
  while (response.status === 503) response = await ask();
  expect(response.status).toBe(201);
  return (await response.json()) as OpenedOrder;
}

/** Requests the transaction as a wallet does: without a cookie, from another origin. */
export function requestTransaction(
  app: AppUnderTest,
  orderId: string,
  account: string,
): Promise<Response> {
  return fetch(`${app.url}/api/pay/${orderId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://wallet.example" },
    body: JSON.stringify({ account }),
  });
}

/** Requests, signs and sends the transaction; returns its signature. */
export async function payOrder(
  app: AppUnderTest,
  orderId: string,
  payer: Keypair,
): Promise<string> {
  const response = await requestTransaction(app, orderId, payer.publicKey.toBase58());
  expect(response.status).toBe(200);
  const { transaction } = (await response.json()) as { transaction: string };
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  return rpcConnection(app).sendRawTransaction(signed.serialize());
}

export interface Transfer {
  to: string | PublicKey;
  lamports: number;
  references: string[];
}

/** Sends System transfers that the server has not built. */
export async function sendTransfers(
  app: AppUnderTest,
  payer: Keypair,
  legs: Transfer[],
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
  return sendConfirmed(app, transaction, [payer]);
}

/**
 * Signs, sends and confirms a transaction, without the WebSocket of `sendAndConfirmTransaction`: one
 * that is open when the chain ends tries to connect again every second, as long as the process runs.
 */
export async function sendConfirmed(
  app: AppUnderTest,
  transaction: Transaction,
  signers: Keypair[],
): Promise<string> {
  const connection = rpcConnection(app);
  const signature = await connection.sendTransaction(transaction, signers);
  app.chain.advanceSlots(1);
  const { value } = await connection.getSignatureStatus(signature);
  expect(value).toMatchObject({ err: null });
  return signature;
}

export async function readOrder(
  app: AppUnderTest,
  who: Person,
  orderId: string,
): Promise<OrderView> {
  const url = `${app.url}/api/transactions/${orderId}`;
  const response = await fetch(url, { headers: who.headers });
  expect(response.status).toBe(200);
  return (await response.json()) as OrderView;
}

/** Reports the signature of a sent transaction, as the purchase page does. */
export function reportSignature(
  app: AppUnderTest,
  buyer: Person,
  orderId: string,
  signature: string,
) {
  return postAsBuyer(app, buyer, `/${orderId}/signature`, { signature });
}

/** Waits until the order has the status; on timeout fails with its current one. */
export async function waitForStatus(
  app: AppUnderTest,
  who: Person,
  orderId: string,
  status: string,
): Promise<OrderView> {
  return expect
    .poll(async () => readOrder(app, who, orderId), { interval: 150 })
    .toMatchObject({ status })
    .then(() => readOrder(app, who, orderId));
}

/** Waits until payments below the price are on record, whose sum is this. */
export async function waitForShort(app: AppUnderTest, orderId: string, lamports: number) {
  const recorded = () =>
    sql<{ lamports: number }>(
      app,
      "SELECT short_lamports AS lamports FROM orders WHERE id = ?",
      orderId,
    );
  await expect.poll(recorded, { interval: 150 }).toEqual([{ lamports }]);
}

/** Lamports of an order in the ledger, by kind. */
export async function ledgerByKind(
  app: AppUnderTest,
  orderId: string,
): Promise<Record<string, number>> {
  const rows = await sql<{ kind: string; lamports: number }>(
    app,
    "SELECT kind, sum(lamports) AS lamports FROM ledger WHERE order_id = ? GROUP BY kind",
    orderId,
  );
  return Object.fromEntries(rows.map(({ kind, lamports }) => [kind, lamports]));
}

/** Requests the transaction for a wallet that signs first. */
export function requestUnsigned(
  app: AppUnderTest,
  buyer: Person,
  orderId: string,
  account: string,
): Promise<Response> {
  return postAsBuyer(app, buyer, `/${orderId}/transaction`, { account, canSign: true });
}

/** Hands in signed bytes. */
export function sendSigned(
  app: AppUnderTest,
  buyer: Person,
  orderId: string,
  transaction: string,
): Promise<Response> {
  return postAsBuyer(app, buyer, `/${orderId}/send`, { transaction });
}

/** Requests the transaction of a unique or limited product, and signs it; base64. */
export async function signFirst(
  app: AppUnderTest,
  buyer: Person,
  orderId: string,
  payer: Keypair,
): Promise<string> {
  const response = await requestUnsigned(app, buyer, orderId, payer.publicKey.toBase58());
  expect(response.status).toBe(200);
  const { transaction, send } = (await response.json()) as Record<string, string>;
  expect(send).toBe("server");
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction ?? "", "base64"));
  signed.sign([payer]);
  return Buffer.from(signed.serialize()).toString("base64");
}
