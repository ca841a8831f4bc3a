import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection, type Keypair, VersionedTransaction } from "@solana/web3.js";
import { WebSocket } from "ws";
import { type Person, person } from "../../tests/support/factories/person";
import type { TestProduct } from "../../tests/support/factories/product";
import { airdropWallet, confirmedAt, type RpcBench } from "./rpc-bench";

/** Delay until the wallet requests the transaction, and from then until it sends. */
export interface BuyerPace {
  requestsAfterMs: number;
  sendsAfterMs: number;
}

/** `browser`: the wallet is bound to the order and the page reports the signature. */
export type PaymentFlow = "browser" | "qr";

/** Opens an order on its purchase page, and the page's socket. */
export async function openOrder(
  bench: RpcBench,
  item: TestProduct,
  buyer: Person,
  payer?: Keypair,
) {
  const { url } = bench.app;
  await (await fetch(`${url}/acheter/${item.id}`, { headers: buyer.headers })).text();
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
  const wire = await requestTransaction(bench, transactionId, payer);
  await sleep(sendsAfterMs);
  const signed = VersionedTransaction.deserialize(Buffer.from(wire, "base64"));
  signed.sign([payer]);
  const connection = new Connection(bench.chain.url, "confirmed");
  const signature = await connection.sendRawTransaction(signed.serialize());
  const confirmed = confirmedAt(connection, signature);
  if (flow === "browser") {
    const reportUrl = `${bench.app.url}/api/transactions/${transactionId}/signature`;
    await post(reportUrl, buyer.headers, { signature });
  }
  const lateMs = (await paid) - (await confirmed);
  socket.close();
  const from = performance.now();
  const view = await fetch(`${bench.app.url}/api/transactions/${transactionId}`, buyer);
  await view.text();
  return { lateMs, roundTripMs: performance.now() - from };
}

async function post<T>(url: string, headers: Record<string, string>, body: object): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  // The answer to a reported signature is empty.
  return JSON.parse((await response.text()) || "null") as T;
}
