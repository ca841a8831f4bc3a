import type { WrittenReviewReason } from "./order";

export type LedgerKind =
  /** The price of a settled order. */
  | "sale"
  /** The commission paid to the platform, and the part paid to the seller instead. */
  | "fee"
  | "fee_owed"
  /** What others who share in the sale received, and what the seller owes them. */
  | "share"
  | "share_owed"
  /** What came where the seller accepted less than the price: revenue, but no sale. */
  | "partial"
  /** Paid above the price. */
  | "surplus"
  /** Reversals of a sale whose transaction was rolled back. */
  | "rolled_back"
  | "fee_rolled_back"
  | "fee_owed_rolled_back"
  | "surplus_rolled_back"
  | "share_rolled_back"
  | "share_owed_rolled_back"
  /** An undecided payment became a sale: reverses its undecided entry. */
  | "accepted"
  /** The network dropped an undecided payment before it was final: reverses its entry. */
  | "dropped"
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
/** What a settlement records, before commission. */
export const SETTLING_KINDS = ["sale", "partial"] as const satisfies readonly LedgerKind[];
/** Revenue without refunds, which have their own signatures. */
export const REVENUE_KINDS_BY_SIGNATURE = [
  ...SETTLING_KINDS,
  "rolled_back",
] as const satisfies readonly LedgerKind[];
/** What has the signature of a refund. */
export const REFUND_KINDS = [
  "refund",
  "partial_refund",
  "returned",
] as const satisfies readonly LedgerKind[];
/** Commission that reached the platform. */
export const FEE_KINDS = ["fee", "fee_rolled_back"] as const satisfies readonly LedgerKind[];
/** Commission paid to the seller instead, which the seller owes. */
export const FEE_OWED_KINDS = [
  "fee_owed",
  "fee_owed_rolled_back",
] as const satisfies readonly LedgerKind[];
/** What reached the others who share in a sale. */
export const SHARE_KINDS = ["share", "share_rolled_back"] as const satisfies readonly LedgerKind[];
/** Their shares that were paid to the seller, who owes them. */
export const SHARE_OWED_KINDS = [
  "share_owed",
  "share_owed_rolled_back",
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
/** What the seller's decision records of an undecided payment. */
export const DECISION_KINDS = ["accepted", "returned"] as const satisfies readonly LedgerKind[];
/** Kinds with the signature of an undecided payment; their sum by signature is never negative. */
export const UNDECIDED_KINDS = [
  ...INCOMING_KINDS,
  "accepted",
  "dropped",
] as const satisfies readonly LedgerKind[];
/** The same with refunds, which have their own signatures: the sum is still undecided. */
export const UNDECIDED_BALANCE_KINDS = [
  ...INCOMING_KINDS,
  ...DECISION_KINDS,
  "dropped",
] as const satisfies readonly LedgerKind[];
/** Kinds whose sum by wallet can be refunded; commission is part of the price. */
export const REFUNDABLE_KINDS = [
  ...REVENUE_KINDS,
  ...UNDECIDED_BALANCE_KINDS,
  ...SURPLUS_KINDS,
] as const satisfies readonly LedgerKind[];

/**
 * What a rollback of the transaction reverses: the kinds of which nothing stands afterwards, by the kind of
 * the reversal.
 */
export const REVERSED_KINDS = {
  fee_rolled_back: FEE_KINDS,
  fee_owed_rolled_back: FEE_OWED_KINDS,
  surplus_rolled_back: SURPLUS_KINDS,
  share_rolled_back: SHARE_KINDS,
  share_owed_rolled_back: SHARE_OWED_KINDS,
  rolled_back: SALE_KINDS,
} as const satisfies Partial<Record<LedgerKind, readonly LedgerKind[]>>;

/** The kind under which a payment is recorded that puts its order in review. */
export const KIND_OF_REVIEW = {
  owned: "duplicate",
  rolled_back: "unsettled",
  no_stock: "unsettled",
  signature_used: "unsettled",
  late: "unsettled",
  not_shared: "unsettled",
  code_used: "unsettled",
  credit_gone: "unsettled",
} as const satisfies Record<WrittenReviewReason, LedgerKind>;
