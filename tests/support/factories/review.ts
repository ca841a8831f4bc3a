import { openDb } from "../../../db/client";
import { reviewsIn, type WrittenReview } from "../../../db/reviews/reviews";

export interface ReviewTraits extends Partial<WrittenReview> {
  /** A settled order of `uid`. */
  orderId: string;
  uid: string;
  id?: string;
  tag?: string;
  /** Epoch ms. */
  at?: number;
}

/** Writes the review of a purchase as the app does, and returns its id. Runs in Node and inside workerd. */
export async function insertReview(db: D1Database, traits: ReviewTraits): Promise<string> {
  const id = traits.id ?? crypto.randomUUID();
  const review = {
    stars: 5,
    text: "",
    name: "",
    tag: "abcd",
    at: Date.now(),
    ...traits,
    id,
  } as const;
  const reviews = reviewsIn(openDb(db));
  // One that is changed keeps its id.
  const { orderId, uid } = review;
  const written = (await reviews.write(review)) ? await reviews.purchase(orderId, uid) : null;
  if (written?.review) return written.review.id;
  throw new Error("review not written: the order is not paid, or not this buyer's");
}
