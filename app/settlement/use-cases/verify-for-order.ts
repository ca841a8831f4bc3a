import type { PolledOrders } from "../../orders/ports";
import { type Order, termsOf } from "../../orders/rules/order";
import type { RawTransaction } from "../../solana/raw-transaction";
import { referencesBefore, type Verdict, verifyPayment } from "../rules/verify-payment";

/**
 * Verifies a transaction against an order. Reads the other orders that its transfers name before this
 * one, which costs a query for such transactions only.
 */
export async function verifyForOrder(
  order: Order,
  signature: string,
  raw: RawTransaction,
  { orders }: { orders: Pick<PolledOrders, "byReferences"> },
): Promise<Verdict> {
  const before = referencesBefore(order, raw);
  const others = before.length > 0 ? await orders.byReferences(before) : [];
  return verifyPayment(termsOf(order), signature, raw, others);
}
