import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher } from "../../orders/ports";
import { recordedPayment } from "../../orders/rules/recorded-payment";
import {
  type SettlingPorts,
  settleIfAllowed,
  settlementProblem,
} from "../../orders/use-cases/settle-payment";

export interface ClaimingPorts {
  clock: Clock;
  log: Log;
  incomingPayments: Pick<IncomingPayments, "find">;
  orders: SettlingPorts["orders"] & Pick<OrderStore, "byId">;
  watcher: Pick<OrderWatcher, "changed">;
}

interface Claim {
  /** Title of the product that can be claimed; null without one. */
  name: string | null;
  /** True where this wallet paid an order that can't be claimed any more. */
  gone: boolean;
}

/** Claims of an order that a wallet of the account paid. */
export function createClaimOrder(ports: ClaimingPorts) {
  /**
   * Moves the purchase to the account whose linked wallet paid for it. Idempotent. Throws `not_found`
   * (also for a wallet that did not pay), `own_product`, `conflict`, `held`, `sold_out`.
   */
  async function claimOrder({
    orderId,
    uid,
    wallet,
  }: {
    orderId: string;
    uid: string;
    wallet: string | null;
  }): Promise<{ productId: string }> {
    const incoming = wallet === null ? null : await ports.incomingPayments.find(orderId, wallet);
    if (!incoming?.isPrimary) throw new Problem("not_found");
    const { productId, status, ownerUid } = incoming;
    if (ownerUid === uid) throw new Problem("own_product");
    if (status === "paid" && (await ports.orders.byId(orderId))?.buyerUid === uid) {
      return { productId };
    }
    if (status !== "paid_by_other") throw new Problem("conflict");
    const payment = recordedPayment(incoming);
    const outcome = await settleIfAllowed({ orderId, payment, way: { kind: "claim", uid } }, ports);
    if (outcome.kind !== "settled") throw settlementProblem(outcome);
    await ports.watcher.changed(orderId);
    return { productId };
  }

  /** What the account whose linked wallet paid an order can claim of it. */
  async function readClaim({
    orderId,
    wallet,
  }: {
    orderId: string;
    wallet: string | null;
  }): Promise<Claim> {
    const paid = wallet === null ? null : await ports.incomingPayments.find(orderId, wallet);
    if (!paid?.isPrimary) return { name: null, gone: false };
    const isClaimable = paid.status === "paid_by_other";
    return { name: isClaimable ? paid.title : null, gone: !isClaimable };
  }

  return { claimOrder, readClaim };
}
