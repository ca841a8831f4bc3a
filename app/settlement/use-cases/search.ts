import type { Order } from "../../orders/rules/order";
import { isFinal, stateOf } from "../../orders/rules/order";
import type { WatchState } from "../../orders/rules/order-state";
import { ChainUnavailable, type FoundSignature, type SignatureStatus } from "../../solana/chain";
import type { SettlementPorts } from "../ports";
import type { Observation } from "../rules/order-lifecycle";
import {
  FINAL_SEARCH_INTERVAL_MS,
  isExpiring,
  isFollowedByPage,
  isReadEnough,
  mayHaveExpired,
  PAGE_SEARCH_INTERVAL_MS,
  staleness,
} from "../rules/poll-schedule";
import { isGone } from "./is-gone";
import {
  MAX_FETCHED_PER_ROUND,
  type ReferenceSearch,
  type SearchCursor,
  type Verifier,
} from "./verify";

/** A poll that a request waits for; `OrderWatcher` says what each finds out. */
export type WantedPoll = { kind: "look"; minSlot: number } | { kind: "release" };

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
  wanted: WantedPoll | undefined;
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
 * Interval of searches by the order's own key: a transaction that does not name the platform is not
 * in the shared cache.
 */
const OWN_SEARCH_INTERVAL_MS = 30 * 60_000;

export type Search = ReturnType<typeof createSearch>;

/** Searches the network for what concerns one order. */
export function createSearch(
  { chain, signatureCache }: Pick<SettlementPorts, "chain" | "signatureCache">,
  verifier: Pick<Verifier, "searchByReference" | "searchOneNode" | "judgeListed">,
) {
  /**
   * One search of the network for one order. Without a usable response the observation is
   * `unanswered`; it does not throw.
   */
  async function search(order: Order, known: Known, now: number): Promise<PollResult> {
    const { verified, backfill, unreadable } = known;
    const cursor = { verified, backfill, unreadable };
    try {
      const state = stateOf(order);
      if (isFinal(order)) {
        const isRecent = !known.unread && now - known.searchedAt < FINAL_SEARCH_INTERVAL_MS;
        if (isRecent) return { observations: [], cursor };
        return pollResult(await verifier.searchByReference(order, cursor, "confirmed"), null);
      }
      if (state.settlement) {
        return await checkSettled(order, state.settlement.signature, cursor);
      }
      if (known.wanted?.kind === "look") {
        const { minSlot } = known.wanted;
        return pollResult(await verifier.searchOneNode(order, cursor, minSlot), null);
      }
      if (known.wanted?.kind === "release") return await searchAtLapse(order, known, cursor);
      const checksExpiry = known.blockhashExpired || mayHaveExpired(state, known, now);
      if (
        order.suggestedSignature &&
        now - known.lastActivityAt < SUGGESTED_ONLY_MS &&
        !checksExpiry
      ) {
        return await judgeSuggested(order, order.suggestedSignature, cursor);
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
          ? await searchSharedCache(order, { ...known, isFollowed }, now)
          : null;
      if (shared) return lapses ? withSharedHeight(shared) : shared;
      if (checksExpiry) return await searchAtLapse(order, known, cursor);
      const found = await verifier.searchByReference(order, cursor, "confirmed");
      return isExpiring(state, now) && found.more && !found.unconfirmed
        ? withUnread(pollResult(found, null))
        : pollResult(found, null);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return { observations: [{ kind: "unanswered" }], cursor };
    }
  }

  /** The signatures from the shared cache; null where the order's own key is searched. */
  async function searchSharedCache(
    order: Order,
    known: Known & { isFollowed: boolean },
    now: number,
  ): Promise<PollResult | null> {
    const { verified, backfill, unreadable, unread, ownSearchAt, lastActivityAt } = known;
    if (unread) return null;
    const ago = now - (ownSearchAt ?? Number.NEGATIVE_INFINITY);
    const every = known.isFollowed ? PAGE_SEARCH_INTERVAL_MS : OWN_SEARCH_INTERVAL_MS;
    const isDue = ago < 0 || ago >= every;
    const { signatures, coverage, maySearch } = await signatureCache.signaturesFor(
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
    const found = await verifier.judgeListed(order, rows, cursor, "confirmed");
    return pollResult({ ...found, complete: false, more: false }, null);
  }

  /** The result of a shared search, as one that found nothing at the finalized height. */
  async function withSharedHeight(result: PollResult): Promise<PollResult> {
    const emptyAtHeight = await signatureCache.finalizedHeight();
    const observations = result.observations.map((observation) =>
      observation.kind === "polled" ? { ...observation, emptyAtHeight } : observation,
    );
    return { ...result, observations };
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
  ): Promise<PollResult> {
    const lastValid = order.built?.lastValidBlockHeight ?? 0;
    if (isReadEnough(known)) {
      const tip = await chain.finalizedTip();
      const final = await verifier.searchByReference(order, cursor, "finalized", tip.slot);
      if (tip.blockHeight <= lastValid || foundPayment(final)) return pollResult(final, null);
      return pollResult({ ...final, unconfirmed: false }, tip.blockHeight);
    }
    const found = await verifier.searchByReference(order, cursor, "confirmed");
    const result = pollResult(found, null);
    if (foundPayment(found)) return result;
    const tip = await chain.finalizedTip();
    if (tip.blockHeight <= lastValid) return result;
    if (!found.complete) return withUnread(result);
    const final = await verifier.searchByReference(order, found.cursor, "finalized", tip.slot);
    if (foundPayment(final)) return result;
    return final.complete ? pollResult(found, tip.blockHeight) : withUnread(result);
  }

  /** Finality of the settling transaction; once it is final, a search for further payments. */
  async function checkSettled(
    order: Order,
    signature: string,
    cursor: SearchCursor,
  ): Promise<PollResult> {
    const [status] = await chain.statuses([signature]);
    const alive = status && status.err === null ? status.confirmation : "missing";
    if (alive === "missing" && !(await isGone(chain, { signature, slot: order.slot }))) {
      return { observations: [{ kind: "unanswered" }], cursor };
    }
    const found = await seconded(signature, alive === "processed" ? "missing" : alive, status);
    const finality: Observation = { kind: "finality", signature, found };
    if (found !== "finalized") return { observations: [finality], cursor };
    const others = pollResult(await verifier.searchByReference(order, cursor, "confirmed"), null);
    return { ...others, observations: [finality, ...others.observations] };
  }

  /** A transaction that one node alone calls finalized counts as confirmed. */
  async function seconded(
    signature: string,
    found: "finalized" | "confirmed" | "missing",
    status: SignatureStatus | null | undefined,
  ): Promise<"finalized" | "confirmed" | "missing"> {
    if (found !== "finalized" || !status) return found;
    const isSeconded = await chain.isSeconded(signature, "finalized", status.node);
    return isSeconded ? "finalized" : "confirmed";
  }

  async function judgeSuggested(
    order: Order,
    signature: string,
    cursor: SearchCursor,
  ): Promise<PollResult> {
    const [status] = cursor.verified.has(signature) ? [] : await chain.statuses([signature]);
    const isListed = status && status.err === null && status.confirmation !== "processed";
    const rows = isListed ? [{ ...status, signature }] : [];
    const found = await verifier.judgeListed(order, rows, cursor, "confirmed");
    return { ...pollResult({ ...found, more: false }, null), searched: false };
  }

  return search;
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

/** True where a payment was found that covers the price. */
function foundPayment({ verdicts }: Pick<ReferenceSearch, "verdicts">): boolean {
  return verdicts.some(({ kind }) => kind === "settled" || kind === "paid_by_other");
}

function withUnread({ observations, ...result }: PollResult): PollResult {
  return { ...result, observations: [...observations, { kind: "unread" }] };
}
