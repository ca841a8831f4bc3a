import type { RawTransaction } from "../../solana/raw-transaction";
import { type SystemTransfer, systemTransfers } from "../../solana/system-transfers";

/** The payment terms, fixed at the creation of an order. */
export interface OrderTerms {
  reference: string;
  recipient: string;
  platform: string;
  /** Lamports. */
  sellerLamports: bigint;
  /** Lamports. */
  feeLamports: bigint;
  /** The wallet that must pay, or null when any wallet may. */
  boundWallet: string | null;
}

export interface Payment {
  signature: string;
  slot: number;
  /** The wallet that paid the seller; it can differ from the fee payer. */
  payer: string;
  /** Lamports to the seller. */
  sellerPaid: bigint;
  /** Lamports to the platform. */
  feePaid: bigint;
  /** Lamports above the price. */
  surplus: bigint;
  /** Lamports of the fee that were paid to the seller instead. */
  feeOwed: bigint;
  /** True where the reference signed, as it must in a transaction with held stock. */
  referenceSigned: boolean;
}

export type NotAPayment =
  | "no_meta"
  | "failed"
  | "other_signature"
  | "no_transfer"
  | "payer_is_recipient"
  | "payer_did_not_sign";

export type Verdict =
  | { kind: "settled"; payment: Payment }
  | { kind: "paid_by_other"; payment: Payment }
  | { kind: "underpaid"; payment: Payment }
  | { kind: "not_a_payment"; reason: NotAPayment };

/**
 * Verifies a transaction against the terms of an order. Only its transfers count: their position,
 * their number and other instructions are ignored.
 */
export function verifyPayment(order: OrderTerms, signature: string, raw: RawTransaction): Verdict {
  if (!raw.meta) return notAPayment("no_meta");
  if (raw.meta.err !== null) return notAPayment("failed");
  if (raw.transaction.signatures[0] !== signature) return notAPayment("other_signature");

  const transfers = systemTransfers(raw).filter(
    (transfer) => isForOrder(order, transfer) && transfer.lamports > 0n,
  );
  if (transfers.length === 0) return notAPayment("no_transfer");
  const fromOthers = transfers.filter((transfer) => transfer.source !== order.recipient);
  if (fromOthers.length === 0) return notAPayment("payer_is_recipient");
  const signed = fromOthers.filter((transfer) => transfer.sourceSigned);
  if (signed.length === 0) return notAPayment("payer_did_not_sign");

  const payment: Payment = {
    signature,
    slot: raw.slot,
    ...amountsOf(order, signed),
    referenceSigned: isReferenceSigned(order, raw),
  };
  if (!coversPrice(order, payment)) return { kind: "underpaid", payment };
  const bound = order.boundWallet;
  const kind = bound && bound !== payment.payer ? "paid_by_other" : "settled";
  return { kind, payment };
}

/** A transfer has exactly one reference: with two it could pay two orders. */
function isForOrder(order: OrderTerms, { destination, extra }: SystemTransfer): boolean {
  if (extra[0] !== order.reference) return false;
  if (extra.length === 1) return destination === order.recipient || destination === order.platform;
  const namesPlatform = order.feeLamports === 0n && extra[1] === order.platform;
  return destination === order.recipient && namesPlatform && extra.length === 2;
}

type Amounts = Omit<Payment, "signature" | "slot" | "referenceSigned">;

/** The payment of the bound wallet where it covers the price, else the largest of any wallet. */
function amountsOf(order: OrderTerms, transfers: SystemTransfer[]): Amounts {
  const toSeller = transfers.filter(({ destination }) => destination === order.recipient);
  const own = largest(toSeller.filter(({ source }) => source === order.boundWallet));
  const ofBound = own && amountsWith(order, transfers, own);
  if (ofBound && coversPrice(order, ofBound)) return ofBound;
  return amountsWith(order, transfers, largest(toSeller));
}

/** Counts one transfer to the seller and one other to the platform; transfers are not added up. */
function amountsWith(
  order: OrderTerms,
  transfers: SystemTransfer[],
  seller: SystemTransfer | undefined,
): Amounts {
  const toPlatform = transfers.filter(({ destination }) => destination === order.platform);
  const fee = largest(toPlatform.filter((transfer) => transfer !== seller));
  const sellerPaid = seller?.lamports ?? 0n;
  const feePaid = fee?.lamports ?? 0n;
  const price = order.sellerLamports + order.feeLamports;
  return {
    payer: (seller ?? fee)?.source ?? "",
    sellerPaid,
    feePaid,
    surplus: atLeastZero(sellerPaid + feePaid - price),
    feeOwed: atLeastZero(order.feeLamports - feePaid),
  };
}

function largest(transfers: SystemTransfer[]): SystemTransfer | undefined {
  return transfers.reduce<SystemTransfer | undefined>(
    (top, transfer) => (top && top.lamports >= transfer.lamports ? top : transfer),
    undefined,
  );
}

/** True where both shares were paid, or the seller received the whole price. */
function coversPrice(
  order: OrderTerms,
  { sellerPaid, feePaid }: Pick<Amounts, "sellerPaid" | "feePaid">,
): boolean {
  const split = sellerPaid >= order.sellerLamports && feePaid >= order.feeLamports;
  return split || sellerPaid >= order.sellerLamports + order.feeLamports;
}

function isReferenceSigned({ reference }: OrderTerms, { transaction }: RawTransaction): boolean {
  const { accountKeys, header } = transaction.message;
  return accountKeys.slice(0, header.numRequiredSignatures).includes(reference);
}

function atLeastZero(lamports: bigint): bigint {
  return lamports > 0n ? lamports : 0n;
}

function notAPayment(reason: NotAPayment): Verdict {
  return { kind: "not_a_payment", reason };
}
