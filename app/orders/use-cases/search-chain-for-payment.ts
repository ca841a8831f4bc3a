import {
  type Chain,
  ChainUnavailable,
  type FoundSignature,
  type SignatureStatus,
} from "../../solana/chain";
import { mayHaveExpired } from "../rules/chain-deadlines";
import type { Order } from "../rules/order";
import { isFinal, stateOf } from "../rules/order";
import type { Observation } from "../rules/order-lifecycle";
import type { WatchState } from "../rules/order-state";
import { isFollowedByPage, PAGE_SEARCH_INTERVAL_MS } from "../rules/page-search";
import { FINAL_SEARCH_INTERVAL_MS, isExpiring, staleness } from "../rules/poll-schedule";
import type { PlatformSignatureCache } from "./signature-cache";
import {
  MAX_FETCHED_PER_ROUND,
  type SearchCursor,
  type VerifyDeps,
  verifyBatch,
} from "./verify-batch";
import { type ReferenceSearch, verifyByReference } from "./verify-by-reference";

interface Deps extends VerifyDeps {
  chain: Parameters<typeof verifyByReference>[3]["chain"] &
    Pick<Chain, "statuses" | "finalizedTip" | "isGone">;
  signatureCache: PlatformSignatureCache;
}

interface Known
  extends SearchCursor,
    Pick<
      WatchState,
      | "lastActivityAt"
      | "unread"
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
    const found = await verifyByReference(order, cursor, "confirmed", deps);
    if (!checksExpiry || !foundNothing(found)) return pollResult(found, null);
    return pollResult(found, await emptyAtHeight(order, found.cursor, deps));
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
  return { observations: isPayment ? [polled, waits] : [waits], cursor, searched };
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

/** True where no transaction that names the order is a payment or can become one. */
function foundNothing({ complete, verdicts }: ReferenceSearch): boolean {
  return complete && verdicts.every(({ kind }) => kind === "not_a_payment");
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

/** A transaction that one node alone calls finalized counts as confirmed. */
async function seconded(
  signature: string,
  found: "finalized" | "confirmed" | "missing",
  status: SignatureStatus | null | undefined,
  { chain }: Deps,
): Promise<"finalized" | "confirmed" | "missing"> {
  if (found !== "finalized" || !status) return found;
  return (await chain.isSeconded(signature, "finalized", status.node)) ? "finalized" : "confirmed";
}

/**
 * One node is not enough to revoke a delivered file: the finalized chain must have passed the slot
 * of the payment, and two nodes must have reached that slot without the payment.
 */
async function isGone(order: Order, signature: string, { chain }: Deps): Promise<boolean> {
  const tip = await chain.finalizedTip();
  if (order.slot !== null && tip.slot < order.slot) return false;
  return chain.isGone(signature, tip.slot);
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

/**
 * The finalized height, if a finalized search that is at least as new finds nothing that may still
 * be a payment; else null. `minContextSlot` excludes stale nodes, which would find nothing.
 */
async function emptyAtHeight(
  order: Order,
  cursor: SearchCursor,
  deps: Deps,
): Promise<number | null> {
  const tip = await deps.chain.finalizedTip();
  if (tip.blockHeight <= (order.built?.lastValidBlockHeight ?? 0)) return null;
  const found = await verifyByReference(order, cursor, "finalized", deps, tip.slot);
  return foundNothing(found) ? tip.blockHeight : null;
}
