import type { ShownKey } from "../../licences/rules/shown-key";
import {
  FEE_KINDS,
  FEE_OWED_KINDS,
  type LedgerKind,
  REVENUE_KINDS_BY_SIGNATURE,
  SHARE_KINDS,
  SHARE_OWED_KINDS,
} from "../../orders/rules/ledger-kinds";
import { isShare, lamportsTo, totalOf } from "../../orders/rules/legs";
import {
  isFinal,
  isGrantedWithoutPayment,
  type Order,
  referenceSigns,
} from "../../orders/rules/order";
import { type Waiver, withdrawalEndsAt } from "../../orders/rules/waiver";
import { networkFee } from "../../solana/payment-constants";

/** The part of a ledger entry that a receipt is made of. Amounts in lamports, times in epoch ms. */
export interface ReceiptEntry {
  kind: LedgerKind;
  lamports: bigint;
  signature: string;
  slot: number;
  at: number;
  payer: string | null;
}

/** A licence key of the buyer; with the title of the item of a bundle that it is for. */
export type ReceiptLicence = ShownKey & { productId: string; title: string | null };

/** A transaction on the chain. */
export interface ReceiptTransaction {
  /** Base58. */
  signature: string;
  /** Null where the record lacks it. */
  slot: number | null;
  /** When it was recorded, epoch ms; null where the record lacks it. */
  at: number | null;
}

export interface ReceiptRefund extends ReceiptTransaction {
  /** Lamports that the buyer's wallet got back. */
  lamports: bigint;
}

/**
 * `granted`: the seller granted the file without a payment. `final`: no rollback can undo the payment.
 */
export type ReceiptState = "paid" | "final" | "granted" | "refunded";

/** What a purchase cost and how it was paid. Amounts in lamports, times in epoch ms. */
export interface ReceiptFacts {
  orderId: string;
  /** The title when it was ordered. */
  title: string;
  state: ReceiptState;
  orderedAt: number;
  /** When the seller granted the file; null for a file that was paid. */
  grantedAt: number | null;
  priceLamports: bigint;
  /** Differs from the price for a payment above or below it; 0 for a file that was granted. */
  paidLamports: bigint;
  /** Shares of the sale, `otherLamports` of those who share in it; null where there was none. */
  shares: { sellerLamports: bigint; feeLamports: bigint; otherLamports: bigint } | null;
  feeBps: number;
  /** Null for a file that was granted. */
  payment: ReceiptTransaction | null;
  /** `buyer`: the transaction was built for the wallet that paid; `sender`: it was not. */
  networkFee: { paidBy: "buyer" | "sender"; estimatedLamports: bigint } | null;
  refunds: ReceiptRefund[];
  /** The right of withdrawal: given up, or until when it stands; null where there was no sale, or it was refunded. */
  withdrawal: { waiver: Waiver | null; endsAt: number } | null;
  /** Null where the record lacks it. */
  buyerWallet: string | null;
  sellerWallet: string;
}

/** A file that was bought. */
export interface ReceiptFile {
  name: string;
  sizeBytes: number;
  /** Hex; empty where the record lacks it. */
  sha256: string;
}

export interface Receipt extends ReceiptFacts {
  productId: string;
  /** What a bundle consisted of; empty for another product. */
  items: { id: string; title: string }[];
  /** Of the release that was bought, in order. Empty where the records lack it. */
  files: ReceiptFile[];
  /** Null where the seller deleted their account. */
  seller: { uid: string; name: string } | null;
}

/** True for orders that were paid for, granted or refunded. */
export function hasReceipt({ status }: Pick<Order, "status">): boolean {
  return status === "paid" || status === "refunded";
}

/** A receipt from the order and its ledger entries, which an old order may lack. */
export function receiptOf(order: Order, entries: readonly ReceiptEntry[]): ReceiptFacts {
  const wasGranted = isGrantedWithoutPayment(order);
  const settling = entries.find(({ signature }) => signature === order.signature);
  const payer = order.payerWallet ?? settling?.payer ?? null;
  const payment = wasGranted ? null : paymentOf(order, settling);
  return {
    orderId: order.id,
    title: order.label,
    state: stateOf(order, wasGranted),
    orderedAt: order.createdAt,
    grantedAt: wasGranted ? order.settledAt : null,
    priceLamports: order.priceLamports,
    paidLamports: order.paidLamports ?? order.priceLamports,
    shares: wasGranted ? null : sharesOf(order, entries),
    feeBps: order.feeBps,
    payment,
    networkFee: payment && networkFeeOf(order),
    refunds: refundsOf(payer, entries),
    withdrawal: withdrawalOf(order, wasGranted),
    buyerWallet: payer ?? order.buyerWallet,
    sellerWallet: order.recipient,
  };
}

function withdrawalOf(order: Order, wasGranted: boolean): ReceiptFacts["withdrawal"] {
  const { status, settledAt, waiver } = order;
  if (status !== "paid" || wasGranted || settledAt === null) return null;
  return { waiver, endsAt: withdrawalEndsAt(settledAt) };
}

function stateOf(order: Order, wasGranted: boolean): ReceiptState {
  if (order.status === "refunded") return "refunded";
  if (wasGranted) return "granted";
  return isFinal(order) ? "final" : "paid";
}

function paymentOf(order: Order, entry: ReceiptEntry | undefined): ReceiptTransaction | null {
  const { signature } = order;
  if (signature === null) return null;
  const slot = order.slot ?? entry?.slot ?? null;
  return { signature, slot, at: order.settledAt ?? entry?.at ?? null };
}

/** From the ledger: a payment below the price that the seller accepted has smaller shares. */
function sharesOf(order: Order, entries: readonly ReceiptEntry[]): ReceiptFacts["shares"] {
  if (entries.length === 0) {
    return {
      sellerLamports: lamportsTo(order.terms, "seller"),
      feeLamports: lamportsTo(order.terms, "platform"),
      otherLamports: totalOf({ legs: order.terms.legs.filter(isShare) }),
    };
  }
  const sale = lamportsOfKinds(entries, REVENUE_KINDS_BY_SIGNATURE);
  const feeLamports = lamportsOfKinds(entries, [...FEE_KINDS, ...FEE_OWED_KINDS]);
  const otherLamports = lamportsOfKinds(entries, [...SHARE_KINDS, ...SHARE_OWED_KINDS]);
  const sellerLamports = sale - feeLamports - otherLamports;
  return sale > 0n ? { sellerLamports, feeLamports, otherLamports } : null;
}

/** Lamports of the entries of these kinds. */
export function lamportsOfKinds(
  entries: readonly ReceiptEntry[],
  kinds: readonly LedgerKind[],
): bigint {
  return entries
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { lamports }) => sum + lamports, 0n);
}

function networkFeeOf(order: Order): ReceiptFacts["networkFee"] {
  const isBuilt = order.built !== null && order.built.account === order.payerWallet;
  const estimatedLamports = networkFee(referenceSigns(order) ? 2 : 1);
  return { paidBy: isBuilt ? "buyer" : "sender", estimatedLamports };
}

/** Transfers back to the wallet that paid, oldest first; one of them can have two entries. */
function refundsOf(wallet: string | null, entries: readonly ReceiptEntry[]): ReceiptRefund[] {
  const refunds = new Map<string, ReceiptRefund>();
  for (const { kind, lamports, signature, slot, at, payer } of entries) {
    if (kind !== "refund" && kind !== "partial_refund" && kind !== "returned") continue;
    if (payer !== null && payer !== wallet) continue;
    const before = refunds.get(signature)?.lamports ?? 0n;
    refunds.set(signature, { signature, slot, at, lamports: before - lamports });
  }
  return [...refunds.values()];
}
