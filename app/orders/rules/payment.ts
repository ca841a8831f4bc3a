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
  /** Lamports to the seller in all transfers of that wallet for the order. */
  sellerPaid: bigint;
  /** Lamports to the platform, likewise, with the commission of a settled order. */
  feePaid: bigint;
  /** Lamports of the one leg to the seller and the one to the platform: what it covers of a price. */
  covered: bigint;
  /** Lamports above the price. */
  surplus: bigint;
  /** Lamports of the fee that were paid to the seller instead. */
  feeOwed: bigint;
  /** True where the reference signed, as it must in a transaction with held stock. */
  referenceSigned: boolean;
  /** True where the signed bytes tell that the transaction names no other order. */
  isAlone?: boolean;
  /** What other wallets sent for the order in the same transaction. Absent where none did. */
  others?: WalletAmount[];
}

export interface WalletAmount {
  payer: string;
  lamports: bigint;
}

/** The keys of an order by which transfers are assigned to it. */
export type OrderKeys = Pick<OrderTerms, "reference" | "recipient" | "platform">;
