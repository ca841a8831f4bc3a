import type { RawTransaction } from "../../solana/raw-transaction";
import { type SystemTransfer, systemTransfers } from "../../solana/system-transfers";

/** What an order froze when it was created. */
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
  /** The wallet that paid the seller, which need not be the fee payer. */
  payer: string;
  /** Lamports to the seller. */
  sellerPaid: bigint;
  /** Lamports to the platform. */
  feePaid: bigint;
  /** Lamports above the price. */
  surplus: bigint;
  /** Lamports of the fee that went to the seller instead. */
  feeOwed: bigint;
  /** True when the order's own key signed, as it must for a message built on held stock. */
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
 * Judges one transaction, as the network returned it, against an order's frozen terms.
 * Only the effect counts: position, number and neighbours of the transfers do not.
 */
export function verifyPayment(order: OrderTerms, signature: string, raw: RawTransaction): Verdict {
  if (!raw.meta) return notAPayment("no_meta");
  if (raw.meta.err !== null) return notAPayment("failed");
  if (raw.transaction.signatures[0] !== signature) return notAPayment("other_signature");

  const legs = systemTransfers(raw).filter((leg) => isForOrder(order, leg) && leg.lamports > 0n);
  if (legs.length === 0) return notAPayment("no_transfer");
  const moving = legs.filter((leg) => leg.source !== order.recipient);
  if (moving.length === 0) return notAPayment("payer_is_recipient");
  const signed = moving.filter((leg) => leg.sourceSigned);
  if (signed.length === 0) return notAPayment("payer_did_not_sign");

  const payment = { signature, slot: raw.slot, ...measure(order, signed) };
  const complete = { ...payment, referenceSigned: referenceSigned(order, raw) };
  if (!covers(order, complete)) return { kind: "underpaid", payment: complete };
  const bound = order.boundWallet;
  const kind = bound && bound !== complete.payer ? "paid_by_other" : "settled";
  return { kind, payment: complete };
}

/** Exactly one reference on a leg: an instruction that carries two could pay two orders. */
function isForOrder(order: OrderTerms, { destination, extra }: SystemTransfer): boolean {
  if (extra[0] !== order.reference) return false;
  if (extra.length === 1) return destination === order.recipient || destination === order.platform;
  const platformRides = order.feeLamports === 0n && extra[1] === order.platform;
  return destination === order.recipient && platformRides && extra.length === 2;
}

type Measured = Omit<Payment, "signature" | "slot" | "referenceSigned">;

/** The bound wallet's own payment where it is enough; else the best there is, whoever paid it. */
function measure(order: OrderTerms, legs: SystemTransfer[]): Measured {
  const toSeller = legs.filter((leg) => leg.destination === order.recipient);
  const own = best(toSeller.filter((leg) => leg.source === order.boundWallet));
  const ofBound = own && measureWith(order, legs, own);
  return ofBound && covers(order, ofBound) ? ofBound : measureWith(order, legs, best(toSeller));
}

/** One seller leg and one other, distinct platform leg; legs are never added up. */
function measureWith(
  order: OrderTerms,
  legs: SystemTransfer[],
  seller: SystemTransfer | undefined,
): Measured {
  const fee = best(legs.filter((leg) => leg.destination === order.platform && leg !== seller));
  const sellerPaid = seller?.lamports ?? 0n;
  const feePaid = fee?.lamports ?? 0n;
  const price = order.sellerLamports + order.feeLamports;
  return {
    payer: (seller ?? fee)?.source ?? "",
    sellerPaid,
    feePaid,
    surplus: positive(sellerPaid + feePaid - price),
    feeOwed: positive(order.feeLamports - feePaid),
  };
}

function best(legs: SystemTransfer[]): SystemTransfer | undefined {
  return legs.reduce<SystemTransfer | undefined>(
    (top, leg) => (top && top.lamports >= leg.lamports ? top : leg),
    undefined,
  );
}

function covers(order: OrderTerms, { sellerPaid, feePaid }: Measured): boolean {
  const split = sellerPaid >= order.sellerLamports && feePaid >= order.feeLamports;
  return split || sellerPaid >= order.sellerLamports + order.feeLamports;
}

function referenceSigned({ reference }: OrderTerms, { transaction }: RawTransaction): boolean {
  const { accountKeys, header } = transaction.message;
  return accountKeys.slice(0, header.numRequiredSignatures).includes(reference);
}

function positive(lamports: bigint): bigint {
  return lamports > 0n ? lamports : 0n;
}

function notAPayment(reason: NotAPayment): Verdict {
  return { kind: "not_a_payment", reason };
}
