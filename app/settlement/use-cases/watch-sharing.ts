import type { OpenSharePayment } from "../../../db/orders/share-payments";
import { reviewCaseOf } from "../../orders/rules/incoming-payment";
import { legsOfSharing, totalOf } from "../../orders/rules/legs";
import type { Order } from "../../orders/rules/order";
import { acceptedPayment } from "../../orders/rules/recorded-payment";
import { hasShares } from "../../orders/rules/terms";
import { settleIfAllowed } from "../../orders/use-cases/settle-payment";
import type { SettlementPorts } from "../ports";
import {
  NONE_OPEN,
  type ProofResult,
  type ProvingPorts,
  proveTransaction,
  type WatchedTransaction,
  watchTransaction,
} from "./prove-transaction";

type SharingPorts = ProvingPorts &
  Pick<SettlementPorts, "clock" | "orders" | "incomingPayments" | "sharePayments">;

/** Watches for transactions of sellers to those who share in a sale. */
export function createSharingWatch(ports: SharingPorts) {
  const { clock, log, sharePayments } = ports;

  /** Polls the order's open transaction, if it has one. An order that nobody shares costs no query. */
  async function watchSharing(
    order: Pick<Order, "id" | "status" | "terms" | "platform">,
  ): Promise<WatchedTransaction> {
    if (!hasShares(order.terms) || order.status === "awaiting") return NONE_OPEN;
    const payment = await sharePayments.openOf(order.id);
    return watchTransaction(payment, (open) => proveSharing(open, order.platform), clock.now());
  }

  /**
   * Searches the network for the transaction and records it. An order that waits for it is accepted first, so that
   * its shares are owed before they are paid.
   */
  async function proveSharing(open: OpenSharePayment, platform: string): Promise<ProofResult> {
    const { reference, orderId, legs } = open;
    return proveTransaction(
      open,
      { reference, platform, boundWallet: null, ...legsOfSharing(legs) },
      {
        ...sharePayments,
        async complete(found) {
          await acceptShared(orderId);
          const isNew = await sharePayments.complete(reference, found, clock.now());
          if (isNew) log("shares_paid", { order: orderId, lamports: totalOf(open) });
        },
      },
      ports,
    );
  }

  /** Where the order can't be settled any more, what was paid is due back to the seller. */
  async function acceptShared(orderId: string): Promise<void> {
    const incoming = await ports.incomingPayments.find(orderId, null);
    if (!incoming || reviewCaseOf(incoming) !== "not_shared") return;
    const { payment } = acceptedPayment(incoming, clock.now());
    const way = { kind: "accept", finalizedAt: null } as const;
    await settleIfAllowed({ orderId, payment, way }, ports);
  }

  return { watchSharing, proveSharing };
}
