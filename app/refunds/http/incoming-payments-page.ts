import { formatSol } from "../../lib/lamports";
import type { Settings } from "../../lib/ports";
import {
  type IncomingPayment,
  isAcceptable,
  isShortPayment,
  refundOf,
  reviewCaseOf,
  unsharedOf,
} from "../../orders/rules/incoming-payment";
import { totalOf } from "../../orders/rules/legs";
import { explorerLink } from "../../solana/explorer";
import type { WithdrawalToDecide } from "../../withdrawals/use-cases/decide-withdrawal";

export type ShownIncomingPayment = ReturnType<typeof shownIncomingPayment>;

/** A payment as a seller sees it: amounts are SOL as decimal text. */
export function shownIncomingPayment(incoming: IncomingPayment, cluster: Settings["cluster"]) {
  const reason = reviewCaseOf(incoming);
  const isShort = isShortPayment(incoming);
  // Neither a duplicate payment nor one below the price ends the sale or the order.
  const scope = reason === "duplicate" || isShort ? ("extra" as const) : ("all" as const);
  return {
    ...facts(incoming, cluster),
    ...(isShort && { paid: formatSol(incoming.waiting) }),
    reason,
    isShort,
    isDismissed: incoming.isDismissed,
    isAcceptable: isAcceptable(incoming),
    rolledBack: reason === "rolled_back" && incoming.balance <= 0n,
    refund: shownRefund(incoming, scope),
    sharing: shownSharing(incoming, totalOf({ legs: unsharedOf(incoming) })),
  };
}

/** A sale, which is refunded in full. */
export function shownSale(incoming: IncomingPayment, cluster: Settings["cluster"]) {
  return {
    ...facts(incoming, cluster),
    received: formatSol(incoming.paid - incoming.feePaid - incoming.sharesPaid),
    status: incoming.status,
    refund: shownRefund(incoming, "all"),
    sharing: shownSharing(incoming, incoming.status === "paid" ? incoming.sharesOwed : 0n),
  };
}

/** A declaration as the seller decides on it; `payment` is what the order rests on, null for none. */
export function shownWithdrawal(
  { priceLamports, ...declaration }: WithdrawalToDecide,
  payment: IncomingPayment | null,
  cluster: Settings["cluster"],
) {
  return {
    ...declaration,
    price: formatSol(priceLamports),
    payer: payment?.payer ?? null,
    refundPending: payment?.refundBuiltAt != null,
    payment: payment && { ...facts(payment, cluster), refund: shownRefund(payment, "all") },
  };
}

function facts(incoming: IncomingPayment, cluster: Settings["cluster"]) {
  const { orderId, title, payer, signature, at, refundBuiltAt, code } = incoming;
  return {
    code: code?.name ?? "",
    discount: formatSol(code?.lamports ?? 0n),
    orderId,
    title,
    payer,
    signature,
    at,
    explorer: explorerLink(signature, cluster),
    price: formatSol(incoming.priceLamports),
    paid: formatSol(incoming.paid),
    refundPending: refundBuiltAt !== null,
    sharingPending: incoming.sharingBuiltAt !== null,
  };
}

/** What the seller pays to others who share in a sale; null where nothing is owed to them. */
function shownSharing({ recipient, title }: IncomingPayment, lamports: bigint) {
  return lamports > 0n ? { amount: formatSol(lamports), title, recipient } : null;
}

function shownRefund(incoming: IncomingPayment, scope: "all" | "extra") {
  const { lamports, closes } = refundOf(incoming, scope);
  if (lamports <= 0n) return null;
  const fee = closes && incoming.feePaid > 0n ? formatSol(incoming.feePaid) : null;
  const hasShares = closes && incoming.sharesPaid > 0n;
  return {
    scope,
    amount: formatSol(lamports),
    /** Of a sale that others share in: what they and the seller got of it; null for another one. */
    shares: hasShares
      ? {
          others: formatSol(incoming.sharesPaid),
          received: formatSol(incoming.paid - incoming.feePaid - incoming.sharesPaid),
        }
      : null,
    /** Commission, which is not refunded to the seller; null where none was paid. */
    fee,
    /** True where the refund ends a sale. */
    endsSale: closes && incoming.sale > 0n,
    recipient: incoming.recipient,
  };
}
