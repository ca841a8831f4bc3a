import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { expect } from "vitest";
import type { AppUnderTest } from "./app-under-test";
import type { OpenedOrder, OrderView } from "./order-api";

/** An order of a browser without an account. */
export interface GuestsOrder extends OpenedOrder {
  secret: string;
}

/** A call below `/api/checkout` with a browser's secret, from our own page. */
export function callAsGuest(
  app: AppUnderTest,
  secret: string | null,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${app.url}/api/checkout${path}`, {
    method: body === undefined ? "GET" : "POST",
    redirect: "manual",
    headers: {
      Origin: app.url,
      "Content-Type": "application/json",
      ...(secret !== null && { Authorization: `Checkout ${secret}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Opens an order for an address, whoever has its key; fails where the answer is no new one. */
export async function openAsGuest(
  app: AppUnderTest,
  productId: string,
  wallet: string,
  secret: string | null = null,
): Promise<GuestsOrder> {
  const response = await callAsGuest(app, secret, "", { productId, wallet });
  expect(response.status).toBe(201);
  return (await response.json()) as GuestsOrder;
}

/** The transaction of a guest's order, signed by the wallet; base64. */
export async function signAsGuest(
  app: AppUnderTest,
  { transactionId, secret }: GuestsOrder,
  payer: Keypair,
  canSign = true,
): Promise<string> {
  const account = payer.publicKey.toBase58();
  const response = await callAsGuest(app, secret, `/${transactionId}/transaction`, {
    account,
    canSign,
  });
  expect(response.status).toBe(200);
  const { transaction, send } = (await response.json()) as Record<string, string>;
  expect(send).toBe(canSign ? "server" : "wallet");
  return signWire(transaction ?? "", payer);
}

/** Adds a wallet's signature to wire bytes in base64. */
export function signWire(transaction: string, payer: Keypair): string {
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  return Buffer.from(signed.serialize()).toString("base64");
}

export function sendAsGuest(
  app: AppUnderTest,
  { transactionId, secret }: GuestsOrder,
  transaction: string,
): Promise<Response> {
  return callAsGuest(app, secret, `/${transactionId}/send`, { transaction });
}

export async function readAsGuest(
  app: AppUnderTest,
  { transactionId, secret }: GuestsOrder,
): Promise<OrderView> {
  const response = await callAsGuest(app, secret, `/${transactionId}`);
  expect(response.status).toBe(200);
  return (await response.json()) as OrderView;
}

/** Waits until the guest's order has the status. */
export async function waitAsGuest(
  app: AppUnderTest,
  order: GuestsOrder,
  status: string,
): Promise<OrderView> {
  await expect.poll(() => readAsGuest(app, order), { interval: 150 }).toMatchObject({ status });
  return readAsGuest(app, order);
}

/** Opens an order and pays it as a browser with a wallet does. */
export async function buyAsGuest(
  app: AppUnderTest,
  productId: string,
  payer: Keypair,
): Promise<GuestsOrder> {
  const order = await openAsGuest(app, productId, payer.publicKey.toBase58());
  const answer = await sendAsGuest(app, order, await signAsGuest(app, order, payer));
  expect(answer.status).toBe(200);
  await waitAsGuest(app, order, "paid");
  return order;
}
