/** A review as a page shows it: texts in the language of the page. */
export interface ShownReview {
  id: string;
  /** `★★★★☆` */
  stars: string;
  /** The same for screen readers. */
  starsLabel: string;
  name: string;
  /** ISO 8601, and as text. */
  at: string;
  day: string;
  /** What is said beside the date: that it was refunded, and that its stars do not count. */
  marks: { text: string; isWarning: boolean }[];
  text: string;
  /** Empty where the seller has not answered. */
  answer: string;
  answerTitle: string;
}

/** The reviews on the page of a product, with what the page says of them. */
export interface ShownReviews {
  title: string;
  /** Of the page of all reviews. */
  path: string;
  stars: { short: string; label: string } | null;
  /** The seller's refunds; null where nothing was sold. */
  record: string | null;
  /** Where there is none. */
  none: string;
  list: ShownReview[];
  /** A link to each that is cut. */
  whole: string;
  cut: string[];
  report: string;
  /** Leads to all of them; null where the list has them whole. */
  all: string | null;
  /** Leads the viewer to the review of their purchase. */
  own: { path: string; text: string } | null;
}
