import type { OpenRefund, Refunds } from "../../../db/orders/refunds";
import type { Clock } from "../../lib/ports";
import type { Order } from "../../orders/rules/order";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import type { RawTransaction } from "../../solana/raw-transaction";
import { verifyPayment } from "../rules/verify-payment";
import { type FetchDeps, fetchAndVerify } from "./fetch-and-verify";

interface Deps {
  clock: Clock;
  chain: FetchDeps["chain"] & Pick<Chain, "signaturesFromSeveral" | "finalizedTip">;
  refunds: Pick<Refunds, "openOf" | "complete" | "releaseExpiredTransaction">;
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

/** Polls the order's open refund, if it has one; an unpaid order costs no query. */
export async function watchRefund(
  order: Pick<Order, "id" | "payerWallet" | "shortLamports" | "platform">,
  deps: Deps,
): Promise<WatchedRefund> {
  const none = { done: false, nextPollAt: null };
  if (!order.payerWallet && order.shortLamports === 0n) return none;
  const refund = await deps.refunds.openOf(order.id);
  if (!refund) return none;
  const now = deps.clock.now();
  const later = now + (now - refund.builtAt < FAST_PHASE_MS ? FAST_POLL_MS : SLOW_POLL_MS);
  const found = await proveRefund(refund, order.platform, deps);
  return found === "unknown"
    ? { done: false, nextPollAt: later }
    : { done: true, nextPollAt: null };
}

/** Signatures of one search: only the refund itself can carry its reference. */
const SIGNATURES_PER_PAGE = 20;

/**
 * Searches the network for the refund and records it. Only finalized transactions count, because
 * the buyer loses the file.
 */
export async function proveRefund(
  refund: OpenRefund,
  platform: string,
  deps: Deps,
): Promise<"proved" | "expired" | "unknown"> {
  try {
    const tip = await deps.chain.finalizedTip();
    const rows = await deps.chain.signaturesFromSeveral(refund.reference, {
      commitment: "finalized",
      limit: SIGNATURES_PER_PAGE,
      minContextSlot: tip.slot,
    });
    const sent = rows.filter(({ err }) => err === null);
    const terms = refundTerms(refund, platform);
    // A page that is full may hide the refund.
    let mayBeSent = rows.length === SIGNATURES_PER_PAGE;
    for (const { signature } of sent) {
      const verify = (raw: RawTransaction) => verifyPayment(terms, signature, raw);
      const reading = await fetchAndVerify(verify, signature, "finalized", "final", deps);
      mayBeSent ||= reading.kind !== "not_a_payment";
      if (reading.kind !== "settled") continue;
      const { slot } = reading.payment;
      await deps.refunds.complete(refund.reference, { signature, slot }, deps.clock.now());
      return "proved";
    }
    if (mayBeSent || tip.blockHeight <= refund.lastValidBlockHeight) return "unknown";
    await deps.refunds.releaseExpiredTransaction(refund.reference);
    return "expired";
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return "unknown";
  }
}

/** The terms to verify a refund as a payment to the buyer, from any wallet. */
function refundTerms({ reference, payer, lamports }: OpenRefund, platform: string) {
  return {
    reference,
    recipient: payer,
    platform,
    sellerLamports: lamports,
    feeLamports: 0n,
    boundWallet: null,
  };
}
