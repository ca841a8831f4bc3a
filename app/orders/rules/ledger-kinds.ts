import type { WrittenReviewReason } from "./order";

export type LedgerKind =
  /** The price of a settled order. */
  | "sale"
  /** The commission paid to the platform, and the part paid to the seller instead. */
  | "fee"
  | "fee_owed"
  /** What came where the seller accepted less than the price: revenue, but no sale. */
  | "partial"
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
  /** Refunds of a sale, of a partial payment, and of what settled nothing. All negative. */
  | "refund"
  | "partial_refund"
  | "returned";

/** Kinds whose sum is the amount of a sale; each is counted as one, or as one less. */
export const SALE_KINDS = [
  "sale",
  "rolled_back",
  "refund",
] as const satisfies readonly LedgerKind[];
/** The same of a payment below the price that the seller accepted. It counts as no sale. */
export const PARTIAL_KINDS = ["partial", "partial_refund"] as const satisfies readonly LedgerKind[];
/** Kinds whose sum is what settled an order. */
export const REVENUE_KINDS = [
  ...SALE_KINDS,
  ...PARTIAL_KINDS,
] as const satisfies readonly LedgerKind[];
/** The same without refunds, which have their own signatures. */
export const REVENUE_KINDS_BY_SIGNATURE = [
  "sale",
  "rolled_back",
  "partial",
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

/** The kind under which a payment is recorded that puts its order in review. */
export const KIND_OF_REVIEW = {
  owned: "duplicate",
  rolled_back: "unsettled",
  no_stock: "unsettled",
  signature_used: "unsettled",
  late: "unsettled",
} as const satisfies Record<WrittenReviewReason, LedgerKind>;
