import { setTimeout as sleep } from "node:timers/promises";
import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { walletUid } from "../../../app/accounts/rules/wallet-account";
import { buyingOf } from "../../../app/checkout/checkout";
import type { OrderCopy } from "../../../app/checkout/use-cases/open-order";
import { createStartPurchase } from "../../../app/checkout/use-cases/start-purchase";
import { Problem } from "../../../app/lib/problem";
import { type Order, termsOf } from "../../../app/orders/rules/order";
import { verifyPayment } from "../../../app/settlement/rules/verify-payment";

import { callRpc } from "../../run/rpc";
import type { SeedPorts } from "../context";
import { BUYER, COLLECTORS, demoId, SELLERS } from "./people";
import { sourceOfSale } from "./sources";

const INITIAL_LAMPORTS = 20_000_000_000;
/** The local chain confirms within a second; the rest is for a busy machine. */
const CONFIRM_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 150;

interface Buyer {
  uid: string;
  wallet: Keypair;
}

/** Funds the empty wallets of the demo. */
export async function fundWallets(ports: SeedPorts, rpcUrl: string): Promise<void> {
  const wallets = [...SELLERS, BUYER].map(({ wallet }) => wallet).concat(COLLECTORS);
  const addresses = wallets.map(({ publicKey }) => publicKey.toBase58());
  const known = await ports.chain.accounts(addresses);
  const empty = addresses.filter((_, at) => !known[at]);
  await Promise.all(
    empty.map((address) => callRpc(rpcUrl, "requestAirdrop", [address, INITIAL_LAMPORTS])),
  );
  await waitUntil(async () => (await ports.chain.accounts(addresses)).every(Boolean));
}

/**
 * Makes the sales of the demo: orders paid by transactions on the local chain and settled by the use
 * cases of the app, so that all figures are consistent. They are spread over `SALES_DAYS`.
 *
 * @param portsAt the ports whose clock is so many days behind
 */
export async function makeSales(
  portsAt: (age: number) => SeedPorts,
  copy: OrderCopy,
): Promise<number> {
  const collectors = COLLECTORS.map(async (wallet) => {
    return { uid: await walletUid(wallet.publicKey.toBase58()), wallet };
  });
  const buyers: Buyer[] = [...(await Promise.all(collectors)), BUYER];
  const sales = SELLERS.flatMap(({ products }) => products).flatMap(({ slug, age, sales = 0 }) =>
    buyersOf(slug, sales, buyers).map((buyer) => ({ productId: demoId(slug), buyer, age })),
  );
  await Promise.all(
    sales.map(({ productId, buyer, age }, at) =>
      sell(productId, buyer, { ports: portsAt(daysSince(at, age)), copy, asked: sourceOfSale(at) }),
    ),
  );
  return sales.length;
}

/** The demo's sales are of the last days. */
export const SALES_DAYS = 60;
/** The golden ratio's part after the point: multiples of it are evenly spread, and those in a row far apart. */
const STEP = 0.618;

/**
 * Days since a sale, which comes after the first day of its product.
 *
 * @param at position of the sale, from 0
 * @param age of the product, hours
 */
function daysSince(at: number, age: number): number {
  const days = Math.min(SALES_DAYS, age / 24 - 1);
  return ((at * STEP) % 1) * Math.max(0, days);
}

/** Rotates the first buyer from product to product. The demo's buyer has the newest one only. */
function buyersOf(slug: string, sales: number, buyers: Buyer[]): Buyer[] {
  if (slug === "ambiances") return buyers.slice(-1);
  const start = slug.length % COLLECTORS.length;
  return Array.from(
    { length: sales },
    (_, at) => buyers[(start + at) % COLLECTORS.length] as Buyer,
  );
}

interface Selling {
  ports: SeedPorts;
  copy: OrderCopy;
  asked: ReturnType<typeof sourceOfSale>;
}

async function sell(productId: string, buyer: Buyer, { ports, copy, asked }: Selling) {
  const buyerWallet = buyer.wallet.publicKey.toBase58();
  const input = { productId, buyerUid: buyer.uid, buyerWallet, address: "", asked, copy };
  const startPurchase = createStartPurchase(ports, buyingOf(ports).opening, notFree);
  const started = await startPurchase(input);
  if (started.kind === "owned") return;
  const { order } = started;
  // An interrupted run may have sent the payment already.
  const signature = (await sentBefore(order, ports)) ?? (await pay(order, buyer, ports));
  await waitUntil(() => pollSettled(order.id, signature, ports));
}

/** Each product of the demo has a price. */
async function notFree(): Promise<never> {
  throw new Error("the demo has a free product");
}

async function sentBefore(order: Order, { chain }: SeedPorts): Promise<string | undefined> {
  const [found] = await chain.signaturesFor(order.reference, { commitment: "confirmed", limit: 1 });
  return found?.signature;
}

async function pay(order: Order, { wallet }: Buyer, ports: SeedPorts): Promise<string> {
  const account = wallet.publicKey.toBase58();
  const built = await waitFor(() => buildUnlessHeld({ orderId: order.id, account }, ports));
  const transaction = VersionedTransaction.deserialize(Buffer.from(built.transaction, "base64"));
  transaction.sign([wallet]);
  await ports.chain.send(transaction.serialize());
  return bs58.encode(transaction.signatures[0] ?? new Uint8Array());
}

/** Null while pre-signed transactions of other sales hold as many units as they may. */
async function buildUnlessHeld(input: { orderId: string; account: string }, ports: SeedPorts) {
  try {
    return await buyingOf(ports).buildPaymentTransaction({ ...input, address: "127.0.0.1" });
  } catch (error) {
    if (error instanceof Problem && error.code === "held") return null;
    throw error;
  }
}

/** One poll: true once the transaction is confirmed and the order settled by it. */
async function pollSettled(orderId: string, signature: string, ports: SeedPorts): Promise<boolean> {
  const raw = await ports.chain.transaction(signature, "confirmed");
  const order = await ports.orders.byId(orderId);
  if (!raw || !order) return false;
  const verdict = verifyPayment(termsOf(order), signature, raw);
  if (verdict.kind !== "settled") throw new Error(`a payment of the demo is ${verdict.kind}`);
  await ports.settlement.settlePayment(order, verdict.payment);
  return (await ports.orders.byId(orderId))?.status === "paid";
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  await waitFor(async () => (await isDone()) || null);
}

/** The first result that is not null. */
async function waitFor<T>(read: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + CONFIRM_TIMEOUT_MS;
  for (;;) {
    const result = await read();
    if (result !== null) return result;
    if (Date.now() > end) throw new Error("the local chain takes too long to confirm");
    await sleep(POLL_INTERVAL_MS);
  }
}
