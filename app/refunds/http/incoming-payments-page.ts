import { formatSol } from "../../lib/lamports";
import type { Settings } from "../../lib/ports";
import {
  caseOf,
  isAcceptable,
  type ReceivedMoney,
  refundOf,
} from "../../orders/rules/incoming-payment";
import { explorerLink } from "../../solana/explorer";

export type ShownMoney = ReturnType<typeof shownMoney>;

/** A payment as a seller sees it: amounts are SOL as decimal text. */
export function shownMoney(money: ReceivedMoney, cluster: Settings["cluster"]) {
  const reason = caseOf(money);
  // What came beside a sale is given back without touching the sale.
  const scope = reason === "duplicate" ? ("extra" as const) : ("all" as const);
  return {
    ...facts(money, cluster),
    reason,
    acceptable: isAcceptable(money),
    gone: reason === "vanished" && money.balance <= 0n,
    refund: shownRefund(money, scope),
  };
}

/** A sale, which is refunded whole. */
export function shownSale(money: ReceivedMoney, cluster: Settings["cluster"]) {
  return { ...facts(money, cluster), status: money.status, refund: shownRefund(money, "all") };
}

function facts(money: ReceivedMoney, cluster: Settings["cluster"]) {
  const { orderId, title, payer, signature, at, refundBuiltAt } = money;
  return {
    orderId,
    title,
    payer,
    signature,
    at,
    explorer: explorerLink(signature, cluster),
    price: formatSol(money.priceLamports),
    received: formatSol(money.paid),
    underWay: refundBuiltAt !== null,
  };
}

function shownRefund(money: ReceivedMoney, scope: "all" | "extra") {
  const { lamports, closes } = refundOf(money, scope);
  if (lamports <= 0n) return null;
  const fee = closes && money.feePaid > 0n ? formatSol(money.feePaid) : null;
  return {
    scope,
    amount: formatSol(lamports),
    /** Commission that the seller bears; null where none was paid. */
    fee,
    /** True where a sale ends by it. */
    ends: closes && money.sale > 0n,
    recipient: money.recipient,
  };
}
