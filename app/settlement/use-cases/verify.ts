/**
 * From signatures that name an order to verdicts: a page of signatures by the order's reference
 * (`searchByReference`), those of them that one poll reads (`judgeListed`), the transaction of each
 * from the nodes (`readVerdict`), with a quorum (`agreedVerdict`), against the order's terms
 * (`verdictFor`, by the rule `verifyPayment`).
 */
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import type { OrderRecords, PolledOrders } from "../../orders/ports";
import { isFinal, type Order, settlingSignature, termsOf } from "../../orders/rules/order";
import { keysOfRecord } from "../../orders/rules/order-record";
import { isOpen } from "../../orders/rules/order-state";
import type { OrderKeys } from "../../orders/rules/payment";
import {
  type Chain,
  ChainUnavailable,
  type Commitment,
  type FoundSignature,
} from "../../solana/chain";
import { hasStaticEffect, type RawTransaction, withStaticLegs } from "../../solana/raw-transaction";
import {
  advance,
  EMPTY_BACKFILL,
  nextPage,
  type SignatureBackfill,
  startBelow,
} from "../../solana/signature-backfill";
import { referencesBefore, type Verdict, verifyPayment } from "../rules/verify-payment";
import { createLostOrderRecords, type LostOrderRecords } from "./lost-order-records";

interface VerifierPorts {
  clock: Clock;
  log: Log;
  chain: QuorumChain & Pick<Chain, "signaturesFor" | "signaturesFromSeveral">;
  orders: Pick<PolledOrders, "settledSignatures" | "byReferences" | "isRecorded">;
  orderRecords: Pick<OrderRecords, "read">;
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

export interface ReferenceSearch {
  verdicts: Verdict[];
  cursor: SearchCursor;
  /** True when all that the search found is judged, and nothing unreadable may be a payment. */
  complete: boolean;
  /** True when transactions are left for the next poll, which then comes soon. */
  more: boolean;
  /** True when one node alone tells of something that two must agree on. */
  unconfirmed: boolean;
}

interface Judged extends ReferenceSearch {
  /** Signatures with a verdict, those that need none, and those that are fetched again later. */
  passed: ReadonlySet<string>;
  /** True when a payment was found that settles the order: the poll ends there. */
  enough: boolean;
}

/** Largest page of `getSignaturesForAddress`. */
const SIGNATURES_PER_PAGE = 1_000;

/**
 * Transactions fetched from each end of the list in one poll, so that spam at one end hides no
 * payment.
 */
const MAX_FETCHED_PER_END = 10;
/** Largest number of transactions that one poll judges. */
export const MAX_FETCHED_PER_ROUND = 2 * MAX_FETCHED_PER_END;

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

export type Verifier = ReturnType<typeof createVerifier>;

/** Judges transactions against the terms of orders. */
export function createVerifier({ clock, log, chain, orders, orderRecords }: VerifierPorts) {
  /** Judges transactions that name the order's reference, up to the limit of one poll. */
  async function searchByReference(
    order: Order,
    cursor: SearchCursor,
    commitment: Commitment,
    minContextSlot?: number,
  ): Promise<ReferenceSearch> {
    const search = newestPage(cursor, commitment);
    const rows = minContextSlot
      ? await chain.signaturesFromSeveral(order.reference, { ...search, minContextSlot })
      : await chain.signaturesFor(order.reference, search);
    return judgeNewest(order, rows, cursor, commitment);
  }

  /** As `searchByReference`, of confirmed transactions on one node that has reached this slot. */
  async function searchOneNode(
    order: Order,
    cursor: SearchCursor,
    minContextSlot: number,
  ): Promise<ReferenceSearch> {
    const search = { ...newestPage(cursor, "confirmed"), minContextSlot };
    const rows = await chain.signaturesFor(order.reference, search);
    return judgeNewest(order, rows, cursor, "confirmed");
  }

  async function judgeNewest(
    order: Order,
    rows: FoundSignature[],
    cursor: SearchCursor,
    commitment: Commitment,
  ): Promise<ReferenceSearch> {
    const newest = await judgeListed(order, rows, cursor, commitment);
    if (rows.length >= SIGNATURES_PER_PAGE && !newest.enough) {
      return readOlder(order, newest, rows.at(-1));
    }
    return newest;
  }

  /** Reads below the newest page by a backfill, one page in each poll, so that each is read once. */
  async function readOlder(
    order: Order,
    newest: Judged,
    lowest: FoundSignature | undefined,
  ): Promise<ReferenceSearch> {
    const below = lowest?.confirmation === "finalized" ? lowest : null;
    const backfill = startBelow(newest.cursor.backfill, below);
    const search = {
      commitment: "finalized" as const,
      limit: SIGNATURES_PER_PAGE,
      ...nextPage(backfill),
    };
    const rows = await chain.signaturesFor(order.reference, search);
    const older = await judgeListed(order, rows, newest.cursor, "finalized");
    const gap = rows.findIndex(({ signature }) => !older.passed.has(signature));
    const processed = gap < 0 ? rows : rows.slice(0, gap);
    const bottom = gap < 0 && rows.length < SIGNATURES_PER_PAGE;
    return {
      verdicts: [...newest.verdicts, ...older.verdicts],
      cursor: { ...older.cursor, backfill: advance(backfill, processed, bottom) },
      complete: false,
      more: !bottom || newest.more,
      unconfirmed: newest.unconfirmed || older.unconfirmed,
    };
  }

  /** Judges as many of these transactions as one poll may. */
  async function judgeListed(
    order: Order,
    rows: FoundSignature[],
    cursor: SearchCursor,
    commitment: Commitment,
  ): Promise<Judged> {
    const now = clock.now();
    const unjudged = withoutVerdict(order, rows, cursor, { commitment, now });
    const left = new Set(unjudged.map(({ signature }) => signature));
    const unreadable = new Map(cursor.unreadable.map((one) => [one.signature, one]));
    const verified = new Set(cursor.verified);
    const verdicts: Verdict[] = [];
    const records = createLostOrderRecords({ orderRecords });
    let unconfirmed = false;
    let enough = false;
    for (const row of [...(await selectRows(order, unjudged)), ...dueForRetry(cursor, rows, now)]) {
      if (records.isExhausted()) break;
      const { signature } = row;
      const { reading, isStable } = await judge(order, row, commitment, records);
      if (reading.kind === "unconfirmed") {
        unconfirmed = true;
        continue;
      }
      if (reading.kind === "unreadable") {
        if (setForRetry(unreadable, signature, now)) left.delete(signature);
        continue;
      }
      unreadable.delete(signature);
      left.delete(signature);
      // On record and not settled: it was refused, and stands beside the order.
      const isSettling = isOpen(order.status) && reading.kind === "settled";
      if (isSettling && (await orders.isRecorded(order.id, signature))) continue;
      verdicts.push(reading);
      if (isStable && isDecided(order, reading)) verified.add(signature);
      // A refused payment is found first in each poll, so the others are judged too.
      enough = isSettling;
      if (enough) break;
    }
    const isBlocked = [...unreadable.values()].some(({ tries }) => tries < MAX_BLOCKING_TRIES);
    const signatures = rows.map(({ signature }) => signature);
    return {
      verdicts,
      cursor: { ...cursor, verified, unreadable: [...unreadable.values()] },
      passed: new Set(signatures.filter((signature) => !left.has(signature))),
      complete: left.size === 0 && !isBlocked && !unconfirmed,
      more: left.size > 0 && !enough,
      unconfirmed,
      enough,
    };
  }

  /** The suggested signature, then rows from both ends. */
  async function selectRows(order: Order, rows: FoundSignature[]): Promise<FoundSignature[]> {
    const suggestedRows = rows.filter(({ signature }) => signature === order.suggestedSignature);
    const some = [...new Set([...suggestedRows, ...fromBothEnds(rows)])];
    if (order.reviewReason !== "signature_used") return some;
    // Payments that settle another order come last, so that they don't hide the buyer's own.
    const taken = await orders.settledSignatures(some.map(({ signature }) => signature));
    const own = some.filter(({ signature }) => !taken.has(signature));
    return [...own, ...some.filter(({ signature }) => taken.has(signature))];
  }

  /** `isStable`: the transaction does the same in any fork, or its block is final. */
  async function judge(
    order: Order,
    { signature, confirmation }: FoundSignature,
    commitment: Commitment,
    records: LostOrderRecords,
  ): Promise<{ reading: Reading; isStable: boolean }> {
    const isFinalized = confirmation === "finalized";
    let isCertain = false;
    const verdictOf = (raw: RawTransaction) => {
      isCertain = hasStaticEffect(raw);
      return verdictFor(order, signature, raw, records);
    };
    const rejection = isFinalized ? "final" : "provisional";
    const reading = await readVerdict({ chain, log }, verdictOf, signature, {
      commitment,
      rejection,
    });
    return { reading, isStable: isFinalized || isCertain };
  }

  /**
   * The verdict on a transaction by the order's terms. Reads the other orders that its transfers name
   * before this one, which costs a query for such transactions only. Those that the database has lost
   * count by their records: restored later, they have these transfers.
   */
  async function verdictFor(
    order: Order,
    signature: string,
    raw: RawTransaction,
    records = createLostOrderRecords({ orderRecords }),
  ): Promise<Verdict> {
    const terms = termsOf(order);
    const before = referencesBefore(terms, raw);
    const others = before.length > 0 ? await ordersNamed(before, records) : [];
    return verifyPayment(terms, signature, raw, others);
  }

  async function ordersNamed(
    references: string[],
    records: LostOrderRecords,
  ): Promise<OrderKeys[]> {
    const stored = await orders.byReferences(references);
    const known = new Set(stored.map(({ reference }) => reference));
    const unknown = references.filter((reference) => !known.has(reference));
    const lost = await Promise.all(unknown.map(records.read));
    return [
      ...stored.map(termsOf),
      ...lost.flatMap((record) => (record ? [keysOfRecord(record)] : [])),
    ];
  }

  return { searchByReference, searchOneNode, judgeListed, verdictFor };
}

function newestPage({ backfill: { until } }: SearchCursor, commitment: Commitment) {
  const below = until ? { until: until.signature } : {};
  return { commitment, limit: SIGNATURES_PER_PAGE, ...below };
}

/**
 * Successful transactions without a verdict that can't change, but for those that are paused. A search of
 * what is final is the last one before a unit is free: it reads what a fork may have hidden before.
 */
function withoutVerdict(
  order: Order,
  rows: FoundSignature[],
  { verified, unreadable }: SearchCursor,
  { commitment, now }: { commitment: Commitment; now: number },
): FoundSignature[] {
  const settledBy = settlingSignature(order);
  const isPaused = ({ retryAt, tries }: Unreadable) =>
    retryAt > now && (commitment !== "finalized" || tries >= MAX_BLOCKING_TRIES);
  const paused = new Set(unreadable.filter(isPaused).map(({ signature }) => signature));
  return rows.filter(
    ({ err, signature }) =>
      err === null && signature !== settledBy && !verified.has(signature) && !paused.has(signature),
  );
}

function fromBothEnds(rows: FoundSignature[]): FoundSignature[] {
  if (rows.length <= MAX_FETCHED_PER_ROUND) return rows;
  return [...rows.slice(0, MAX_FETCHED_PER_END), ...rows.slice(-MAX_FETCHED_PER_END).reverse()];
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

/** Plans the next try. False where the list is full. */
function setForRetry(unreadable: Map<string, Unreadable>, signature: string, now: number): boolean {
  const known = unreadable.get(signature);
  if (!known && unreadable.size >= MAX_UNREADABLE) return false;
  const tries = (known?.tries ?? 0) + 1;
  const pause = RETRY_PAUSES_MS[Math.min(tries, RETRY_PAUSES_MS.length) - 1] ?? 0;
  unreadable.set(signature, { signature, tries, retryAt: now + pause });
  return true;
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

/** What fetches a transaction, and asks a second node about it. */
export type QuorumChain = Pick<Chain, "transaction" | "isSeconded" | "isMetaSeconded">;

/** Judges a transaction by the terms of an order or a refund. */
type Judge = (raw: RawTransaction) => Verdict | Promise<Verdict>;

/**
 * A rejection that is not remembered (`provisional`) changes nothing, so one node's word is enough
 * for it.
 */
interface Certainty {
  commitment: Commitment;
  rejection: "final" | "provisional";
}

/**
 * `unreadable`: no node has the transaction, or not in a form that can be read. `unconfirmed`: one
 * node alone says so, or none answered; nothing follows from it.
 */
type Reading = Verdict | { kind: "unreadable" } | { kind: "unconfirmed" };

/** The verdict on a transaction, where two nodes agree on what it rests on. */
export async function readVerdict(
  { chain, log }: { chain: QuorumChain; log: Log },
  judge: Judge,
  signature: string,
  certainty: Certainty,
): Promise<Reading> {
  try {
    const raw = await chain.transaction(signature, certainty.commitment);
    if (!raw) return { kind: "unreadable" };
    return await agreedVerdict(chain, judge, raw, certainty);
  } catch (error) {
    if (error instanceof ChainUnavailable) return { kind: "unconfirmed" };
    // What can't be judged is this transaction's problem alone.
    log("transaction_unreadable", { signature, error });
    return { kind: "unreadable" };
  }
}

/**
 * The verdict on a transaction that was read from one node. Throws `ChainUnavailable` where no other
 * node answers.
 */
export async function agreedVerdict(
  chain: QuorumChain,
  judge: Judge,
  raw: RawTransaction,
  { commitment, rejection }: Certainty,
): Promise<Verdict | { kind: "unconfirmed" }> {
  const [signature = ""] = raw.transaction.signatures;
  const verdict = await judge(raw);
  if (verdict.kind === "not_a_payment" && rejection === "provisional") return verdict;
  // Legs in the signed bytes are certain: only that the transaction landed is a node's word.
  const certain = await judge(withStaticLegs(raw));
  const isCertain = certain.kind === "settled" && isSameVerdict(certain, verdict);
  if (!isCertain && (await chain.isMetaSeconded(raw, commitment))) return verdict;
  const isIncluded =
    certain.kind === "settled" && (await chain.isSeconded(signature, commitment, raw.node));
  return isIncluded ? certain : { kind: "unconfirmed" };
}

function isSameVerdict(one: Verdict, other: Verdict): boolean {
  return toText(one) === toText(other);
}

function toText(verdict: Verdict): string {
  return JSON.stringify(verdict, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}
