import { type Order, termsOf } from "../domain/order";
import { type Verdict, verifyPayment } from "../domain/verify-payment";
import type { Chain, Commitment, FoundSignature } from "../ports/chain";
import type { Orders } from "../ports/payments";

export interface JudgeDeps {
  chain: Pick<Chain, "signaturesFor" | "signaturesFromSeveral" | "transaction">;
  orders: Pick<Orders, "settledSignatures">;
}

/** Signatures that one search returns; what the network gives at most. */
const PAGE = 1_000;
/** Transactions fetched from each end in one round: newest first, but junk on top hides nothing. */
const FROM_EACH_END = 10;
/** Nodes that must have found nothing before a unit of stock is given to somebody else. */
const WITNESSES = 2;

interface Found {
  verdicts: Verdict[];
  judged: string[];
  /** True when every signature found was judged. */
  complete: boolean;
}

/** Every transaction that names the order's reference, as far as one round goes. */
export async function judgeFound(
  order: Order,
  judged: ReadonlySet<string>,
  commitment: Commitment,
  deps: JudgeDeps,
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
  const asked = await othersLast(order, fromBothEnds(unjudged), deps);
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
    // What was refused once is on top each time: then the others are looked at, too.
    const enough = order.status === "pending" || order.status === "awaiting";
    if (enough && verdicts.some(({ kind }) => kind === "settled")) break;
  }
  return result;
}

/** A payment that turned out to settle another order must not hide the buyer's own. */
async function othersLast(
  { reviewReason }: Order,
  rows: FoundSignature[],
  { orders }: JudgeDeps,
): Promise<FoundSignature[]> {
  if (reviewReason !== "signature_used") return rows;
  const taken = await orders.settledSignatures(rows.map(({ signature }) => signature));
  const own = rows.filter(({ signature }) => !taken.has(signature));
  return [...own, ...rows.filter(({ signature }) => taken.has(signature))];
}

function fromBothEnds(rows: FoundSignature[]): FoundSignature[] {
  if (rows.length <= 2 * FROM_EACH_END) return rows;
  return [...rows.slice(0, FROM_EACH_END), ...rows.slice(-FROM_EACH_END).reverse()];
}

/** One verdict, or none where the node does not have the transaction yet. */
export async function judge(
  order: Order,
  signature: string,
  commitment: Commitment,
  deps: JudgeDeps,
): Promise<Verdict[]> {
  const raw = await deps.chain.transaction(signature, commitment);
  return raw ? [verifyPayment(termsOf(order), signature, raw)] : [];
}

export function isPayment({ kind }: Verdict): boolean {
  return kind !== "not_a_payment";
}
