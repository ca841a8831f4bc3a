import type { Orders } from "../../../app/orders/ports";
import type { Payment } from "../../../app/orders/rules/verify-payment";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { insertOrder, paymentOf } from "../factories/order";
import { newAddress } from "../random-keys";
import type { Somebody, World } from "./accounts";

const TERMS = {
  priceLamports: 250_000_000n,
  sellerLamports: 247_500_000n,
  feeLamports: 2_500_000n,
};

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
  const order = await insertOrder(await world.worker.getD1Database("DB"), {
    productId: on.productId,
    ownerUid: on.seller.uid,
    buyerUid: buyer.uid,
    recipient: on.seller.wallet,
    platform: newAddress(),
    ...TERMS,
  });
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

function paidBy(payer: string): Payment {
  return paymentOf(TERMS, { payer, surplus: 0n });
}
