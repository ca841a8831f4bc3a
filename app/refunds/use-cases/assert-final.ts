import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import { Problem } from "../../lib/problem";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import type { Chain } from "../../solana/chain";

export interface FinalDeps {
  chain: Pick<Chain, "statuses" | "isSeconded">;
  incomingPayments: Pick<IncomingPayments, "signatures">;
}

/** Limit of `getSignatureStatuses`. */
const MAX_STATUSES_PER_CALL = 256;

/**
 * A fork can still roll back a payment that is not final: it is not refunded, nor is a second payment
 * that would replace it, nor is a payment below the price accepted. Throws `slow_down`;
 * `ChainUnavailable`.
 */
export async function assertFinal(
  { orderId, payer }: Pick<IncomingPayment, "orderId" | "payer">,
  deps: FinalDeps,
): Promise<void> {
  const signatures = await deps.incomingPayments.signatures(orderId, payer);
  for (let at = 0; at < signatures.length; at += MAX_STATUSES_PER_CALL) {
    const asked = signatures.slice(at, at + MAX_STATUSES_PER_CALL);
    const found = await deps.chain.statuses(asked);
    const isFinal = await Promise.all(
      found.map(async (one, index) => {
        if (one?.err !== null || one.confirmation !== "finalized") return false;
        return deps.chain.isSeconded(asked[index] ?? "", "finalized", one.node);
      }),
    );
    if (isFinal.every(Boolean)) continue;
    throw new Problem("slow_down", { messageKey: "payment_not_final", retryAfterSeconds: 15 });
  }
}
