import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection, type Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { WebSocket } from "ws";
import { type Person, person } from "../../tests/support/factories/person";
import type { TestProduct } from "../../tests/support/factories/product";
import { airdropWallet, confirmedAt, type RpcBench } from "./rpc-bench";

/** Delay until the wallet requests the transaction, and from then until it sends. */
export interface BuyerPace {
  requestsAfterMs: number;
  sendsAfterMs: number;
}

/**
 * `browser`: the wallet is bound to the order. It sends, and the page reports the signature; of a limited
 * product it signs first, and the page hands in what it signed.
 */
export type PaymentFlow = "browser" | "qr";

/** Opens an order on its purchase page, and the page's socket. */
export async function openOrder(
  bench: RpcBench,
  item: TestProduct,
  buyer: Person,
  payer?: Keypair,
) {
  const { url } = bench.app;
  const page = () => fetch(`${url}/acheter/${item.id}`, { headers: buyer.headers });
  // The server may just close the connection that was idle since the row before.
  await (await page().catch(page)).text();
  const opened = await post<{ transactionId: string }>(`${url}/api/transactions`, buyer.headers, {
    productId: item.id,
    buyerWallet: payer?.publicKey.toBase58(),
  });
  const { transactionId } = opened;
  const live = `${url.replace("http", "ws")}/api/transactions/${transactionId}/live`;
  const socket = new WebSocket(live, { headers: buyer.headers });
  await once(socket, "open");
  return { transactionId, socket };
}

/** Requests an order's transaction, as a wallet does. */
export async function requestTransaction(
  bench: RpcBench,
  transactionId: string,
  payer: Keypair,
): Promise<string> {
  const account = payer.publicKey.toBase58();
  const url = `${bench.app.url}/api/pay/${transactionId}`;
  return (await post<{ transaction: string }>(url, {}, { account })).transaction;
}

export interface SaleTimes {
  /** From the confirmation of the payment until the page got it (ms). */
  lateMs: number;
  /** Duration of one request to the app in the same minute (ms). */
  roundTripMs: number;
}

interface Built {
  transaction: string;
  send: string;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** A sale through the app, on its purchase page. */
export async function ourSale(
  bench: RpcBench,
  item: TestProduct,
  flow: PaymentFlow,
  { requestsAfterMs, sendsAfterMs }: BuyerPace,
): Promise<SaleTimes> {
  const buyer = await person(bench.app);
  const payer = airdropWallet(bench.chain);
  const bound = flow === "browser" ? payer : undefined;
  const { transactionId, socket } = await openOrder(bench, item, buyer, bound);
  const paid = new Promise<number>((resolve) => {
    socket.on("message", (data) => {
      if (JSON.parse(String(data)).status === "paid") resolve(performance.now());
    });
  });
  await sleep(requestsAfterMs);
  const order = `${bench.app.url}/api/transactions/${transactionId}`;
  const account = payer.publicKey.toBase58();
  const { transaction, send } =
    flow === "browser"
      ? await post<Built>(`${order}/transaction`, buyer.headers, { account, canSign: true })
      : { transaction: await requestTransaction(bench, transactionId, payer), send: "wallet" };
  await sleep(sendsAfterMs);
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  const bytes = signed.serialize();
  const connection = new Connection(bench.chain.url, "confirmed");
  const signature = bs58.encode(signed.signatures[0] ?? new Uint8Array());
  const confirmed = confirmedAt(connection, signature);
  if (send === "server") {
    await post(`${order}/send`, buyer.headers, { transaction: toBase64(bytes) });
  } else {
    await connection.sendRawTransaction(bytes);
  }
  if (flow === "browser" && send === "wallet") {
    await post(`${order}/signature`, buyer.headers, { signature });
  }
  const lateMs = (await paid) - (await confirmed);
  socket.close();
  const from = performance.now();
  const view = await fetch(`${bench.app.url}/api/transactions/${transactionId}`, buyer);
  await view.text();
  return { lateMs, roundTripMs: performance.now() - from };
}

export async function post<T>(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<T> {
  const response = await fetchAgain(url, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  // The answer to a reported signature is empty.
  return JSON.parse((await response.text()) || "null") as T;
}

/** Each idle connection can fail once. */
const MAX_ATTEMPTS = 30;

/**
 * Sends an idempotent request again while its connection breaks: the server may just close one that
 * was idle.
 */
export async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
