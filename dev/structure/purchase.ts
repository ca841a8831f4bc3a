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

/**
 * One purchase as a browser with a wallet makes it, from the order to the first byte of the file.
 * The product must be one that the buyer does not own.
 */
export async function purchase(
  { url, rpcUrl }: Site,
  { headers, wallet }: Buyer,
  productId: string,
): Promise<void> {
  const post = async <T>(path: string, body: object, from: Record<string, string> = headers) => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { ...from, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  };
  const account = wallet.publicKey.toBase58();
  const order = { productId, buyerWallet: account };
  const { transactionId } = await post<{ transactionId: string }>("/api/transactions", order);
  const path = `/api/transactions/${transactionId}`;
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}/live`, { headers });
  const paid = paidView(socket);
  await once(socket, "open");
  const built = await post<{ transaction: string }>(`/api/pay/${transactionId}`, { account }, {});
  const signed = VersionedTransaction.deserialize(Buffer.from(built.transaction, "base64"));
  signed.sign([wallet]);
  const wire = Buffer.from(signed.serialize()).toString("base64");
  const signature = await callRpc<string>(rpcUrl, "sendTransaction", [
    wire,
    { encoding: "base64", preflightCommitment: "confirmed" },
  ]);
  await post(`${path}/signature`, { signature });
  const { downloadUrl } = await paid;
  const file = await fetch(new URL(downloadUrl, url), { headers });
  const reader = file.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  socket.close();
  if (!file.ok || !first?.value?.length) throw new Error(`the download answered ${file.status}`);
}

/** The order as the page gets it once it is paid. */
function paidView(socket: WebSocket): Promise<{ downloadUrl: string }> {
  return new Promise((paid, fail) => {
    const timer = setTimeout(
      () => fail(new Error("the payment was not settled in time")),
      PAYMENT_TIMEOUT_MS,
    );
    socket.on("error", fail);
    socket.on("message", (data) => {
      const view = JSON.parse(String(data));
      if (view.status !== "paid") return;
      clearTimeout(timer);
      paid(view);
    });
  });
}
