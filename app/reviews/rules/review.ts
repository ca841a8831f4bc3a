/** What buyers say of a product: one review for each order that was paid, with one to five stars. */

import type { RefundRecord } from "./refund-record";

/** What became of the payment that a review rests on; `reversed`: the network rolled it back. */
export const REVIEW_STANDINGS = ["paid", "refunded", "reversed"] as const;
export type ReviewStanding = (typeof REVIEW_STANDINGS)[number];

export const STARS = [1, 2, 3, 4, 5] as const;
export type StarCount = (typeof STARS)[number];

/** `★★★★☆` */
export function starRow(stars: StarCount): string {
  return "★".repeat(stars) + "☆".repeat(STARS.length - stars);
}

/** In characters: a page of text. */
export const MAX_REVIEW_CHARS = 2_000;
export const MAX_ANSWER_CHARS = 2_000;
/** In characters: a line in narrow windows. */
export const MAX_PUBLIC_NAME_CHARS = 40;

/** Reviews that a product's page shows, the newest. */
export const SHOWN_REVIEWS = 5;
/** Characters of each of their texts there; the page of all reviews has the whole. */
export const MAX_EXCERPT_CHARS = 600;
/** On a page of all reviews. */
export const REVIEWS_A_PAGE = 20;

/** Characters of the name of a buyer who chose none, without those that look like another one. */
const TAG_CHARS = "23456789abcdefghjkmnpqrstuvwxyz";
export const TAG_LENGTH = 4;

/** A name for a buyer who chose none. Each review has one of its own, so that nobody finds what else a person bought. */
export function tagOf(bytes: Uint8Array): string {
  return [...bytes.slice(0, TAG_LENGTH)]
    .map((byte) => TAG_CHARS[byte % TAG_CHARS.length] ?? "")
    .join("");
}

export function starsOf(text: string): StarCount | null {
  return STARS.find((stars) => String(stars) === text) ?? null;
}

/** A review as everybody sees it. */
export interface PublicReview {
  id: string;
  stars: StarCount;
  /** Empty where the buyer wrote none. */
  text: string;
  /** As the buyer chose it; empty for none. */
  name: string;
  /** Null where the buyer deleted their account. */
  tag: string | null;
  /** The seller paid the purchase back. */
  isRefunded: boolean;
  /** False where its stars are not in the product's. */
  counts: boolean;
  /** Empty where the seller has not answered. */
  answer: string;
  /** Epoch ms. */
  createdAt: number;
}

/** What the page of a product says of its reviews. */
export interface ReviewsOfProduct {
  /** Those that everybody sees. */
  count: number;
  /** The newest of them. */
  newest: PublicReview[];
  /** Of the seller; null where the account is gone. */
  record: RefundRecord | null;
  /** The viewer's order that a review can be written for; null for none. */
  orderId: string | null;
}
