export type LedgerKind =
  /** The price of a settled order. */
  | "sale"
  /** The commission paid to the platform, and the part paid to the seller instead. */
  | "fee"
  | "fee_owed"
  /** Paid above the price. */
  | "surplus"
  /** Reversals of a sale whose transaction was rolled back. */
  | "rolled_back"
  | "fee_rolled_back"
  | "fee_owed_rolled_back"
  | "surplus_rolled_back"
  /** An undecided payment became a sale: reverses its undecided entry. */
  | "accepted"
  /** Payments that settled nothing: wrong wallet, second payment, too little, no stock or too late. */
  | "misdirected"
  | "duplicate"
  | "short"
  | "unsettled"
  /** Refunds of a sale, and of other payments. Both negative. */
  | "refund"
  | "returned";

/** Kinds whose sum is the amount of a sale. */
export const SALE_KINDS = [
  "sale",
  "rolled_back",
  "refund",
] as const satisfies readonly LedgerKind[];
/** Commission that reached the platform. */
export const FEE_KINDS = ["fee", "fee_rolled_back"] as const satisfies readonly LedgerKind[];
/** Commission paid to the seller instead, which the seller owes. */
export const FEE_OWED_KINDS = [
  "fee_owed",
  "fee_owed_rolled_back",
] as const satisfies readonly LedgerKind[];
/** Paid above the price. */
export const SURPLUS_KINDS = [
  "surplus",
  "surplus_rolled_back",
] as const satisfies readonly LedgerKind[];
/** Payments that settled nothing when they came. */
export const INCOMING_KINDS = [
  "misdirected",
  "duplicate",
  "short",
  "unsettled",
] as const satisfies readonly LedgerKind[];
/** Kinds with the signature of an undecided payment; their sum by signature is never negative. */
export const UNDECIDED_KINDS = [
  ...INCOMING_KINDS,
  "accepted",
] as const satisfies readonly LedgerKind[];
/** The same with refunds, which have their own signatures: the sum is still undecided. */
export const UNDECIDED_BALANCE_KINDS = [
  ...UNDECIDED_KINDS,
  "returned",
] as const satisfies readonly LedgerKind[];
