import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import { Problem } from "../../lib/problem";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import type { Settlement } from "../../settlement/settlement";
import type { Chain } from "../../solana/chain";

export interface FinalDeps {
  chain: Pick<Chain, "statuses" | "isSeconded">;
  settlement: Pick<Settlement, "dropIfGone">;
  incomingPayments: Pick<IncomingPayments, "transactions">;
}

/** Limit of `getSignatureStatuses`. */
const MAX_STATUSES_PER_CALL = 256;

/**
 * A fork can still roll back a payment that is not final: it is not refunded, nor is a second payment
 * that would replace it, nor is a payment below the price accepted. One that the chain has dropped is taken
 * off the record. Throws `slow_down`, `conflict` for a dropped payment; `ChainUnavailable`.
 */
export async function assertFinal(
  { orderId, payer }: Pick<IncomingPayment, "orderId" | "payer">,
  { chain, settlement, incomingPayments }: FinalDeps,
): Promise<void> {
  const recorded = await incomingPayments.transactions(orderId, payer);
  for (let at = 0; at < recorded.length; at += MAX_STATUSES_PER_CALL) {
    const asked = recorded.slice(at, at + MAX_STATUSES_PER_CALL);
    const found = await chain.statuses(asked.map(({ signature }) => signature));
    const isFinal = await Promise.all(
      asked.map(async ({ signature }, index) => {
        const one = found[index];
        if (one?.err !== null || one.confirmation !== "finalized") return false;
        return chain.isSeconded(signature, "finalized", one.node);
      }),
    );
    const open = asked.find((_, index) => !isFinal[index]);
    if (!open) continue;
    if (await settlement.dropIfGone({ orderId, ...open })) {
      throw new Problem("conflict", { messageKey: "payment_dropped" });
    }
    throw new Problem("slow_down", { messageKey: "payment_not_final", retryAfterSeconds: 15 });
  }
}
