import type { OpenRefund } from "../../../db/orders/refunds";
import { legsOfRefund } from "../../orders/rules/legs";
import type { Order } from "../../orders/rules/order";
import type { SettlementPorts } from "../ports";
import {
  NONE_OPEN,
  type ProofResult,
  type ProvingPorts,
  proveTransaction,
  type WatchedTransaction,
  watchTransaction,
} from "./prove-transaction";

type RefundPorts = ProvingPorts & Pick<SettlementPorts, "clock" | "refunds">;

/** Watches for transactions of sellers that return a payment. */
export function createRefundWatch(ports: RefundPorts) {
  const { clock, log, refunds } = ports;

  /** Polls the order's open refund, if it has one. An order that is being paid costs no query. */
  async function watchRefund(
    order: Pick<Order, "id" | "status" | "payerWallet" | "shortLamports" | "platform">,
  ): Promise<WatchedTransaction> {
    const mayBePaid = order.payerWallet !== null || order.shortLamports > 0n;
    // A payment beside an unpaid order is on record of the ledger alone.
    if (!mayBePaid && order.status === "awaiting") return NONE_OPEN;
    const refund = await refunds.openOf(order.id);
    return watchTransaction(refund, (open) => proveRefund(open, order.platform), clock.now());
  }

  /** Searches the network for the refund and records it. */
  async function proveRefund(refund: OpenRefund, platform: string): Promise<ProofResult> {
    const { reference, orderId: order, lamports } = refund;
    return proveTransaction(
      refund,
      refundTerms(refund, platform),
      {
        ...refunds,
        async complete(found) {
          const isNew = await refunds.complete(reference, found, clock.now());
          if (isNew) log("refund", { order, lamports });
        },
      },
      ports,
    );
  }

  return { watchRefund, proveRefund };
}

/** The terms to verify a refund as a payment to the buyer, from any wallet. */
function refundTerms({ reference, payer, lamports }: OpenRefund, platform: string) {
  return {
    reference,
    recipient: payer,
    platform,
    legs: legsOfRefund(payer, lamports),
    boundWallet: null,
  };
}
