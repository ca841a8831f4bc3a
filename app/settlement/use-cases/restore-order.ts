import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";
import type { UnmatchedPayments } from "../../../db/settlement/unmatched-payments";
import type { Clock, Settings } from "../../lib/ports";
import type { OrderRecords, OrderStore, PolledOrders } from "../../orders/ports";
import type { Order } from "../../orders/rules/order";
import { type OrderRecord, orderOfRecord } from "../../orders/rules/order-record";
import type { RawTransaction } from "../../solana/raw-transaction";
import {
  MIN_UNMATCHED_LAMPORTS,
  possibleReferences,
  unmatchedPayment,
} from "../rules/unmatched-payment";

export interface RestoreDeps {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  users: Pick<Users, "byUid">;
  products: Pick<Products, "byId">;
  orders: Pick<OrderStore, "insert"> & Pick<PolledOrders, "byReferences">;
  orderRecords: Pick<OrderRecords, "read">;
  unmatchedPayments: Pick<UnmatchedPayments, "add" | "resolve">;
}

interface Input {
  signature: string;
  raw: RawTransaction;
  /** The orders whose reference the transaction names. */
  known: Order[];
}

/**
 * The orders of a transaction for the platform that the database has lost, inserted again with the
 * terms that are kept outside of it. What no order can be found for is recorded as an unmatched
 * payment. Idempotent; reads a bounded number of records.
 */
export async function restoreOrders(
  { signature, raw, known }: Input,
  deps: RestoreDeps,
): Promise<Order[]> {
  const { platformWallet } = deps.settings;
  const references = new Set(known.map(({ reference }) => reference));
  const restored: Order[] = [];
  let isRecorded = false;
  for (const reference of possibleReferences(platformWallet, raw)) {
    if (references.has(reference)) continue;
    const record = await deps.orderRecords.read(reference);
    const order = record?.reference === reference ? await restore(record, deps) : null;
    isRecorded ||= record !== null && order === null;
    if (!order) continue;
    references.add(reference);
    restored.push(order);
  }
  const unmatched = unmatchedPayment(platformWallet, signature, raw, references);
  // The order of a recorded reference may have cost the platform's share nothing.
  if (unmatched && (isRecorded || unmatched.lamports >= MIN_UNMATCHED_LAMPORTS)) {
    await deps.unmatchedPayments.add(unmatched, deps.clock.now());
  } else if (restored.length > 0) {
    await deps.unmatchedPayments.resolve(signature, deps.clock.now());
  }
  return restored;
}

/** Null where the product is not there any more. */
async function restore(record: OrderRecord, deps: RestoreDeps): Promise<Order | null> {
  const order = orderOfRecord(record);
  const product = await deps.products.byId(order.productId);
  if (!product) return null;
  const buyer = order.buyerUid === null ? null : await deps.users.byUid(order.buyerUid);
  const lost: Order = { ...order, buyerUid: buyer?.uid ?? null };
  const dueAt = deps.clock.now();
  // The buyer may have another open order for the product, of which there is one at most: then the
  // payment is a late one.
  if (!(await deps.orders.insert(lost, dueAt))) {
    await deps.orders.insert({ ...lost, status: "expired" }, dueAt);
  }
  const [inserted] = await deps.orders.byReferences([order.reference]);
  return inserted ?? null;
}
