import type { OwnReview, Reviews } from "../../../db/reviews/reviews";
import { cleanText } from "../../lib/clean-text";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { MAX_ANSWER_CHARS } from "../rules/review";

interface Answered {
  id: string;
  ownerUid: string;
}

/** A review of a product of this seller. Throws `not_found`. */
export async function readReviewToAnswer(
  { id, ownerUid }: Answered,
  { reviews }: { reviews: Pick<Reviews, "toAnswer"> },
): Promise<OwnReview> {
  const review = await reviews.toAnswer(id, ownerUid);
  if (!review) throw new Problem("not_found");
  return review;
}

/** Sets the answer, or removes it where the text is empty. Throws `invalid_input`, `not_found`. */
export async function answerReview(
  { text, ...review }: Answered & { text: string },
  deps: { clock: Clock; reviews: Pick<Reviews, "answer"> },
): Promise<void> {
  const answer = cleanText(text);
  if (answer.length > MAX_ANSWER_CHARS)
    throw new Problem("invalid_input", { field: "answer", messageKey: "review_too_long" });
  if (!(await deps.reviews.answer(review, answer, deps.clock.now())))
    throw new Problem("not_found");
}
