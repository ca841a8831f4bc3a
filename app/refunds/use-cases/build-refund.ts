import { encodeBase64 } from "../../lib/base64";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type {
  IncomingPayments,
  OpenRefund,
  OrderWatcher,
  ReferenceKeys,
  Refunds,
} from "../../orders/ports";
import { type IncomingPayment, refundOf } from "../../orders/rules/incoming-payment";
import { proveRefund } from "../../orders/use-cases/watch-refund";
import type { Chain } from "../../solana/chain";
import { BLOCKHASH_BLOCKS, canRemain, networkFee } from "../../solana/payment-constants";
import { paymentMessage } from "../../solana/payment-message";
import { addSignature, encodeUnsigned } from "../../solana/wire-transaction";

interface Input {
  orderId: string;
  sellerUid: string;
  /** The wallet to pay back; null for the one that the order's state rests on. */
  payer: string | null;
  /** `extra` leaves the sale standing and returns what was paid beside it. */
  scope: "all" | "extra";
}

interface Deps {
  clock: Clock;
  chain: Pick<
    Chain,
    | "latestBlockhash"
    | "accounts"
    | "signaturesFromSeveral"
    | "transaction"
    | "finalizedTip"
    | "statuses"
  >;
  incomingPayments: Pick<IncomingPayments, "find" | "signatures">;
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

/** Signatures that a node answers for at once. */
const STATUSES_AT_ONCE = 256;

/** When the sweep asks whether anybody looked for a refund that was just built (ms). */
const OVERDUE_AFTER = 120_000;

/**
 * The transfer that gives a buyer's money back, for the seller's own wallet to sign. While it can
 * land the same bytes are given again, so that nobody is paid back twice.
 * Throws `not_found` (also for somebody else's order), `conflict` (nothing to return),
 * `low_balance`, `slow_down` (also for a payment that is not final yet); `ChainUnavailable`.
 */
export async function buildRefund(input: Input, deps: Deps): Promise<BuiltRefund> {
  const incoming = await deps.incomingPayments.find(input.orderId, input.payer);
  if (!incoming || incoming.ownerUid !== input.sellerUid) throw new Problem("not_found");
  const { lamports, closes } = refundOf(incoming, input.scope);
  if (lamports <= 0n) throw new Problem("conflict", { words: "nothing_to_refund" });

  const { blockhash, lastValidBlockHeight } = await deps.chain.latestBlockhash();
  const open = await deps.refunds.openOf(incoming.orderId);
  if (open) {
    const height = lastValidBlockHeight - BLOCKHASH_BLOCKS;
    const same = open.payer === incoming.payer && open.lamports === lamports;
    if (same && open.closes === closes && height <= open.lastValidBlockHeight) {
      await deps.watcher.overdue(incoming.orderId);
      return { transaction: open.transaction, recipient: incoming.recipient };
    }
    await clearAway(open, incoming.platform, deps);
  }
  await assertFinal(incoming, deps);
  await assertPayable(incoming, lamports, deps);

  const { address, encryptedSecret } = await deps.referenceKeys.generate();
  const message = paymentMessage({
    payer: incoming.recipient,
    recipient: incoming.payer,
    platform: incoming.platform,
    reference: address,
    sellerLamports: lamports,
    feeLamports: 0n,
    referenceSigns: true,
    blockhash,
  });
  const signature = await deps.referenceKeys.sign(encryptedSecret, message.serialize());
  const wire = addSignature(encodeUnsigned(message), address, signature);
  const transaction = encodeBase64(wire);
  const { orderId, payer } = incoming;
  const builtAt = deps.clock.now();
  const written = await deps.refunds.open(
    {
      reference: address,
      orderId,
      payer,
      lamports,
      closes,
      transaction,
      builtAt,
      lastValidBlockHeight,
      encryptedSecret,
    },
    builtAt + OVERDUE_AFTER,
  );
  if (!written) throw waitForRefund();
  await deps.watcher.overdue(orderId);
  return { transaction, recipient: incoming.recipient };
}

/** A refund that was built before must have failed for good; one that was sent is enough. */
async function clearAway(open: OpenRefund, platform: string, deps: Deps): Promise<void> {
  const found = await proveRefund(open, platform, deps);
  if (found === "proved") throw new Problem("conflict", { words: "refunded_already" });
  if (found === "unknown") throw waitForRefund();
}

function waitForRefund(): Problem {
  return new Problem("slow_down", { words: "refund_under_way", retryAfterSeconds: 15 });
}

/**
 * A payment that a fork can still undo may never have come: nothing is sent back for it, nor for a
 * second one that would take its place.
 */
async function assertFinal({ orderId, payer }: IncomingPayment, deps: Deps): Promise<void> {
  const signatures = await deps.incomingPayments.signatures(orderId, payer);
  for (let at = 0; at < signatures.length; at += STATUSES_AT_ONCE) {
    const found = await deps.chain.statuses(signatures.slice(at, at + STATUSES_AT_ONCE));
    if (found.every((one) => one?.err === null && one.confirmation === "finalized")) continue;
    throw new Problem("slow_down", { words: "payment_not_final", retryAfterSeconds: 15 });
  }
}

/** What the network would refuse; both sides' balances are looked at before anybody signs. */
async function assertPayable(
  { recipient, payer }: IncomingPayment,
  lamports: bigint,
  deps: Deps,
): Promise<void> {
  const [seller, buyer] = await deps.chain.accounts([recipient, payer]);
  if (!canRemain((buyer?.lamports ?? 0n) + lamports)) {
    throw new Problem("conflict", { words: "refund_below_rent" });
  }
  const left = (seller?.lamports ?? 0n) - lamports - networkFee(2);
  if (left < 0n || !canRemain(left)) {
    throw new Problem("low_balance", { words: "refund_low_balance" });
  }
}
