import { isGrantedWithoutPayment, type Order } from "../../orders/rules/order";
import { canSettle } from "../../orders/rules/order-state";
import type { Payment } from "../../orders/rules/payment";
import { ChainUnavailable } from "../../solana/chain";
import { hasStaticEffect, type RawTransaction } from "../../solana/raw-transaction";
import type { SettlementPorts } from "../ports";
import type { SetAside } from "../rules/set-aside";
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
   * any more, so a second payment is recorded here. `failed` tells why the transaction has to be read
   * again: orders that it may settle have nothing of it on record, since their poll may find no answer, or be
   * lost with its alarm; or two nodes do not agree yet on what is to be recorded.
   */
  async function notifyNamedOrders(
    { signature, raw, known }: NamingTransaction,
    records: LostOrderRecords,
  ): Promise<{ notified: number; failed: SetAside["reason"] | null }> {
    const named = [...known, ...(await restoreOrders({ signature, raw, known, records }))];
    const unrecorded = named.filter((order) => !isOwnPayment(order, signature));
    const open = unrecorded.filter(({ status }) => canSettle(status));
    let notified = 0;
    let failed: SetAside["reason"] | null = null;
    for (const order of open) {
      const verdict = await verdictFor(order, signature, raw, records);
      if (verdict.kind === "underpaid") {
        // No claim on anything: it needs no poll, and dust is cheap to send.
        if (!(await recordPayment(order, signature, raw, records))) failed ??= "unread";
      } else if (verdict.kind !== "not_a_payment") {
        await orders.reportSignature(order.id, signature, clock.now());
        // Without a payment on record, the database is older than what the object has verified.
        await watcher.restored(order.id);
        notified++;
        if (!(await orders.isRecorded(order.id, signature))) failed = "unsettled";
      } else if (!hasStaticEffect(raw)) {
        await watcher.overdue(order.id);
        notified++;
      }
    }
    for (const order of unrecorded) {
      if (canSettle(order.status)) continue;
      if (!(await recordPayment(order, signature, raw, records))) failed ??= "unread";
    }
    return { notified, failed };
  }

  /** Records a payment that does not settle the order. False where two nodes do not agree on it yet. */
  async function recordPayment(
    order: Order,
    signature: string,
    raw: RawTransaction,
    records: LostOrderRecords,
  ): Promise<boolean> {
    const verdict = await agreed(order, signature, raw, records);
    if (verdict.kind === "unconfirmed") return false;
    if (verdict.kind === "not_a_payment") return true;
    if (canSettle(order.status) && verdict.kind !== "underpaid") return true;
    const { payment } = verdict;
    const isGrantPaid = order.status === "paid" && signature === order.signature;
    if (isGrantPaid) await settlePayment(order, payment);
    else if (verdict.kind === "underpaid") await orders.recordShort(order, payment, clock.now());
    else await orders.record(order.id, "duplicate", payment, clock.now());
    return true;
  }

  /** `unconfirmed` also where no other node answers. */
  async function agreed(
    order: Order,
    signature: string,
    raw: RawTransaction,
    records: LostOrderRecords,
  ): ReturnType<typeof agreedVerdict> {
    const judge = (read: RawTransaction) => verdictFor(order, signature, read, records);
    try {
      return await agreedVerdict(chain, judge, raw, certainty);
    } catch (error) {
      if (error instanceof ChainUnavailable) return { kind: "unconfirmed" };
      throw error;
    }
  }

  return notifyNamedOrders;
}

/** The order's state rests on this payment. An order that was granted after a rollback waits for it. */
function isOwnPayment(order: Order, signature: string): boolean {
  return order.signature === signature && !isGrantedWithoutPayment(order);
}
