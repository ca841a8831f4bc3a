import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { OpenRefund, Refunds } from "../../../db/orders/refunds";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderWatcher, ReferenceKeys } from "../../orders/ports";
import { type IncomingPayment, refundOf } from "../../orders/rules/incoming-payment";
import { legsOfRefund } from "../../orders/rules/legs";
import { OVERDUE_AFTER_MS } from "../../orders/rules/order-state";
import type { Settlement } from "../../settlement/settlement";
import type { Chain } from "../../solana/chain";
import { mayRemain } from "../../solana/rent";
import { assertFinal } from "./assert-final";
import { ownIncomingPayment } from "./own-order";
import { canSend, signByReference } from "./sellers-transaction";

interface Input {
  orderId: string;
  sellerUid: string;
  /** The wallet to refund; null for the one that the order's state depends on. */
  payer: string | null;
  /** `extra` keeps the sale and returns what was paid in addition. */
  scope: "all" | "extra";
}

interface Deps {
  clock: Clock;
  chain: Pick<
    Chain,
    "latestBlockhash" | "pace" | "rentMinimum" | "accounts" | "isSeconded" | "statuses"
  >;
  settlement: Pick<Settlement, "proveRefund" | "dropIfGone">;
  incomingPayments: Pick<IncomingPayments, "find" | "transactions">;
  refunds: Refunds;
  referenceKeys: ReferenceKeys;
  watcher: Pick<OrderWatcher, "overdue">;
}

export interface BuiltRefund {
  /** Wire bytes, base64; the seller's signature slot is empty. */
  transaction: string;
  /** The only wallet that can sign it. */
  recipient: string;
}

/**
 * The transfer that refunds a buyer, for the seller's wallet to sign. While a built refund can land,
 * the same bytes are returned, so that a buyer is not refunded twice.
 * Throws `not_found` (also for another seller's order), `conflict` (nothing to refund),
 * `low_balance`, `slow_down` (also for a payment that is not final yet); `ChainUnavailable`.
 */
export async function buildRefund(input: Input, deps: Deps): Promise<BuiltRefund> {
  const incoming = await ownIncomingPayment(input, deps);
  const { lamports, closes } = refundOf(incoming, input.scope);
  if (lamports <= 0n) throw new Problem("conflict", { messageKey: "nothing_to_refund" });

  // The buyer of a bundle paid less for it since they had this.
  const bundle = closes ? await deps.refunds.creditedBundle(incoming.orderId) : null;
  if (bundle !== null) {
    throw new Problem("conflict", { messageKey: "refund_bundle_first", params: { title: bundle } });
  }

  const { blockhash, lastValidBlockHeight } = await deps.chain.latestBlockhash();
  const open = await deps.refunds.openOf(incoming.orderId);
  if (open) {
    const { blockhashBlocks } = await deps.chain.pace();
    const height = lastValidBlockHeight - blockhashBlocks;
    const same = open.payer === incoming.payer && open.lamports === lamports;
    if (same && open.closes === closes && height <= open.lastValidBlockHeight) {
      await deps.watcher.overdue(incoming.orderId);
      return { transaction: open.transaction, recipient: incoming.recipient };
    }
    await assertExpired(open, incoming.platform, deps);
  }
  await assertFinal(incoming, deps);
  await assertPayable(incoming, lamports, deps);

  const { orderId, payer, recipient, platform } = incoming;
  const legs = legsOfRefund(payer, lamports);
  const signed = await signByReference({ recipient, platform, legs, blockhash }, deps);
  const builtAt = deps.clock.now();
  const written = await deps.refunds.open(
    { ...signed, orderId, payer, lamports, closes, builtAt, lastValidBlockHeight },
    builtAt + OVERDUE_AFTER_MS,
  );
  if (!written) throw refundUnderWay();
  await deps.watcher.overdue(orderId);
  return { transaction: signed.transaction, recipient };
}

/** An earlier refund must not have landed, and must not be able to land any more. */
async function assertExpired(open: OpenRefund, platform: string, deps: Deps): Promise<void> {
  const found = await deps.settlement.proveRefund(open, platform);
  if (found === "proved") throw new Problem("conflict", { messageKey: "refunded_already" });
  if (found === "unknown") throw refundUnderWay();
}

function refundUnderWay(): Problem {
  return new Problem("slow_down", { messageKey: "refund_under_way", retryAfterSeconds: 15 });
}

/** Checks both balances before the seller signs, for what the network would reject. */
async function assertPayable(
  { recipient, payer }: IncomingPayment,
  lamports: bigint,
  deps: Deps,
): Promise<void> {
  const [seller, buyer] = await deps.chain.accounts([recipient, payer]);
  if (!(await mayRemain((buyer?.lamports ?? 0n) + lamports, deps))) {
    throw new Problem("conflict", { messageKey: "refund_below_rent" });
  }
  if (!(await canSend(lamports, seller?.lamports ?? 0n, deps))) {
    throw new Problem("low_balance", { messageKey: "refund_low_balance" });
  }
}
