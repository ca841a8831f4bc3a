import type {
  OpenWithdrawal,
  WithdrawalCursor,
  Withdrawals,
} from "../../../db/withdrawals/withdrawals";
import { cleanText } from "../../lib/clean-text";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { withdrawalEndsAt } from "../../orders/rules/waiver";
import { MAX_REFUSAL_CHARS, REFUND_PERIOD_MS } from "../rules/withdrawal";

/** A proved declaration with the seller's clock. Times in epoch ms. */
export interface WithdrawalToDecide extends OpenWithdrawal {
  refundBy: number;
  isLate: boolean;
  /** True where the declaration came after the period that a consumer has. */
  isAfterPeriod: boolean;
  /** Declarations of the order that nothing proves. */
  unproved: number;
}

/** Declarations on a page. */
const PAGE_SIZE = 20;

/** Proved declarations that wait for the seller, the oldest first; `after` is the `next` of a page. */
export async function readWithdrawalsToDecide(
  { sellerUid, after }: { sellerUid: string; after: string | null },
  deps: { clock: Clock; withdrawals: Pick<Withdrawals, "open" | "countUnproved"> },
): Promise<{ items: WithdrawalToDecide[]; next: string | null }> {
  const page = { limit: PAGE_SIZE + 1, after: parseCursor(after) };
  const found = await deps.withdrawals.open(sellerUid, page);
  const shown = found.slice(0, PAGE_SIZE);
  const unproved = await deps.withdrawals.countUnproved(shown.map(({ orderId }) => orderId));
  const now = deps.clock.now();
  const items = shown.map((one) => ({
    ...one,
    refundBy: one.declaredAt + REFUND_PERIOD_MS,
    isLate: now > one.declaredAt + REFUND_PERIOD_MS,
    isAfterPeriod: one.boughtAt !== null && one.declaredAt > withdrawalEndsAt(one.boughtAt),
    unproved: unproved.get(one.orderId) ?? 0,
  }));
  const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return { items, next: last ? `${last.declaredAt}.${last.id}` : null };
}

function parseCursor(text: string | null): WithdrawalCursor | null {
  const [, declaredAt, id = ""] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? "") ?? [];
  return declaredAt === undefined ? null : { declaredAt: Number(declaredAt), id };
}

/**
 * The seller refuses a proved declaration with a reason, which stands on the buyer's acknowledgement.
 * Returns the order and the reason as stored. Throws `invalid_input` with the field `reason`, and
 * `not_found`, also for another seller's and for one that was decided.
 */
export async function refuseWithdrawal(
  { id, sellerUid, reason }: { id: string; sellerUid: string; reason: string },
  deps: { clock: Clock; withdrawals: Pick<Withdrawals, "refuse"> },
): Promise<{ orderId: string; refusal: string }> {
  const refusal = cleanText(reason);
  if (refusal === "") {
    throw new Problem("invalid_input", { field: "reason", messageKey: "refusal_reason" });
  }
  if (refusal.length > MAX_REFUSAL_CHARS) {
    const params = { max: MAX_REFUSAL_CHARS };
    throw new Problem("invalid_input", {
      field: "reason",
      messageKey: "withdrawal_too_long",
      params,
    });
  }
  const by = { ownerUid: sellerUid, refusal, at: deps.clock.now() };
  const refused = await deps.withdrawals.refuse(id, by);
  if (!refused) throw new Problem("not_found");
  return { orderId: refused.orderId, refusal };
}
