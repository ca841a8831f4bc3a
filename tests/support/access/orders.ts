import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import type { Orders } from "../../../app/orders/ports";
import type { Order } from "../../../app/orders/rules/order";
import type { Payment } from "../../../app/orders/rules/verify-payment";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import type { Somebody, World } from "./world";

const PRICE = 250_000_000n;
const FEE = 2_500_000n;

/** A product on sale. */
export interface OnSale {
  seller: Somebody;
  productId: string;
}

export async function putOnSale(world: World, seller?: Somebody): Promise<OnSale> {
  const someone = seller ?? (await world.somebody());
  return { seller: someone, productId: await world.productOf(someone) };
}

/** An open order of `buyer`; its id comes back. */
export async function openOrder(world: World, on: OnSale, buyer: Somebody): Promise<string> {
  const now = Date.now();
  const order: Order = {
    id: crypto.randomUUID(),
    productId: on.productId,
    ownerUid: on.seller.uid,
    buyerUid: buyer.uid,
    buyerWallet: null,
    status: "pending",
    paymentRequested: false,
    priceLamports: PRICE,
    sellerLamports: PRICE - FEE,
    feeLamports: FEE,
    feeBps: 100,
    recipient: on.seller.wallet,
    platform: newAddress(),
    reference: newAddress(),
    referenceSecret: null,
    label: "Field recordings",
    message: "Purchase of Field recordings",
    saleType: "infinite",
    createdAt: now,
    expiresAt: now + 86_400_000,
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
  };
  if (!(await (await ordersOf(world)).insert(order, now + 86_400_000)))
    throw new Error("has an open order already");
  return order.id;
}

/** An order that is paid and settled: the buyer has the file. */
export async function soldOrder(world: World, on: OnSale, buyer: Somebody): Promise<string> {
  const id = await openOrder(world, on, buyer);
  await (await ordersOf(world)).settle(id, paidBy(buyer.wallet), Date.now(), Date.now());
  return id;
}

/** An order that waits for its seller's decision. */
export async function reviewedOrder(world: World, on: OnSale, buyer: Somebody): Promise<string> {
  const id = await openOrder(world, on, buyer);
  await (await ordersOf(world)).review(id, "no_stock", paidBy(buyer.wallet), Date.now());
  return id;
}

/** An order that `payer` paid in the buyer's place. */
export async function misdirectedOrder(world: World, on: OnSale, payer: Somebody): Promise<string> {
  const id = await openOrder(world, on, await world.somebody());
  await (await ordersOf(world)).misdirected(id, paidBy(payer.wallet), Date.now());
  return id;
}

async function ordersOf({ worker }: World): Promise<Orders> {
  return ordersIn(openDb(await worker.getD1Database("DB")));
}

export function newAddress(): string {
  return Keypair.generate().publicKey.toBase58();
}

export function newSignature(): string {
  return bs58.encode(crypto.getRandomValues(new Uint8Array(64)));
}

function paidBy(payer: string): Payment {
  return {
    signature: newSignature(),
    slot: 5,
    payer,
    sellerPaid: PRICE - FEE,
    feePaid: FEE,
    surplus: 0n,
    feeOwed: 0n,
    referenceSigned: false,
  };
}
