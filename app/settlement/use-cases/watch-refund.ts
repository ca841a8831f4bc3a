import type { OpenRefund } from "../../../db/orders/refunds";
import { legsOfRefund } from "../../orders/rules/legs";
import type { Order } from "../../orders/rules/order";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import type { RawTransaction } from "../../solana/raw-transaction";
import type { SettlementPorts } from "../ports";
import { verifyPayment } from "../rules/verify-payment";
import { type QuorumChain, readVerdict } from "./verify";

interface RefundPorts extends Pick<SettlementPorts, "clock" | "log" | "refunds"> {
  chain: QuorumChain & Pick<Chain, "signaturesFromSeveral" | "finalizedTip">;
}

export interface WatchedRefund {
  /** True where the refund was found or has expired in this poll. */
  done: boolean;
  /** Epoch ms; null where none is open. */
  nextPollAt: number | null;
}

/** Duration of fast polling after a refund was built: signing and finality. */
const FAST_PHASE_MS = 3 * 60_000;
const FAST_POLL_MS = 4_000;
/** After that, polling only detects that the transaction has expired. */
const SLOW_POLL_MS = 30_000;

/** Signatures of one search: only the refund itself can carry its reference. */
const SIGNATURES_PER_PAGE = 20;

/** A refund counts once it is final, because the buyer loses the file. */
const certainty = { commitment: "finalized", rejection: "final" } as const;

/** Watches for transactions of sellers that return a payment. */
export function createRefundWatch({ clock, log, chain, refunds }: RefundPorts) {
  /** Polls the order's open refund, if it has one. An order that is being paid costs no query. */
  async function watchRefund(
    order: Pick<Order, "id" | "status" | "payerWallet" | "shortLamports" | "platform">,
  ): Promise<WatchedRefund> {
    const none = { done: false, nextPollAt: null };
    const mayBePaid = order.payerWallet !== null || order.shortLamports > 0n;
    // A payment beside an unpaid order is on record of the ledger alone.
    if (!mayBePaid && order.status === "awaiting") return none;
    const refund = await refunds.openOf(order.id);
    if (!refund) return none;
    const now = clock.now();
    const later = now + (now - refund.builtAt < FAST_PHASE_MS ? FAST_POLL_MS : SLOW_POLL_MS);
    const found = await proveRefund(refund, order.platform);
    return found === "unknown"
      ? { done: false, nextPollAt: later }
      : { done: true, nextPollAt: null };
  }

  /**
   * Searches the network for the refund and records it.
   */
  async function proveRefund(
    refund: OpenRefund,
    platform: string,
  ): Promise<"proved" | "expired" | "unknown"> {
    try {
      const tip = await chain.finalizedTip();
      const rows = await chain.signaturesFromSeveral(refund.reference, {
        commitment: "finalized",
        limit: SIGNATURES_PER_PAGE,
        minContextSlot: tip.slot,
      });
      const sent = rows.filter(({ err }) => err === null);
      const terms = refundTerms(refund, platform);
      // A page that is full may hide the refund.
      let mayBeSent = rows.length === SIGNATURES_PER_PAGE;
      for (const { signature } of sent) {
        const judge = (raw: RawTransaction) => verifyPayment(terms, signature, raw);
        const reading = await readVerdict({ chain, log }, judge, signature, certainty);
        mayBeSent ||= reading.kind !== "not_a_payment";
        if (reading.kind !== "settled") continue;
        const { slot } = reading.payment;
        const { reference, orderId: order, lamports } = refund;
        const isNew = await refunds.complete(reference, { signature, slot }, clock.now());
        if (isNew) log("refund", { order, lamports });
        return "proved";
      }
      if (mayBeSent || tip.blockHeight <= refund.lastValidBlockHeight) return "unknown";
      await refunds.releaseExpiredTransaction(refund.reference);
      return "expired";
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return "unknown";
    }
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
