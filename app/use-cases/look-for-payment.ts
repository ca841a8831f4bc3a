import type { Order } from "../domain/order";
import { stateOf, termsOf } from "../domain/order";
import type { Observation } from "../domain/order-lifecycle";
import { mayHaveLapsed } from "../domain/order-questions";
import { type Verdict, verifyPayment } from "../domain/verify-payment";
import { type Chain, ChainUnavailable, type Commitment, type FoundSignature } from "../ports/chain";

interface Deps {
  chain: Pick<
    Chain,
    | "statuses"
    | "signaturesFor"
    | "signaturesFromSeveral"
    | "transaction"
    | "finalizedTip"
    | "isGone"
  >;
}

export interface Look {
  observations: Observation[];
  /** Signatures whose verdict can't change any more: never ask for them again. */
  judged: string[];
}

/** Signatures that one search returns; what the network gives at most. */
const PAGE = 1_000;
/** Transactions fetched from each end in one round: newest first, but junk on top hides nothing. */
const FROM_EACH_END = 10;
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

/** Nodes that must have found nothing before a unit of stock is given to somebody else. */
const WITNESSES = 2;

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

interface Found {
  verdicts: Verdict[];
  judged: string[];
  /** True when every signature found was judged. */
  complete: boolean;
}

/** Every transaction that names the order's reference, as far as one round goes. */
async function judgeFound(
  order: Order,
  judged: ReadonlySet<string>,
  commitment: Commitment,
  deps: Deps,
  minContextSlot?: number,
): Promise<Found> {
  const search = { commitment, limit: PAGE };
  const rows = minContextSlot
    ? await deps.chain.signaturesFromSeveral(order.reference, {
        ...search,
        minContextSlot,
        nodes: WITNESSES,
      })
    : await deps.chain.signaturesFor(order.reference, search);
  const settledBy = order.settledAt === null ? null : order.signature;
  const unjudged = rows.filter(
    ({ err, signature }) => err === null && signature !== settledBy && !judged.has(signature),
  );
  const asked = fromBothEnds(unjudged);
  const result: Found = {
    verdicts: [],
    judged: [],
    complete: asked.length === unjudged.length && rows.length < PAGE,
  };
  for (const { signature, confirmation } of asked) {
    const verdicts = await judge(order, signature, commitment, deps);
    result.verdicts.push(...verdicts);
    const rejected = verdicts.length > 0 && !verdicts.some(isPayment);
    if (rejected && confirmation === "finalized") result.judged.push(signature);
    if (verdicts.length === 0) result.complete = false;
    if (!settledBy && verdicts.some((verdict) => verdict.kind === "settled")) break;
  }
  return result;
}

function fromBothEnds(rows: FoundSignature[]): FoundSignature[] {
  if (rows.length <= 2 * FROM_EACH_END) return rows;
  return [...rows.slice(0, FROM_EACH_END), ...rows.slice(-FROM_EACH_END).reverse()];
}

/** One verdict, or none where the node does not have the transaction yet. */
async function judge(
  order: Order,
  signature: string,
  commitment: Commitment,
  deps: Deps,
): Promise<Verdict[]> {
  const raw = await deps.chain.transaction(signature, commitment);
  return raw ? [verifyPayment(termsOf(order), signature, raw)] : [];
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

function isPayment({ kind }: Verdict): boolean {
  return kind !== "not_a_payment";
}
