import type { Order } from "../../orders/rules/order";
import type { Chain, Commitment, FoundSignature } from "../../solana/chain";
import { advance, nextPage, startBelow } from "../../solana/signature-backfill";
import type { Verdict } from "../rules/verify-payment";
import { type BatchResult, type SearchCursor, type VerifyDeps, verifyBatch } from "./verify";

interface Deps extends VerifyDeps {
  chain: VerifyDeps["chain"] & Pick<Chain, "signaturesFor" | "signaturesFromSeveral">;
}

/** Largest page of `getSignaturesForAddress`. */
const SIGNATURES_PER_PAGE = 1_000;

export interface ReferenceSearch {
  verdicts: Verdict[];
  cursor: SearchCursor;
  /** True when every transaction that names the order is verified. */
  complete: boolean;
  /** True when transactions are left for the next poll, which then comes soon. */
  more: boolean;
  /** True when one node alone tells of something that two must agree on. */
  unconfirmed: boolean;
}

/** Verifies transactions that name the order's reference, up to the limit of one poll. */
export async function verifyByReference(
  order: Order,
  cursor: SearchCursor,
  commitment: Commitment,
  deps: Deps,
  minContextSlot?: number,
): Promise<ReferenceSearch> {
  const { until } = cursor.backfill;
  const search = {
    commitment,
    limit: SIGNATURES_PER_PAGE,
    ...(until ? { until: until.signature } : {}),
  };
  const rows = minContextSlot
    ? await deps.chain.signaturesFromSeveral(order.reference, {
        ...search,
        minContextSlot,
      })
    : await deps.chain.signaturesFor(order.reference, search);
  const newest = await verifyBatch(order, rows, cursor, commitment, deps);
  if (rows.length >= SIGNATURES_PER_PAGE && !newest.enough) {
    return readOlder(order, newest, rows.at(-1), deps);
  }
  return newest;
}

/** Reads below the newest page by a backfill, one page in each poll, so that each is read once. */
async function readOlder(
  order: Order,
  newest: BatchResult,
  lowest: FoundSignature | undefined,
  deps: Deps,
): Promise<ReferenceSearch> {
  const below = lowest?.confirmation === "finalized" ? lowest : null;
  const backfill = startBelow(newest.cursor.backfill, below);
  const search = {
    commitment: "finalized" as const,
    limit: SIGNATURES_PER_PAGE,
    ...nextPage(backfill),
  };
  const rows = await deps.chain.signaturesFor(order.reference, search);
  const older = await verifyBatch(order, rows, newest.cursor, "finalized", deps);
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
