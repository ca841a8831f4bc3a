import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderWatcher, UnsettledPayments } from "../../orders/ports";
import {
  type AcceptedShort,
  type IncomingPayment,
  isAcceptable,
  isShortPayment,
  reviewCaseOf,
} from "../../orders/rules/incoming-payment";
import { acceptedPayment } from "../../orders/rules/recorded-payment";
import {
  type SettlingPorts,
  settleIfAllowed,
  settlementProblem,
} from "../../orders/use-cases/settle-payment";
import type { Chain } from "../../solana/chain";
import { canRemain } from "../../solana/rent";
import { assertFinal, type FinalDeps } from "./assert-final";
import { ownIncomingPayment } from "./own-order";

interface Decision {
  orderId: string;
  sellerUid: string;
  /** The wallet that paid; null for the payment that the order's state rests on, or the largest. */
  payer: string | null;
}

export interface AcceptDeps extends FinalDeps {
  clock: Clock;
  log: Log;
  incomingPayments: FinalDeps["incomingPayments"] & Pick<IncomingPayments, "find" | "shortEntries">;
  orders: SettlingPorts["orders"];
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * Settles an order in review with the payment it got, or gives the file for less than the price.
 * Idempotent. Throws `not_found` (also for another seller's order), `conflict`, `held`, `sold_out`, and for a
 * payment below the price `slow_down` while it is not final; `ChainUnavailable`.
 */
export async function acceptPayment(decision: Decision, deps: AcceptDeps): Promise<void> {
  const incoming = await ownIncomingPayment(decision, deps);
  if (incoming.status === "paid" && incoming.isPrimary) return;
  if (!isAcceptable(incoming)) {
    const isShared = reviewCaseOf(incoming) !== "not_shared";
    throw new Problem("conflict", isShared ? {} : { messageKey: "share_first" });
  }
  await settleAccepted(incoming, deps);
}

/** Settles an order with a payment that its seller accepts. Throws `conflict`, `held`, `sold_out`. */
export async function settleAccepted(incoming: IncomingPayment, deps: AcceptDeps): Promise<void> {
  const { payment, finalizedAt = null } = acceptedPayment(incoming, deps.clock.now());
  const short = isShortPayment(incoming) ? await finalShort(incoming, deps) : null;
  const way = { kind: "accept", finalizedAt, ...(short && { short }) } as const;
  const outcome = await settleIfAllowed({ orderId: incoming.orderId, payment, way }, deps);
  if (outcome.kind !== "settled") throw settlementProblem(outcome);
  await deps.watcher.changed(incoming.orderId);
}

/** What waits of a payment below the price, by its transactions, which are final. */
async function finalShort(incoming: IncomingPayment, deps: AcceptDeps): Promise<AcceptedShort> {
  const { orderId, payer, waiting } = incoming;
  await assertFinal(incoming, deps);
  // A refund returns all that waited: what waits now came last.
  let left = Number(waiting);
  const parts: AcceptedShort["parts"] = [];
  for (const entry of await deps.incomingPayments.shortEntries(orderId, payer)) {
    const lamports = Math.min(entry.lamports, left);
    if (lamports <= 0) continue;
    left -= lamports;
    parts.push({ ...entry, lamports });
  }
  if (left > 0 || parts.length === 0) throw new Problem("conflict");
  return { payer, parts };
}

interface DismissDeps {
  clock: Clock;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  incomingPayments: Pick<IncomingPayments, "find" | "dismiss">;
  orders: Pick<UnsettledPayments, "dismiss">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * Closes the review of an order whose transaction was rolled back: there is nothing to refund. The
 * payment still counts if it lands later. Or sets aside a payment below the price that can't be
 * returned; it stays listed and refundable. Throws `not_found` (also for another seller's order),
 * `conflict`; `ChainUnavailable`.
 */
export async function dismissPayment(decision: Decision, deps: DismissDeps): Promise<void> {
  const incoming = await ownIncomingPayment(decision, deps);
  if (isShortPayment(incoming)) {
    const [stuck] = await notReturnable([incoming], deps);
    if (!stuck) throw new Problem("conflict", { messageKey: "payment_returnable" });
    return deps.incomingPayments.dismiss([stuck], deps.clock.now());
  }
  const { orderId } = decision;
  if (!(await deps.orders.dismiss(orderId, deps.clock.now()))) throw new Problem("conflict");
  await deps.watcher.changed(orderId);
}

/** Payments that are dismissed at once: the limit of `getMultipleAccounts`. */
const MAX_DISMISSED_AT_ONCE = 100;

/**
 * Sets aside the seller's payments below the price that can't be returned, the largest first. Returns
 * how many, and how many were looked at and can be returned. Throws `ChainUnavailable`.
 */
export async function dismissShortPayments(
  { sellerUid }: { sellerUid: string },
  deps: {
    clock: Clock;
    chain: DismissDeps["chain"];
    incomingPayments: Pick<IncomingPayments, "short" | "dismiss">;
  },
): Promise<{ dismissed: number; kept: number }> {
  const limit = MAX_DISMISSED_AT_ONCE;
  const open = await deps.incomingPayments.short(sellerUid, { limit, open: true });
  if (open.length === 0) return { dismissed: 0, kept: 0 };
  const stuck = await notReturnable(open, deps);
  await deps.incomingPayments.dismiss(stuck, deps.clock.now());
  return { dismissed: stuck.length, kept: open.length - stuck.length };
}

/** Those whose wallet would stay below the rent minimum with the payment back. */
async function notReturnable(
  payments: IncomingPayment[],
  { chain }: { chain: DismissDeps["chain"] },
): Promise<IncomingPayment[]> {
  const rentMinimum = await chain.rentMinimum();
  const accounts = await chain.accounts(payments.map(({ payer }) => payer));
  return payments.filter(
    ({ waiting }, index) => !canRemain((accounts[index]?.lamports ?? 0n) + waiting, rentMinimum),
  );
}
