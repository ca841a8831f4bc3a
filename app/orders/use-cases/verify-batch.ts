import type { Chain, Commitment, FoundSignature } from "../../solana/chain";
import { EMPTY_BACKFILL, type SignatureBackfill } from "../../solana/signature-backfill";
import type { Orders } from "../ports";
import { isFinal, type Order, settlingSignature, termsOf } from "../rules/order";
import { isOpen } from "../rules/order-state";
import { type Verdict, verifyPayment } from "../rules/verify-payment";

export interface VerifyDeps {
  chain: Pick<Chain, "transaction">;
  orders: Pick<Orders, "settledSignatures">;
}

/** Progress of earlier polls in an order's history. If it is lost, requests are repeated. */
export interface SearchCursor {
  /** Signatures whose verdict can't change; they are not fetched again. */
  verified: ReadonlySet<string>;
  /** Progress in a history of more than one page. */
  backfill: SignatureBackfill;
}

export const EMPTY_CURSOR: SearchCursor = { verified: new Set(), backfill: EMPTY_BACKFILL };

/**
 * Transactions fetched from each end of the list in one poll, so that spam at one end hides no
 * payment.
 */
const MAX_FETCHED_PER_END = 10;
/** Largest number of transactions that one poll verifies. */
export const MAX_FETCHED_PER_ROUND = 2 * MAX_FETCHED_PER_END;

export interface BatchResult {
  verdicts: Verdict[];
  cursor: SearchCursor;
  /** Signatures with a verdict, and those that need none. */
  passed: ReadonlySet<string>;
  /** True when all that the search found is verified. */
  all: boolean;
  /** True when a payment was found that settles the order: the poll ends there. */
  enough: boolean;
}

/** Verifies as many of these transactions as one poll may. */
export async function verifyBatch(
  order: Order,
  rows: FoundSignature[],
  cursor: SearchCursor,
  commitment: Commitment,
  deps: VerifyDeps,
): Promise<BatchResult> {
  const settledBy = settlingSignature(order);
  const unverified = rows.filter(
    ({ err, signature }) =>
      err === null && signature !== settledBy && !cursor.verified.has(signature),
  );
  const left = new Set(unverified.map(({ signature }) => signature));
  const verified = new Set(cursor.verified);
  const verdicts: Verdict[] = [];
  let enough = false;
  for (const { signature, confirmation } of await selectRows(order, unverified, deps)) {
    const verdict = await fetchAndVerify(order, signature, commitment, deps);
    if (!verdict) continue;
    left.delete(signature);
    verdicts.push(verdict);
    if (confirmation === "finalized" && isDecided(order, verdict)) verified.add(signature);
    // A refused payment is found first in each poll, so the others are verified too.
    enough = isOpen(order.status) && verdict.kind === "settled";
    if (enough) break;
  }
  const signatures = rows.map(({ signature }) => signature);
  const passed = new Set(signatures.filter((signature) => !left.has(signature)));
  return { verdicts, cursor: { ...cursor, verified }, passed, all: left.size === 0, enough };
}

/**
 * A verdict of no payment or underpayment is final; a full payment may settle an open order later.
 */
function isDecided(order: Order, { kind }: Verdict): boolean {
  return kind === "not_a_payment" || kind === "underpaid" || isFinal(order);
}

/** The suggested signature, then rows from both ends. */
async function selectRows(
  order: Order,
  rows: FoundSignature[],
  { orders }: VerifyDeps,
): Promise<FoundSignature[]> {
  const suggestedRows = rows.filter(({ signature }) => signature === order.suggestedSignature);
  const some = [...new Set([...suggestedRows, ...fromBothEnds(rows)])];
  if (order.reviewReason !== "signature_used") return some;
  // Payments that settle another order come last, so that they don't hide the buyer's own.
  const taken = await orders.settledSignatures(some.map(({ signature }) => signature));
  const own = some.filter(({ signature }) => !taken.has(signature));
  return [...own, ...some.filter(({ signature }) => taken.has(signature))];
}

function fromBothEnds(rows: FoundSignature[]): FoundSignature[] {
  if (rows.length <= MAX_FETCHED_PER_ROUND) return rows;
  return [...rows.slice(0, MAX_FETCHED_PER_END), ...rows.slice(-MAX_FETCHED_PER_END).reverse()];
}

/** Null where the node does not have the transaction yet. */
export async function fetchAndVerify(
  order: Order,
  signature: string,
  commitment: Commitment,
  deps: Pick<VerifyDeps, "chain">,
): Promise<Verdict | null> {
  const raw = await deps.chain.transaction(signature, commitment);
  return raw && verifyPayment(termsOf(order), signature, raw);
}
