import type { Order } from "../../orders/rules/order";
import { isFinal, stateOf } from "../../orders/rules/order";
import type { WatchState } from "../../orders/rules/order-state";
import { type Chain, ChainUnavailable, type FoundSignature } from "../../solana/chain";
import { mayHaveExpired } from "../rules/chain-deadlines";
import type { Observation } from "../rules/order-lifecycle";
import { isFollowedByPage, PAGE_SEARCH_INTERVAL_MS } from "../rules/page-search";
import {
  FINAL_SEARCH_INTERVAL_MS,
  isExpiring,
  isReadEnough,
  staleness,
} from "../rules/poll-schedule";
import { isGone, seconded } from "./payment-finality";
import type { SignatureCache } from "./signature-cache";
import { MAX_FETCHED_PER_ROUND, type SearchCursor, type VerifyDeps, verifyBatch } from "./verify";
import { type ReferenceSearch, verifyByReference } from "./verify-by-reference";

interface Deps extends VerifyDeps {
  chain: Parameters<typeof verifyByReference>[3]["chain"] &
    Pick<Chain, "statuses" | "finalizedTip" | "isGone">;
  signatureCache: SignatureCache;
}

interface Known
  extends SearchCursor,
    Pick<
      WatchState,
      | "lastActivityAt"
      | "unread"
      | "unreadRounds"
      | "searchedAt"
      | "ownSearchAt"
      | "lapsedAt"
      | "pageOpenedAt"
      | "pace"
    > {
  /** True where the built transaction's blockhash is known to have expired. */
  blockhashExpired: boolean;
}

export interface PollResult {
  observations: Observation[];
  cursor: SearchCursor;
  /** True where the search by the order's own key was complete. */
  searched?: boolean;
}

/**
 * Time for which only the status of the suggested signature is requested, which is the cheapest
 * request. After that it may be wrong, and a search by reference finds the same transaction.
 */
const SUGGESTED_ONLY_MS = 6_000;

/**
 * One search of the network for one order. Without a usable response the observation is
 * `unanswered`; it does not throw.
 */
export async function searchChainForPayment(
  order: Order,
  known: Known,
  now: number,
  deps: Deps,
): Promise<PollResult> {
  const { verified, backfill, unreadable } = known;
  const cursor = { verified, backfill, unreadable };
  try {
    const state = stateOf(order);
    if (isFinal(order)) {
      const isRecent = !known.unread && now - known.searchedAt < FINAL_SEARCH_INTERVAL_MS;
      if (isRecent) return { observations: [], cursor };
      return pollResult(await verifyByReference(order, cursor, "confirmed", deps), null);
    }
    if (state.settlement) {
      return await checkSettled(order, state.settlement.signature, cursor, deps);
    }
    const checksExpiry = known.blockhashExpired || mayHaveExpired(state, known, now);
    if (
      order.suggestedSignature &&
      now - known.lastActivityAt < SUGGESTED_ONLY_MS &&
      !checksExpiry
    ) {
      return await verifySuggested(order, order.suggestedSignature, cursor, deps);
    }
    // An unlimited product holds nothing, and a late payment settles it: no search of its own has to
    // prove that an unsigned transaction did not land.
    const lapses = checksExpiry && order.built?.form === "unsigned";
    // After it has lapsed a wallet may have renewed it: it still names the platform.
    const hasBuilt =
      order.status === "awaiting" || (order.status === "pending" && known.lapsedAt !== undefined);
    const isFollowed = isFollowedByPage(state, known, now);
    const mayShare = (hasBuilt || isFollowed) && !isExpiring(state, now);
    const shared =
      mayShare && (lapses || !checksExpiry)
        ? await searchSharedCache(order, { ...known, isFollowed }, now, deps)
        : null;
    if (shared) return lapses ? withSharedHeight(shared, deps) : shared;
    if (checksExpiry) return await searchAtLapse(order, known, cursor, deps);
    const found = await verifyByReference(order, cursor, "confirmed", deps);
    return isExpiring(state, now) && found.more && !found.unconfirmed
      ? withUnread(pollResult(found, null))
      : pollResult(found, null);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { observations: [{ kind: "unanswered" }], cursor };
  }
}

function pollResult(
  { verdicts, more, cursor, complete: searched, unconfirmed }: ReferenceSearch,
  emptyAtHeight: number | null,
): PollResult {
  const polled: Observation = { kind: "polled", verdicts, emptyAtHeight, more };
  if (!unconfirmed) return { observations: [polled], cursor, searched };
  // A payment may have landed, so the order does not expire; two nodes have to agree on it first.
  const waits: Observation = { kind: "unconfirmed" };
  const isPayment = verdicts.some(({ kind }) => kind !== "not_a_payment");
  const unread: Observation = { ...polled, more: true };
  return { observations: isPayment ? [unread, waits] : [waits], cursor, searched };
}

/**
 * Interval of searches by the order's own key: a transaction that does not name the platform is not
 * in the shared cache.
 */
const OWN_SEARCH_INTERVAL_MS = 30 * 60_000;

/** The signatures from the shared cache; null where the order's own key is searched. */
async function searchSharedCache(
  order: Order,
  known: Known & { isFollowed: boolean },
  now: number,
  deps: Deps,
): Promise<PollResult | null> {
  const { verified, backfill, unreadable, unread, ownSearchAt, lastActivityAt } = known;
  if (unread) return null;
  const ago = now - (ownSearchAt ?? Number.NEGATIVE_INFINITY);
  const every = known.isFollowed ? PAGE_SEARCH_INTERVAL_MS : OWN_SEARCH_INTERVAL_MS;
  const isDue = ago < 0 || ago >= every;
  const { signatures, coverage, maySearch } = await deps.signatureCache.signaturesFor(
    order.reference,
    isDue ? Number.POSITIVE_INFINITY : ago,
    staleness({ lastActivityAt }, now),
  );
  if (maySearch || signatures.length > MAX_FETCHED_PER_ROUND) return null;
  if (coverage === "unanswered") throw new ChainUnavailable();
  const rows = signatures.map((signature): FoundSignature => {
    return { signature, slot: 0, err: null, confirmation: "confirmed" };
  });
  const cursor = { verified, backfill, unreadable };
  const found = await verifyBatch(order, rows, cursor, "confirmed", deps);
  return pollResult({ ...found, complete: false, more: false }, null);
}

/** The result of a shared search, as one that found nothing at the finalized height. */
async function withSharedHeight(result: PollResult, { signatureCache }: Deps): Promise<PollResult> {
  const emptyAtHeight = await signatureCache.finalizedHeight();
  const observations = result.observations.map((observation) =>
    observation.kind === "polled" ? { ...observation, emptyAtHeight } : observation,
  );
  return { ...result, observations };
}

/** True where a payment was found that covers the price. */
function foundPayment({ verdicts }: Pick<ReferenceSearch, "verdicts">): boolean {
  return verdicts.some(({ kind }) => kind === "settled" || kind === "paid_by_other");
}

function withUnread({ observations, ...result }: PollResult): PollResult {
  return { ...result, observations: [...observations, { kind: "unread" }] };
}

/**
 * A search for a built transaction that may have expired. Payments below the price, junk, and after some
 * rounds what could not be read, do not keep it. `minContextSlot` excludes stale nodes, which would
 * find nothing.
 */
async function searchAtLapse(
  order: Order,
  known: Known,
  cursor: SearchCursor,
  deps: Deps,
): Promise<PollResult> {
  const lastValid = order.built?.lastValidBlockHeight ?? 0;
  if (isReadEnough(known)) {
    const tip = await deps.chain.finalizedTip();
    const final = await verifyByReference(order, cursor, "finalized", deps, tip.slot);
    if (tip.blockHeight <= lastValid || foundPayment(final)) return pollResult(final, null);
    return pollResult({ ...final, unconfirmed: false }, tip.blockHeight);
  }
  const found = await verifyByReference(order, cursor, "confirmed", deps);
  const result = pollResult(found, null);
  if (foundPayment(found)) return result;
  const tip = await deps.chain.finalizedTip();
  if (tip.blockHeight <= lastValid) return result;
  if (!found.complete) return withUnread(result);
  const final = await verifyByReference(order, found.cursor, "finalized", deps, tip.slot);
  if (foundPayment(final)) return result;
  return final.complete ? pollResult(found, tip.blockHeight) : withUnread(result);
}

/** Finality of the settling transaction; once it is final, a search for further payments. */
async function checkSettled(
  order: Order,
  signature: string,
  cursor: SearchCursor,
  deps: Deps,
): Promise<PollResult> {
  const [status] = await deps.chain.statuses([signature]);
  const alive = status && status.err === null ? status.confirmation : "missing";
  if (alive === "missing" && !(await isGone(order, signature, deps))) {
    return { observations: [{ kind: "unanswered" }], cursor };
  }
  const found = await seconded(signature, alive === "processed" ? "missing" : alive, status, deps);
  const finality: Observation = { kind: "finality", signature, found };
  if (found !== "finalized") return { observations: [finality], cursor };
  const others = pollResult(await verifyByReference(order, cursor, "confirmed", deps), null);
  return { ...others, observations: [finality, ...others.observations] };
}

async function verifySuggested(
  order: Order,
  signature: string,
  cursor: SearchCursor,
  deps: Deps,
): Promise<PollResult> {
  const [status] = cursor.verified.has(signature) ? [] : await deps.chain.statuses([signature]);
  const isListed = status && status.err === null && status.confirmation !== "processed";
  const rows = isListed ? [{ ...status, signature }] : [];
  const found = await verifyBatch(order, rows, cursor, "confirmed", deps);
  return { ...pollResult({ ...found, more: false }, null), searched: false };
}
