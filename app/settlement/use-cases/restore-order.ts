import type { Order } from "../../orders/rules/order";
import { type OrderRecord, orderOfRecord } from "../../orders/rules/order-record";
import type { RawTransaction } from "../../solana/raw-transaction";
import type { SettlementPorts } from "../ports";
import {
  MIN_UNMATCHED_LAMPORTS,
  possibleReferences,
  unmatchedPayment,
} from "../rules/unmatched-payment";
import type { LostOrderRecords } from "./lost-order-records";

interface Input {
  signature: string;
  raw: RawTransaction;
  /** The orders whose reference the transaction names. */
  known: Order[];
  records: LostOrderRecords;
}

export type RestoreOrders = ReturnType<typeof createRestoreOrders>;

/** Restores orders that the database has lost. */
export function createRestoreOrders({
  settings,
  clock,
  users,
  products,
  orders,
  unmatchedPayments,
}: Pick<
  SettlementPorts,
  "settings" | "clock" | "users" | "products" | "orders" | "unmatchedPayments"
>) {
  /**
   * The orders of a transaction for the platform that the database has lost, inserted again with the
   * terms that are kept outside of it. What no order can be found for is recorded as an unmatched
   * payment. Idempotent.
   */
  async function restoreOrders({ signature, raw, known, records }: Input): Promise<Order[]> {
    const { platformWallet } = settings;
    const references = new Set(known.map(({ reference }) => reference));
    const restored: Order[] = [];
    const lost = new Set<string>();
    for (const reference of possibleReferences(platformWallet, raw)) {
      if (references.has(reference)) continue;
      const record = await records.read(reference);
      if (!record) continue;
      const order = await restore(record);
      (order ? references : lost).add(reference);
      if (order) restored.push(order);
    }
    const unmatched = unmatchedPayment(platformWallet, signature, raw, references, lost);
    // The order of a recorded reference may have cost the platform's share nothing.
    if (unmatched && (lost.size > 0 || unmatched.lamports >= MIN_UNMATCHED_LAMPORTS)) {
      await unmatchedPayments.add(unmatched, clock.now());
    } else if (restored.length > 0) {
      await unmatchedPayments.resolve(signature, clock.now());
    }
    return restored;
  }

  /** Null where the product is not there any more. */
  async function restore(record: OrderRecord): Promise<Order | null> {
    const order = orderOfRecord(record);
    const product = await products.byId(order.productId);
    if (!product) return null;
    const buyer = order.buyerUid === null ? null : await users.byUid(order.buyerUid);
    const lost: Order = { ...order, buyerUid: buyer?.uid ?? null };
    const dueAt = clock.now();
    // The buyer may have another open order for the product, of which there is one at most: then the
    // payment is a late one.
    if (!(await orders.insert(lost, dueAt))) {
      await orders.insert({ ...lost, status: "expired" }, dueAt);
    }
    const [inserted] = await orders.byReferences([order.reference]);
    return inserted ?? null;
  }

  return restoreOrders;
}
