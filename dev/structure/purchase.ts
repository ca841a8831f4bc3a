import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { WebSocket } from "ws";
import { callRpc } from "../run/rpc";

/** A session and a wallet with SOL. */
export interface Buyer {
  headers: Record<string, string>;
  wallet: Keypair;
}

interface Site {
  url: string;
  rpcUrl: string;
}

/** The local chain confirms a payment in less than a second. */
const PAYMENT_TIMEOUT_MS = 60_000;
const AIRDROP_LAMPORTS = 10_000_000_000;

/** Signs a new person up and funds a wallet. */
export async function newBuyer({ url, rpcUrl }: Site): Promise<Buyer> {
  const email = `${crypto.randomUUID()}@example.com`;
  const response = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({ intent: "sign-up", email, password: crypto.randomUUID() }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (!cookies.some((cookie) => cookie?.startsWith("session="))) {
    throw new Error(`sign-up answered ${response.status}`);
  }
  const wallet = Keypair.generate();
  const address = wallet.publicKey.toBase58();
  await callRpc(rpcUrl, "requestAirdrop", [address, AIRDROP_LAMPORTS]);
  // The Worker reads balances at `confirmed`, one slot after the airdrop.
  await untilFunded(rpcUrl, address);
  return { headers: { Cookie: cookies.join("; "), Origin: url }, wallet };
}

/** Longest wait for the airdrop; a slot takes 400 ms. */
const FUNDED_TIMEOUT_MS = 30_000;

async function untilFunded(rpcUrl: string, address: string): Promise<void> {
  const deadline = Date.now() + FUNDED_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const params = [address, { commitment: "confirmed" }];
    const { value } = await callRpc<{ value: number }>(rpcUrl, "getBalance", params);
    if (value > 0) return;
    await sleep(100);
  }
  throw new Error("the airdrop was not confirmed");
}

/** Opens an order, as the page of the product does. Returns its id. */
export async function openOrder(site: Site, buyer: Buyer, productId: string): Promise<string> {
  const order = { productId, buyerWallet: buyer.wallet.publicKey.toBase58() };
  const opened = await post<{ transactionId: string }>(site, buyer, "/api/transactions", order);
  return opened.transactionId;
}

/** The transaction for a wallet that signs and sends by itself, base64. */
export async function buildTransaction(site: Site, buyer: Buyer, orderId: string): Promise<string> {
  const path = `/api/transactions/${orderId}/transaction`;
  const asked = { account: buyer.wallet.publicKey.toBase58(), canSign: false };
  return (await post<{ transaction: string }>(site, buyer, path, asked)).transaction;
}

/**
 * One purchase as a browser with a wallet makes it, from the order to the first byte of the file.
 * The product must be one that the buyer does not own.
 */
export async function purchase(site: Site, buyer: Buyer, productId: string): Promise<void> {
  const { headers, wallet } = buyer;
  const orderId = await openOrder(site, buyer, productId);
  const path = `/api/transactions/${orderId}`;
  const socket = new WebSocket(`${site.url.replace("http", "ws")}${path}/live`, { headers });
  const paid = whenPaid(socket);
  await once(socket, "open");
  const built = await buildTransaction(site, buyer, orderId);
  const signed = VersionedTransaction.deserialize(Buffer.from(built, "base64"));
  signed.sign([wallet]);
  const wire = Buffer.from(signed.serialize()).toString("base64");
  const signature = await callRpc<string>(site.rpcUrl, "sendTransaction", [
    wire,
    { encoding: "base64", preflightCommitment: "confirmed" },
  ]);
  await post(site, buyer, `${path}/signature`, { signature });
  await paid;
  const order = await fetch(site.url + path, { headers });
  const { downloadUrl } = (await order.json()) as { downloadUrl: string };
  const file = await fetch(new URL(downloadUrl, site.url), { headers });
  const reader = file.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  socket.close();
  if (!file.headers.get("Content-Disposition") || !first?.value?.length) {
    throw new Error(`the download answered ${file.status}`);
  }
}

async function post<T>({ url }: Site, buyer: Buyer, path: string, body: object): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { ...buyer.headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}

/** Ends when the page is told that the order is paid. */
function whenPaid(socket: WebSocket): Promise<void> {
  return new Promise((paid, fail) => {
    const timer = setTimeout(
      () => fail(new Error("the payment was not settled in time")),
      PAYMENT_TIMEOUT_MS,
    );
    socket.on("error", fail);
    socket.on("message", (data) => {
      if (JSON.parse(String(data)).status !== "paid") return;
      clearTimeout(timer);
      paid();
    });
  });
}
