import type { Order } from "../domain/order";
import { stateOf } from "../domain/order";
import type { Observation } from "../domain/order-lifecycle";
import { mayHaveLapsed } from "../domain/order-questions";
import type { Verdict } from "../domain/verify-payment";
import { type Chain, ChainUnavailable } from "../ports/chain";
import { isPayment, type JudgeDeps, judge, judgeFound } from "./judge-found";

interface Deps extends JudgeDeps {
  chain: JudgeDeps["chain"] & Pick<Chain, "statuses" | "finalizedTip" | "isGone">;
}

export interface Look {
  observations: Observation[];
  /** Signatures whose verdict can't change any more: never ask for them again. */
  judged: string[];
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
  known: { judged: ReadonlySet<string>; heatedAt: number },
  now: number,
  deps: Deps,
): Promise<Look> {
  try {
    const state = stateOf(order);
    if (order.status === "refunded" || state.settlement?.finalized) return nothing;
    if (state.settlement)
      return await lookAtSettled(order, state.settlement.signature, known, deps);
    const lapsing = mayHaveLapsed(state, now);
    if (order.signatureHint && now - known.heatedAt < HINT_ALONE && !lapsing) {
      return look(await judgeHint(order, order.signatureHint, known.judged, deps), [], null);
    }
    const found = await judgeFound(order, known.judged, "confirmed", deps);
    const none = found.complete && !found.verdicts.some(isPayment);
    const empty = lapsing && none ? await emptyAtHeight(order, known.judged, deps) : null;
    return look(found.verdicts, found.judged, empty);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return unanswered;
  }
}

const unanswered: Look = { observations: [{ kind: "unanswered" }], judged: [] };
const nothing: Look = { observations: [], judged: [] };

function look(verdicts: Verdict[], judged: string[], empty: number | null): Look {
  return { observations: [{ kind: "looked", verdicts, emptyAtHeight: empty }], judged };
}

/** Is it still there, is it final; and once it is, did the order get more money than one payment? */
async function lookAtSettled(
  order: Order,
  signature: string,
  known: { judged: ReadonlySet<string> },
  deps: Deps,
): Promise<Look> {
  const [status] = await deps.chain.statuses([signature]);
  const alive = status && status.err === null ? status.confirmation : "missing";
  if (alive === "missing" && !(await isGone(order, signature, deps))) return unanswered;
  const found = alive === "processed" ? "missing" : alive;
  const finality: Observation = { kind: "finality", signature, found };
  if (found !== "finalized") return { observations: [finality], judged: [] };
  const others = await judgeFound(order, known.judged, "confirmed", deps);
  const looked = look(others.verdicts, others.judged, null);
  return { ...looked, observations: [finality, ...looked.observations] };
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
): Promise<Verdict[]> {
  if (judged.has(hint)) return [];
  const [status] = await deps.chain.statuses([hint]);
  if (!status || status.err !== null || status.confirmation === "processed") return [];
  return judge(order, hint, "confirmed", deps);
}

/**
 * The finalized height, if a finalized search that is at least as new finds nothing that may still
 * be a payment; else null. `minContextSlot` keeps a stale node from answering 'nothing'.
 */
async function emptyAtHeight(
  order: Order,
  judged: ReadonlySet<string>,
  deps: Deps,
): Promise<number | null> {
  const tip = await deps.chain.finalizedTip();
  if (tip.blockHeight <= (order.built?.lastValidBlockHeight ?? 0)) return null;
  const found = await judgeFound(order, judged, "finalized", deps, tip.slot);
  return found.complete && !found.verdicts.some(isPayment) ? tip.blockHeight : null;
}
