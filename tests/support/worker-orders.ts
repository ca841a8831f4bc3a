import { env } from "cloudflare:test";
import type { Order } from "../../app/orders/rules/order";
import type { Payment } from "../../app/orders/rules/payment";
import { insertOrder, type OrderTraits, orderOf, paymentOf } from "./factories/order";
import { newSignature } from "./random-keys";

/** Runs inside workerd. Orders are inserted into D1, without a chain, opened at this time (ms). */
export const OPENED_AT = 1_700_000_000_000;

/** Inserts an open order. */
export function newOrder(traits: OrderTraits): Promise<Order> {
  return insertOrder(env.DB, { createdAt: OPENED_AT, ...traits });
}

/** A payment of an order's price and 3 lamports of surplus. */
export function newPayment(signature = newSignature()): Payment {
  return paymentOf(orderOf({ productId: "", ownerUid: "", buyerUid: "" }), { signature });
}
