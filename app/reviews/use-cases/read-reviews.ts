import type { OwnReview, ReviewPosition, Reviews } from "../../../db/reviews/reviews";
import { Problem } from "../../lib/problem";
import { type Rating, ratingOf } from "../../products/rules/rating";
import { REVIEWS_A_PAGE } from "../rules/review";

/** A page of reviews, newest first. */
export interface ReviewsPage {
  reviews: OwnReview[];
  /** Null on the last page. */
  next: string | null;
}

export interface ProductReviewsPage extends ReviewsPage {
  productId: string;
  title: string;
  rating: Rating | null;
}

/** All reviews of a product on sale or disabled that are shown. Throws `not_found`. */
export async function readProductReviews(
  { productId, before }: { productId: string; before: string | null },
  { reviews }: { reviews: Pick<Reviews, "product" | "ofProduct"> },
): Promise<ProductReviewsPage> {
  const [product, found] = await Promise.all([
    reviews.product(productId),
    reviews.ofProduct(productId, positionOf(before), REVIEWS_A_PAGE + 1),
  ]);
  if (!product) throw new Problem("not_found");
  return { productId, title: product.title, rating: ratingOf(product), ...pageOf(found) };
}

/** The reviews of a seller's products. */
export async function readReceivedReviews(
  { ownerUid, before }: { ownerUid: string; before: string | null },
  { reviews }: { reviews: Pick<Reviews, "ofSeller"> },
): Promise<ReviewsPage> {
  return pageOf(await reviews.ofSeller(ownerUid, positionOf(before), REVIEWS_A_PAGE + 1));
}

function pageOf(found: OwnReview[]): ReviewsPage {
  const reviews = found.slice(0, REVIEWS_A_PAGE);
  const last = found.length > REVIEWS_A_PAGE ? reviews.at(-1) : undefined;
  return { reviews, next: last ? `${last.createdAt}-${last.id}` : null };
}

/** The first page where the cursor is none of ours. */
function positionOf(cursor: string | null): ReviewPosition | null {
  const [, at = "", id = ""] = /^(\d{1,15})-([\w-]{1,64})$/.exec(cursor ?? "") ?? [];
  return id ? { createdAt: Number(at), id } : null;
}
