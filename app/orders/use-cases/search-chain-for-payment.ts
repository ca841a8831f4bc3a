import { type Chain, ChainUnavailable, type FoundSignature } from "../../solana/chain";
import type { SalesFeed } from "../ports";
import type { Order } from "../rules/order";
import { isClosed, stateOf } from "../rules/order";
import type { Observation } from "../rules/order-lifecycle";
import { isExpiring, mayHaveLapsed } from "../rules/order-questions";
import type { WatchState } from "../rules/order-state";
import { CLOSED_PAUSE, staleness } from "../rules/poll-schedule";
import type { Verdict } from "../rules/verify-payment";
import { type JudgeDeps, judge, judgeSome, type Memory, ONE_ROUND } from "./verify-batch";
import { type Found, judgeFound } from "./verify-by-reference";

interface Deps extends JudgeDeps {
  chain: Parameters<typeof judgeFound>[3]["chain"] &
    Pick<Chain, "statuses" | "finalizedTip" | "isGone">;
  feed: SalesFeed;
}

interface Known
  extends Memory,
    Pick<WatchState, "heatedAt" | "unread" | "searchedAt" | "ownSearchAt"> {
  /** True where the message that was built is known to have run out. */
  ranOut: boolean;
}

export interface Look {
  observations: Observation[];
  memory: Memory;
  /** True where the order's own key was searched for and nothing was left out. */
  searched?: boolean;
}

/**
 * Time (ms) for which the browser's hint alone is asked about, the cheapest question. After that
 * it may well be wrong, and a search by reference finds what it names all the same.
 */
const HINT_ALONE = 6_000;

/**
 * One round of questions to the network about one order. A node that gives no usable answer makes
 * the round `unanswered`; nothing is thrown for it.
 */
export async function lookForPayment(
  order: Order,
  known: Known,
  now: number,
  deps: Deps,
): Promise<Look> {
  const { judged, walk } = known;
  const memory = { judged, walk };
  try {
    const state = stateOf(order);
    if (isClosed(order)) {
      const rests = !known.unread && now - known.searchedAt < CLOSED_PAUSE;
      if (rests) return { observations: [], memory };
      return look(await judgeFound(order, memory, "confirmed", deps), null);
    }
    if (state.settlement) {
      return await lookAtSettled(order, state.settlement.signature, memory, deps);
    }
    const lapsing = known.ranOut || mayHaveLapsed(state, now);
    if (order.signatureHint && now - known.heatedAt < HINT_ALONE && !lapsing) {
      const verdict = await judgeHint(order, order.signatureHint, judged, deps);
      const verdicts = verdict ? [verdict] : [];
      return {
        observations: [{ kind: "looked", verdicts, emptyAtHeight: null, more: false }],
        memory,
      };
    }
    const mayShare = order.status === "awaiting" && !lapsing && !isExpiring(state, now);
    const fed = mayShare ? await fromFeed(order, known, now, deps) : null;
    if (fed) return fed;
    const found = await judgeFound(order, memory, "confirmed", deps);
    if (!lapsing || !foundNothing(found)) return look(found, null);
    return look(found, await emptyAtHeight(order, found.memory, deps));
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { observations: [{ kind: "unanswered" }], memory };
  }
}

function look(
  { verdicts, more, memory, complete: searched }: Found,
  emptyAtHeight: number | null,
): Look {
  return { observations: [{ kind: "looked", verdicts, emptyAtHeight, more }], memory, searched };
}

/**
 * A transaction that names no platform, made by hand, is found by the order's own key alone: it is
 * searched for this often (ms) all the same.
 */
const OWN_SEARCH_EVERY = 30 * 60_000;

/** What the shared reading knows of an order that waits; null where the order must search itself. */
async function fromFeed(
  order: Order,
  { judged, walk, unread, ownSearchAt, heatedAt }: Known,
  now: number,
  deps: Deps,
): Promise<Look | null> {
  const ago = now - (ownSearchAt ?? Number.NEGATIVE_INFINITY);
  if (unread || ago < 0 || ago >= OWN_SEARCH_EVERY) return null;
  const signatures = await deps.feed.naming(order.reference, ago, staleness({ heatedAt }, now));
  if (!signatures || signatures.length > ONE_ROUND) return null;
  const rows = signatures.map((signature): FoundSignature => {
    return { signature, slot: 0, err: null, confirmation: "confirmed" };
  });
  const { verdicts, memory } = await judgeSome(order, rows, { judged, walk }, "confirmed", deps);
  return look({ verdicts, memory, complete: false, more: false }, null);
}

/** True where nothing that names the order is, or may be, a payment. */
function foundNothing({ complete, verdicts }: Found): boolean {
  return complete && verdicts.every(({ kind }) => kind === "not_a_payment");
}

/** Is it still there, is it final; and once it is, did the order get more money than one payment? */
async function lookAtSettled(
  order: Order,
  signature: string,
  memory: Memory,
  deps: Deps,
): Promise<Look> {
  const [status] = await deps.chain.statuses([signature]);
  const alive = status && status.err === null ? status.confirmation : "missing";
  if (alive === "missing" && !(await isGone(order, signature, deps))) {
    return { observations: [{ kind: "unanswered" }], memory };
  }
  const found = alive === "processed" ? "missing" : alive;
  const finality: Observation = { kind: "finality", signature, found };
  if (found !== "finalized") return { observations: [finality], memory };
  const others = look(await judgeFound(order, memory, "confirmed", deps), null);
  return { ...others, observations: [finality, ...others.observations] };
}

/**
 * A file that was delivered is not taken back on one node's word: the finalized chain must have
 * passed the slot of the payment, and every node must know it that far and not have the payment.
 */
async function isGone(order: Order, signature: string, { chain }: Deps): Promise<boolean> {
  const tip = await chain.finalizedTip();
  if (order.slot !== null && tip.slot < order.slot) return false;
  return chain.isGone(signature, tip.slot);
}

async function judgeHint(
  order: Order,
  hint: string,
  judged: ReadonlySet<string>,
  deps: Deps,
): Promise<Verdict | null> {
  if (judged.has(hint)) return null;
  const [status] = await deps.chain.statuses([hint]);
  if (!status || status.err !== null || status.confirmation === "processed") return null;
  return judge(order, hint, "confirmed", deps);
}

/**
 * The finalized height, if a finalized search that is at least as new finds nothing that may still
 * be a payment; else null. `minContextSlot` keeps a stale node from answering 'nothing'.
 */
async function emptyAtHeight(order: Order, memory: Memory, deps: Deps): Promise<number | null> {
  const tip = await deps.chain.finalizedTip();
  if (tip.blockHeight <= (order.built?.lastValidBlockHeight ?? 0)) return null;
  const found = await judgeFound(order, memory, "finalized", deps, tip.slot);
  return foundNothing(found) ? tip.blockHeight : null;
}
