import { isGrantedWithoutPayment, type Order } from "../../orders/rules/order";
import { canSettle } from "../../orders/rules/order-state";
import type { Payment } from "../../orders/rules/payment";
import { ChainUnavailable } from "../../solana/chain";
import { hasStaticEffect, type RawTransaction } from "../../solana/raw-transaction";
import type { SettlementPorts } from "../ports";
import type { LostOrderRecords } from "./lost-order-records";
import type { RestoreOrders } from "./restore-order";
import { agreedVerdict, type Verifier } from "./verify";

/** A payment is recorded once it is final. */
const certainty = { commitment: "finalized", rejection: "final" } as const;

interface NamingTransaction {
  signature: string;
  raw: RawTransaction;
  /** The orders whose reference stands among its accounts. */
  known: Order[];
}

/** What is called for an order. */
interface Steps {
  verdictFor: Verifier["verdictFor"];
  restoreOrders: RestoreOrders;
  settlePayment(order: Order, payment: Payment): Promise<void>;
}

export type NotifyNamedOrders = ReturnType<typeof createNotifyNamedOrders>;

/** Tells orders of a finalized transaction that names them. */
export function createNotifyNamedOrders(
  {
    clock,
    chain,
    orders,
    watcher,
  }: Pick<SettlementPorts, "clock" | "chain" | "orders" | "watcher">,
  { verdictFor, restoreOrders, settlePayment }: Steps,
) {
  /**
   * Notifies the open orders that a transaction names; they verify it. Settled orders are not watched
   * any more, so a second payment is recorded here. `unsettled` counts the orders that the transaction
   * may settle and that have nothing of it on record: their poll may find no answer, or be lost with its
   * alarm. Throws `ChainUnavailable`.
   */
  async function notifyNamedOrders(
    { signature, raw, known }: NamingTransaction,
    records: LostOrderRecords,
  ): Promise<{ notified: number; unsettled: number }> {
    const named = [...known, ...(await restoreOrders({ signature, raw, known, records }))];
    const unrecorded = named.filter((order) => !isOwnPayment(order, signature));
    const open = unrecorded.filter(({ status }) => canSettle(status));
    let [notified, unsettled] = [0, 0];
    for (const order of open) {
      const verdict = await verdictFor(order, signature, raw, records);
      if (verdict.kind === "underpaid") {
        // No claim on anything: it needs no poll, and dust is cheap to send.
        await recordPayment(order, signature, raw, records).catch((error) => {
          if (!(error instanceof ChainUnavailable)) throw error;
          return watcher.overdue(order.id);
        });
      } else if (verdict.kind !== "not_a_payment") {
        await orders.reportSignature(order.id, signature, clock.now());
        // Without a payment on record, the database is older than what the object has verified.
        await watcher.restored(order.id);
        notified++;
        if (!(await orders.isRecorded(order.id, signature))) unsettled++;
      } else if (!hasStaticEffect(raw)) {
        await watcher.overdue(order.id);
        notified++;
      }
    }
    for (const order of unrecorded) {
      if (!canSettle(order.status)) await recordPayment(order, signature, raw, records);
    }
    return { notified, unsettled };
  }

  /** Records a payment that does not settle the order, once two nodes have it. */
  async function recordPayment(
    order: Order,
    signature: string,
    raw: RawTransaction,
    records: LostOrderRecords,
  ): Promise<void> {
    const judge = (read: RawTransaction) => verdictFor(order, signature, read, records);
    const verdict = await agreedVerdict(chain, judge, raw, certainty);
    if (verdict.kind === "unconfirmed")
      throw new ChainUnavailable(`one node alone has ${signature}`);
    if (verdict.kind === "not_a_payment") return;
    if (canSettle(order.status) && verdict.kind !== "underpaid") return;
    const isGrantPaid = order.status === "paid" && signature === order.signature;
    if (isGrantPaid) return settlePayment(order, verdict.payment);
    const { payment } = verdict;
    if (verdict.kind === "underpaid") await orders.recordShort(order, payment, clock.now());
    else await orders.record(order.id, "duplicate", payment, clock.now());
  }

  return notifyNamedOrders;
}

/** The order's state rests on this payment. An order that was granted after a rollback waits for it. */
function isOwnPayment(order: Order, signature: string): boolean {
  return order.signature === signature && !isGrantedWithoutPayment(order);
}
