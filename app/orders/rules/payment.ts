import type { PaidLeg } from "./legs";

/** The payment terms, fixed at the creation of an order. */
export interface OrderTerms {
  reference: string;
  recipient: string;
  platform: string;
  legs: readonly PaidLeg[];
  /** The wallet that must pay, or null when any wallet may. */
  boundWallet: string | null;
}

export interface Payment {
  signature: string;
  slot: number;
  /** The wallet that paid the seller; it can differ from the fee payer. */
  payer: string;
  /** Lamports to the seller in all transfers of that wallet for the order; of two legs, all but the commission. */
  sellerPaid: bigint;
  /** Lamports to the platform, likewise, with the commission of a settled order. */
  feePaid: bigint;
  /** Lamports of the one transfer for each leg: what it covers of a price. */
  covered: bigint;
  /** Lamports above the price. */
  surplus: bigint;
  /** Lamports of the fee that were paid to the seller instead. */
  feeOwed: bigint;
  /** What reached those who share in the sale. Absent where the order has no such leg. */
  shares?: PaidShares;
  /** True where the reference signed, as it must in a transaction with held stock. */
  referenceSigned: boolean;
  /** True where the signed bytes tell that the transaction names no other order. */
  isAlone?: boolean;
  /** What other wallets sent for the order in the same transaction. Absent where none did. */
  others?: WalletAmount[];
}

export interface PaidShares {
  /** Lamports to authors and affiliates. */
  paid: bigint;
  /** Lamports of their legs; the leg of the wallet that pays is due to nobody. */
  due: bigint;
  /** False where the seller received the whole price, and a leg was not paid. */
  isComplete: boolean;
}

/** All that the payer sent, in lamports. */
export function sentBy({
  sellerPaid,
  feePaid,
  shares,
}: Pick<Payment, "sellerPaid" | "feePaid" | "shares">): bigint {
  return sellerPaid + feePaid + (shares?.paid ?? 0n);
}

/**
 * What a refund of a payment that settles nothing returns, in lamports: what reached the seller. With two legs
 * it has the commission too, which the seller bears.
 */
export function returnableOf(payment: Pick<Payment, "sellerPaid" | "feePaid" | "shares">): bigint {
  return payment.shares ? payment.sellerPaid : payment.sellerPaid + payment.feePaid;
}

export interface WalletAmount {
  payer: string;
  lamports: bigint;
}

/** The keys of an order by which transfers are assigned to it. */
export type OrderKeys = Pick<OrderTerms, "reference" | "recipient" | "platform" | "legs">;
