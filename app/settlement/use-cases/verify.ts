import type { Clock } from "../../lib/ports";
import type { PolledOrders } from "../../orders/ports";
import { isFinal, type Order, settlingSignature } from "../../orders/rules/order";
import { isOpen } from "../../orders/rules/order-state";
import type { Commitment, FoundSignature } from "../../solana/chain";
import { hasStaticEffect, type RawTransaction } from "../../solana/raw-transaction";
import { EMPTY_BACKFILL, type SignatureBackfill } from "../../solana/signature-backfill";
import type { Verdict } from "../rules/verify-payment";
import { type FetchDeps, fetchAndVerify } from "./fetch-and-verify";
import { verifyForOrder } from "./verify-for-order";

export interface VerifyDeps extends FetchDeps {
  clock: Clock;
  orders: Pick<PolledOrders, "settledSignatures" | "byReferences" | "isRecorded">;
}

/** A signature whose transaction could not be read. */
export interface Unreadable {
  signature: string;
  /** Number of failed tries. */
  tries: number;
  /** Epoch ms. */
  retryAt: number;
}

/** Progress of earlier polls in an order's history. If it is lost, requests are repeated. */
export interface SearchCursor {
  /** Signatures whose verdict can't change; they are not fetched again. */
  verified: ReadonlySet<string>;
  /** Progress in a history of more than one page. */
  backfill: SignatureBackfill;
  /** Signatures that are fetched again later, listed or not. */
  unreadable: readonly Unreadable[];
}

export const EMPTY_CURSOR: SearchCursor = {
  verified: new Set(),
  backfill: EMPTY_BACKFILL,
  unreadable: [],
};

/** Pauses after the first and each further failed try; the last one repeats. */
const RETRY_PAUSES_MS = [400, 1_000, 5_000, 30_000, 5 * 60_000];
/**
 * After as many tries a transaction that can't be read no longer keeps a unit of stock: else a
 * stranger's could keep it for good.
 */
const MAX_BLOCKING_TRIES = 5;
/** Limit of the list. A signature that does not fit is fetched with each poll. */
const MAX_UNREADABLE = 200;
/** Unreadable transactions that are fetched again in one poll. */
const MAX_RETRIED_PER_ROUND = 5;

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
  /** Signatures with a verdict, those that need none, and those that are fetched again later. */
  passed: ReadonlySet<string>;
  /** True when all that the search found is verified, and nothing unreadable may be a payment. */
  complete: boolean;
  /** True when signatures are left for the next poll. */
  more: boolean;
  /** True when one node alone tells of something that two must agree on. */
  unconfirmed: boolean;
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
  const now = deps.clock.now();
  const settledBy = settlingSignature(order);
  const unreadable = new Map(cursor.unreadable.map((one) => [one.signature, one]));
  const isPaused = (signature: string) => (unreadable.get(signature)?.retryAt ?? 0) > now;
  const unverified = rows.filter(
    ({ err, signature }) =>
      err === null &&
      signature !== settledBy &&
      !cursor.verified.has(signature) &&
      !isPaused(signature),
  );
  const left = new Set(unverified.map(({ signature }) => signature));
  const verified = new Set(cursor.verified);
  const verdicts: Verdict[] = [];
  let unconfirmed = false;
  let enough = false;
  const due = dueForRetry(cursor, rows, now);
  for (const row of [...(await selectRows(order, unverified, deps)), ...due]) {
    const { signature } = row;
    const isFinalized = row.confirmation === "finalized";
    const rejection = isFinalized ? "final" : "provisional";
    let isCertain = false;
    const verify = (raw: RawTransaction) => {
      isCertain = hasStaticEffect(raw);
      return verifyForOrder(order, signature, raw, deps);
    };
    const reading = await fetchAndVerify(verify, signature, commitment, rejection, deps);
    if (reading.kind === "unconfirmed") {
      unconfirmed = true;
      continue;
    }
    if (reading.kind === "unreadable") {
      if (unreadable.size < MAX_UNREADABLE || unreadable.has(signature)) {
        unreadable.set(signature, failedAgain(signature, unreadable.get(signature), now));
        left.delete(signature);
      }
      continue;
    }
    unreadable.delete(signature);
    left.delete(signature);
    // On record and not settled: it was refused, and stands beside the order.
    const isSettling = isOpen(order.status) && reading.kind === "settled";
    if (isSettling && (await deps.orders.isRecorded(order.id, signature))) continue;
    verdicts.push(reading);
    // What the signed bytes rule out stays so in any fork, and is not fetched again.
    if ((isFinalized || isCertain) && isDecided(order, reading)) verified.add(signature);
    // A refused payment is found first in each poll, so the others are verified too.
    enough = isSettling;
    if (enough) break;
  }
  const signatures = rows.map(({ signature }) => signature);
  const passed = new Set(signatures.filter((signature) => !left.has(signature)));
  const isBlocked = [...unreadable.values()].some(({ tries }) => tries < MAX_BLOCKING_TRIES);
  return {
    verdicts,
    cursor: { ...cursor, verified, unreadable: [...unreadable.values()] },
    passed,
    complete: left.size === 0 && !isBlocked && !unconfirmed,
    more: left.size > 0 && !enough,
    unconfirmed,
    enough,
  };
}

/** Signatures whose pause is over and which this search did not list. */
function dueForRetry(
  { unreadable }: SearchCursor,
  rows: FoundSignature[],
  now: number,
): FoundSignature[] {
  const listed = new Set(rows.map(({ signature }) => signature));
  return unreadable
    .filter(({ signature, retryAt }) => retryAt <= now && !listed.has(signature))
    .slice(0, MAX_RETRIED_PER_ROUND)
    .map(({ signature }) => ({ signature, slot: 0, err: null, confirmation: "confirmed" }));
}

function failedAgain(signature: string, before: Unreadable | undefined, now: number): Unreadable {
  const tries = (before?.tries ?? 0) + 1;
  const pause = RETRY_PAUSES_MS[Math.min(tries, RETRY_PAUSES_MS.length) - 1] ?? 0;
  return { signature, tries, retryAt: now + pause };
}

/**
 * A verdict of no payment or underpayment is final; a full payment may settle an open order later, and
 * one that was not run may run later.
 */
function isDecided(order: Order, verdict: Verdict): boolean {
  const { kind } = verdict;
  if (kind === "not_a_payment" && verdict.reason === "not_run") return false;
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
