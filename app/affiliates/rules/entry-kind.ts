/** Kinds of entries in the books of an affiliate. */
export type AffiliateEntryKind =
  /** A part of a sale, paid. */
  | "share"
  | "share_rolled_back"
  /** One that the seller owes. */
  | "share_owed"
  | "share_owed_rolled_back"
  /** Of a sale that the seller has refunded. */
  | "due_back"
  /** Taken off a part for such a sale. */
  | "withheld"
  | "withheld_rolled_back";
