import type { Chain, Commitment, FoundSignature } from "../../solana/chain";
import { advance, beginBelow, nextPart } from "../../solana/signature-backfill";
import type { Order } from "../rules/order";
import type { Verdict } from "../rules/verify-payment";
import { type JudgeDeps, type Judged, judgeSome, type Memory } from "./verify-batch";

interface Deps extends JudgeDeps {
  chain: JudgeDeps["chain"] & Pick<Chain, "signaturesFor" | "signaturesFromSeveral">;
}

/** Signatures that one search returns; what the network gives at most. */
const PAGE = 1_000;
/** Nodes that must have found nothing before a unit of stock is given to somebody else. */
const WITNESSES = 2;

export interface Found {
  verdicts: Verdict[];
  memory: Memory;
  /** True when every transaction that names the order was judged. */
  complete: boolean;
  /** True when one round was not enough: the next one should come soon. */
  more: boolean;
}

/** Every transaction that names the order's reference, as far as one round goes. */
export async function judgeFound(
  order: Order,
  memory: Memory,
  commitment: Commitment,
  deps: Deps,
  minContextSlot?: number,
): Promise<Found> {
  const { seen } = memory.walk;
  const search = { commitment, limit: PAGE, ...(seen ? { until: seen.signature } : {}) };
  const rows = minContextSlot
    ? await deps.chain.signaturesFromSeveral(order.reference, {
        ...search,
        minContextSlot,
        nodes: WITNESSES,
      })
    : await deps.chain.signaturesFor(order.reference, search);
  const newest = await judgeSome(order, rows, memory, commitment, deps);
  if (rows.length >= PAGE && !newest.enough) {
    return readOlder(order, newest, rows.at(-1), deps);
  }
  const { verdicts, all } = newest;
  return { verdicts, memory: newest.memory, complete: all, more: !all && !newest.enough };
}

/**
 * The network tells no more than a page at a time. What lies below the newest page is read in a
 * walk of its own, part by part and round by round, and then never again.
 */
async function readOlder(
  order: Order,
  newest: Judged,
  lowest: FoundSignature | undefined,
  deps: Deps,
): Promise<Found> {
  const below = lowest?.confirmation === "finalized" ? lowest : null;
  const walk = beginBelow(newest.memory.walk, below);
  const search = { commitment: "finalized" as const, limit: PAGE, ...nextPart(walk) };
  const rows = await deps.chain.signaturesFor(order.reference, search);
  const older = await judgeSome(order, rows, newest.memory, "finalized", deps);
  const gap = rows.findIndex(({ signature }) => !older.passed.has(signature));
  const dealtWith = gap < 0 ? rows : rows.slice(0, gap);
  const bottom = gap < 0 && rows.length < PAGE;
  return {
    verdicts: [...newest.verdicts, ...older.verdicts],
    memory: { ...older.memory, walk: advance(walk, dealtWith, bottom) },
    complete: false,
    more: !bottom || !newest.all,
  };
}
