/** Why a product or a review of it is reported; the words are `page-report:reasons`. */
export const REPORT_REASONS = [
  "illegal",
  "copyright",
  "counterfeit",
  "privacy",
  "fraud",
  "minors",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What the operator did with the product or the review; the words are `page-report:decisions` and `reviewDecisions`. */
export const REPORT_DECISIONS = ["removed", "kept", "other"] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

/** In characters: a page of text. */
export const MAX_REPORT_CHARS = 3_000;

export interface ReportAnswer {
  decision: ReportDecision;
  /** Why, in the operator's words. */
  reason: string;
  /** Epoch ms. */
  at: number;
}

/** A report as its reporter sees it. */
export interface Report {
  productId: string;
  /** The product's title of then. */
  title: string;
  /** Of the product's review that is reported; null where it is the product. */
  reviewId: string | null;
  reason: ReportReason;
  text: string;
  /** Empty where the reporter gave none. */
  email: string;
  /** Epoch ms. */
  createdAt: number;
  /** Null until the operator answers. */
  answer: ReportAnswer | null;
}

export interface ReportBounds {
  /** Reports of one product since `since`. */
  ofProduct: number;
  /** Reports of all products since `since`. */
  inAll: number;
  /** Epoch ms. */
  since: number;
  /** Reports that are stored at most. */
  stored: number;
}
