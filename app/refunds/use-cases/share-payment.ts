import type { OpenSharePayment, SharePayments } from "../../../db/orders/share-payments";
import { encodeBase64 } from "../../lib/base64";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher, ReferenceKeys } from "../../orders/ports";
import { type IncomingPayment, unsharedOf } from "../../orders/rules/incoming-payment";
import { type Leg, legsOfSharing, totalOf } from "../../orders/rules/legs";
import { OVERDUE_AFTER_MS } from "../../orders/rules/order-state";
import { acceptedPayment } from "../../orders/rules/recorded-payment";
import { assertAcceptable } from "../../orders/use-cases/settle-payment";
import type { Settlement } from "../../settlement/settlement";
import type { Chain } from "../../solana/chain";
import { matchSignedTransaction } from "../../solana/match-signed-transaction";
import { networkFee } from "../../solana/payment-constants";
import { paymentMessage } from "../../solana/payment-message";
import { canRemain, mayRemain } from "../../solana/rent";
import { addSignature, encodeUnsigned } from "../../solana/wire-transaction";
import { assertFinal } from "./assert-final";
import { type AcceptDeps, settleAccepted } from "./decide-payment";
import { ownIncomingPayment, ownOrder } from "./own-order";

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
  if (isReview) await assertAcceptable({ orderId, ...accepted(incoming, deps) }, deps);

  const able = await receivableOf(due, deps);
  if (able.length === 0) {
    if (!isReview) throw new Problem("conflict", { messageKey: "shares_unreceivable" });
    await settleAccepted(incoming, deps);
    return built(null, recipient, totalOf({ legs: due }));
  }
  await assertPayable(recipient, totalOf({ legs: able }), deps);
  const signed = await signSharing(incoming, able, blockhash, deps);
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

function accepted(incoming: IncomingPayment, { clock }: Pick<Deps, "clock">) {
  const { payment } = acceptedPayment(incoming, clock.now());
  return { payment };
}

/** What others are to receive and have not received; empty where the order's state allows no payment of it. */
async function missingShares(incoming: IncomingPayment, deps: Deps): Promise<Leg[]> {
  const isSale = incoming.status === "paid" && incoming.isPrimary;
  return isSale ? deps.sharePayments.owedOf(incoming.orderId) : unsharedOf(incoming);
}

/** The shares whose wallets can hold them: the network refuses a transaction that leaves one below the rent minimum. */
async function receivableOf(due: readonly Leg[], { chain }: Deps): Promise<Leg[]> {
  const [accounts, rentMinimum] = await Promise.all([
    chain.accounts(due.map(({ wallet }) => wallet)),
    chain.rentMinimum(),
  ]);
  return due.filter(({ amount }, index) =>
    canRemain((accounts[index]?.lamports ?? 0n) + BigInt(amount), rentMinimum),
  );
}

async function assertPayable(seller: string, lamports: bigint, deps: Deps): Promise<void> {
  const [account] = await deps.chain.accounts([seller]);
  const remaining = (account?.lamports ?? 0n) - lamports - networkFee(2);
  if (!(await mayRemain(remaining, deps))) {
    throw new Problem("low_balance", { messageKey: "sharing_low_balance" });
  }
}

/** The transfers with a reference of their own, which has signed; the seller's wallet has not. */
async function signSharing(
  { recipient, platform }: IncomingPayment,
  shares: readonly Leg[],
  blockhash: string,
  { referenceKeys }: Deps,
) {
  const { address, encryptedSecret } = await referenceKeys.generate();
  const { legs } = legsOfSharing(shares);
  const message = paymentMessage({
    payer: recipient,
    platform,
    reference: address,
    legs,
    referenceSigns: true,
    blockhash,
  });
  const signature = await referenceKeys.sign(encryptedSecret, message.serialize());
  const wire = addSignature(encodeUnsigned(message), address, signature);
  return { reference: address, transaction: encodeBase64(wire), encryptedSecret };
}

function sharingUnderWay(): Problem {
  return new Problem("slow_down", { messageKey: "sharing_under_way", retryAfterSeconds: 15 });
}

interface SendDeps {
  orders: Pick<OrderStore, "byId">;
  sharePayments: { openOf(orderId: string): Promise<OpenSharePayment | null> };
  chain: Pick<Chain, "send">;
  watcher: Pick<OrderWatcher, "overdue">;
}

/**
 * Sends it for a wallet that can only sign; it must be the transaction built last for the order. Throws
 * `not_found` (also for another seller's order), `expired` (it can't land any more, or has landed),
 * `invalid_input`; `ChainUnavailable`.
 */
export async function sendSignedSharePayment(
  input: Input & { transaction: string },
  deps: SendDeps,
): Promise<{ signature: string }> {
  const order = await ownOrder(input, deps);
  const open = await deps.sharePayments.openOf(order.id);
  if (!open) throw new Problem("expired");
  const signed = matchSignedTransaction(input.transaction, open.transaction);
  if (!signed) throw new Problem("invalid_input", { field: "transaction" });
  await deps.chain.send(signed.bytes);
  await deps.watcher.overdue(order.id);
  return { signature: signed.signature };
}
