import type { SharePayments } from "../../../db/orders/share-payments";
import { Problem } from "../../lib/problem";
import type { OrderWatcher, ReferenceKeys } from "../../orders/ports";
import { type IncomingPayment, unsharedOf } from "../../orders/rules/incoming-payment";
import { type Leg, legsOfSharing, totalOf } from "../../orders/rules/legs";
import { OVERDUE_AFTER_MS } from "../../orders/rules/order-state";
import { acceptedPayment } from "../../orders/rules/recorded-payment";
import { assertAcceptable } from "../../orders/use-cases/settle-payment";
import type { Settlement } from "../../settlement/settlement";
import type { Chain } from "../../solana/chain";
import { canRemain } from "../../solana/rent";
import { assertFinal } from "./assert-final";
import { type AcceptDeps, settleAccepted } from "./decide-payment";
import { ownIncomingPayment } from "./own-order";
import { canSend, signByReference } from "./sellers-transaction";

interface Input {
  orderId: string;
  sellerUid: string;
}

interface Deps extends AcceptDeps {
  chain: AcceptDeps["chain"] & Pick<Chain, "latestBlockhash" | "pace" | "rentMinimum" | "accounts">;
  settlement: AcceptDeps["settlement"] & Pick<Settlement, "proveSharing">;
  sharePayments: SharePayments;
  referenceKeys: ReferenceKeys;
  watcher: AcceptDeps["watcher"] & Pick<OrderWatcher, "overdue">;
}

export interface BuiltSharePayment {
  /**
   * Wire bytes, base64; the seller's signature slot is empty. Null where none of the others can receive anything
   * now: the payment was accepted, and their shares are owed.
   */
  transaction: string | null;
  /** The only wallet that can sign it. */
  recipient: string;
  /** Lamports of shares that stay owed, because their wallets can't receive them now. */
  owedLamports: string;
}

/**
 * The transaction by which a seller pays what others are to receive of a sale: of a payment that came whole to the
 * seller, which is accepted once it is final, or of what is owed of a sale. While a built one can land, the same
 * bytes are returned, so that nobody is paid twice.
 * Throws `not_found` (also for another seller's order), `conflict` (nothing is owed, or nobody who is owed can
 * receive), `held`, `sold_out`, `low_balance`, `slow_down` (also while the payment is not final, or a refund can
 * land); `ChainUnavailable`.
 */
export async function buildSharePayment(input: Input, deps: Deps): Promise<BuiltSharePayment> {
  const incoming = await ownIncomingPayment({ ...input, payer: null }, deps);
  const { orderId, recipient } = incoming;
  const due = await missingShares(incoming, deps);
  if (due.length === 0) throw new Problem("conflict", { messageKey: "nothing_to_share" });

  const { blockhash, lastValidBlockHeight } = await deps.chain.latestBlockhash();
  const open = await deps.sharePayments.openOf(orderId);
  if (open) {
    const { blockhashBlocks } = await deps.chain.pace();
    if (lastValidBlockHeight - blockhashBlocks <= open.lastValidBlockHeight) {
      await deps.watcher.overdue(orderId);
      return built(open.transaction, recipient, totalOf({ legs: due }) - totalOf(open));
    }
    const found = await deps.settlement.proveSharing(open, incoming.platform);
    if (found === "proved") throw new Problem("conflict", { messageKey: "shared_already" });
    if (found === "unknown") throw sharingUnderWay();
  }
  await assertFinal(incoming, deps);
  const isReview = incoming.status === "review";
  if (isReview) {
    const { payment } = acceptedPayment(incoming, deps.clock.now());
    await assertAcceptable({ orderId, payment }, deps);
  }

  const { able, balance } = await readAccounts(recipient, due, deps);
  if (able.length === 0) {
    if (!isReview) throw new Problem("conflict", { messageKey: "shares_unreceivable" });
    await settleAccepted(incoming, deps);
    return built(null, recipient, totalOf({ legs: due }));
  }
  if (!(await canSend(totalOf({ legs: able }), balance, deps))) {
    throw new Problem("low_balance", { messageKey: "sharing_low_balance" });
  }
  const { legs } = legsOfSharing(able);
  const { platform } = incoming;
  const signed = await signByReference({ recipient, platform, legs, blockhash }, deps);
  const builtAt = deps.clock.now();
  const payment = { ...signed, orderId, legs: able, builtAt, lastValidBlockHeight };
  const written = await deps.sharePayments.open(payment, builtAt + OVERDUE_AFTER_MS);
  if (!written) throw sharingUnderWay();
  await deps.watcher.overdue(orderId);
  return built(signed.transaction, recipient, totalOf({ legs: due }) - totalOf({ legs: able }));
}

function built(transaction: string | null, recipient: string, owed: bigint): BuiltSharePayment {
  return { transaction, recipient, owedLamports: owed.toString() };
}

/** What others are to receive and have not received; empty where the order's state allows no payment of it. */
async function missingShares(incoming: IncomingPayment, deps: Deps): Promise<Leg[]> {
  const isSale = incoming.status === "paid" && incoming.isPrimary;
  return isSale ? deps.sharePayments.owedOf(incoming.orderId) : unsharedOf(incoming);
}

/**
 * The shares whose wallets can hold them, since the network refuses a transaction that leaves one below the rent
 * minimum; and what the seller's wallet has, in lamports.
 */
async function readAccounts(
  seller: string,
  due: readonly Leg[],
  { chain }: Deps,
): Promise<{ able: Leg[]; balance: bigint }> {
  const [accounts, rentMinimum] = await Promise.all([
    chain.accounts([seller, ...due.map(({ wallet }) => wallet)]),
    chain.rentMinimum(),
  ]);
  const [balance = 0n, ...others] = accounts.map((account) => account?.lamports ?? 0n);
  const able = due.filter(({ amount }, index) =>
    canRemain((others[index] ?? 0n) + BigInt(amount), rentMinimum),
  );
  return { able, balance };
}

function sharingUnderWay(): Problem {
  return new Problem("slow_down", { messageKey: "sharing_under_way", retryAfterSeconds: 15 });
}
