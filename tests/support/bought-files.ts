import { env } from "cloudflare:test";
import { openDb } from "../../db/client";
import { ordersIn } from "../../db/orders/orders";
import type { Seller } from "./seller";
import { newOrder, newPayment } from "./worker-orders";

const orders = ordersIn(openDb(env.DB));

/** The first row of a statement, or null. */
export const row = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>();

/** A sale that is settled. */
export async function buyFiles(seller: Seller, buyer: Seller, productId: string) {
  const order = await newOrder({ productId, ownerUid: seller.uid, buyerUid: buyer.uid });
  const payment = newPayment();
  const settled = await orders.settle(order.id, payment, Date.now());
  if (settled !== "settled") throw new Error(`the payment is ${settled}`);
  return { order, payment };
}

/** The path that the link of a purchase leads to; `query` asks for a version or a position. */
export async function linkOf(who: Seller, productId: string, query = ""): Promise<string> {
  const link = await who.call(`/purchases/${productId}/file${query}`);
  return new URL(link.headers.get("Location") ?? "", "http://localhost").pathname;
}
