import type { OrderTerms } from "../../orders/rules/payment";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import type { RawTransaction } from "../../solana/raw-transaction";
import type { SettlementPorts } from "../ports";
import { verifyPayment } from "../rules/verify-payment";
import { type QuorumChain, readVerdict } from "./verify";

export interface ProvingPorts extends Pick<SettlementPorts, "log"> {
  chain: QuorumChain & Pick<Chain, "signaturesFromSeveral" | "finalizedTip">;
}

/** A transaction of a seller, with a key of its own that has signed it. */
interface SellersTransaction {
  reference: string;
  /** Epoch ms. */
  builtAt: number;
  lastValidBlockHeight: number;
}

/** Where it was found, and recorded. `expired`: it has not landed and can't any more. */
export type ProofResult = "proved" | "expired" | "unknown";

export interface WatchedTransaction {
  /** True where it was found or has expired in this poll. */
  done: boolean;
  /** Epoch ms; null where none is open. */
  nextPollAt: number | null;
}

export const NONE_OPEN: WatchedTransaction = { done: false, nextPollAt: null };

/** Duration of fast polling after it was built: signing and finality. */
const FAST_PHASE_MS = 3 * 60_000;
const FAST_POLL_MS = 4_000;
/** After that, polling only detects that it has expired. */
const SLOW_POLL_MS = 30_000;

/** Proves a transaction, if one is open, and says when it is searched again. */
export async function watchTransaction<Open extends SellersTransaction>(
  open: Open | null,
  prove: (open: Open) => Promise<ProofResult>,
  now: number,
): Promise<WatchedTransaction> {
  if (!open) return NONE_OPEN;
  if ((await prove(open)) !== "unknown") return { done: true, nextPollAt: null };
  const every = now - open.builtAt < FAST_PHASE_MS ? FAST_POLL_MS : SLOW_POLL_MS;
  return { done: false, nextPollAt: now + every };
}

/** Signatures of one search: only the transaction itself can carry its reference. */
const SIGNATURES_PER_PAGE = 20;

/** It counts once it is final: what follows from it is not taken back. */
const certainty = { commitment: "finalized", rejection: "final" } as const;

/** Records what was found of it, or removes one that has expired. */
interface Records {
  complete(found: { signature: string; slot: number }): Promise<void>;
  releaseExpiredTransaction(reference: string): Promise<void>;
}

/**
 * Searches the network for a transaction that was built for a seller, verifies it as a payment by these terms, and
 * has it recorded.
 */
export async function proveTransaction(
  open: SellersTransaction,
  terms: OrderTerms,
  records: Records,
  ports: ProvingPorts,
): Promise<ProofResult> {
  const found = await search(open, terms, ports);
  if (found === "expired") await records.releaseExpiredTransaction(open.reference);
  if (typeof found === "string") return found;
  await records.complete(found);
  return "proved";
}

async function search(
  { reference, lastValidBlockHeight }: SellersTransaction,
  terms: OrderTerms,
  { chain, log }: ProvingPorts,
): Promise<{ signature: string; slot: number } | "expired" | "unknown"> {
  try {
    const tip = await chain.finalizedTip();
    const rows = await chain.signaturesFromSeveral(reference, {
      commitment: "finalized",
      limit: SIGNATURES_PER_PAGE,
      minContextSlot: tip.slot,
    });
    const sent = rows.filter(({ err }) => err === null);
    // A page that is full may hide it.
    let mayBeSent = rows.length === SIGNATURES_PER_PAGE;
    for (const { signature } of sent) {
      const judge = (raw: RawTransaction) => verifyPayment(terms, signature, raw);
      const reading = await readVerdict({ chain, log }, judge, signature, certainty);
      mayBeSent ||= reading.kind !== "not_a_payment";
      if (reading.kind === "settled") return { signature, slot: reading.payment.slot };
    }
    return mayBeSent || tip.blockHeight <= lastValidBlockHeight ? "unknown" : "expired";
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return "unknown";
  }
}
