import type { ReviewedPurchase, Reviews } from "../../../db/reviews/reviews";
import { isReservedName } from "../../accounts/rules/reserved-name";
import { cleanLine, cleanText } from "../../lib/clean-text";
import type { Clock, Ids } from "../../lib/ports";
import { type MessageKey, Problem } from "../../lib/problem";
import {
  MAX_PUBLIC_NAME_CHARS,
  MAX_REVIEW_CHARS,
  type StarCount,
  starsOf,
  TAG_LENGTH,
  tagOf,
} from "../rules/review";

interface Purchase {
  orderId: string;
  uid: string;
}

/** A purchase of this person, with its review. Throws `not_found` for another one. */
export async function readReviewedPurchase(
  { orderId, uid }: Purchase,
  { reviews }: { reviews: Pick<Reviews, "purchase"> },
): Promise<ReviewedPurchase> {
  const purchase = await reviews.purchase(orderId, uid);
  if (!purchase) throw new Problem("not_found");
  return purchase;
}

interface Typed {
  stars: string;
  text: string;
  name: string;
}

/** Throws `invalid_input` with the first invalid field. */
export function checkReview(typed: Typed): { stars: StarCount; text: string; name: string } {
  const stars = starsOf(typed.stars);
  if (stars === null) throw invalid("stars", "review_stars");
  const text = cleanText(typed.text);
  if (text.length > MAX_REVIEW_CHARS) throw invalid("text", "review_too_long");
  const name = cleanLine(typed.name);
  if (name.length > MAX_PUBLIC_NAME_CHARS) throw invalid("name", "review_name_long");
  if (isReservedName(name)) throw invalid("name", "review_name_reserved");
  return { stars, text, name };
}

/**
 * Writes the review of a purchase, or changes it. Throws `conflict` where the purchase was refunded or rolled back
 * meanwhile.
 */
export async function writeReview(
  { orderId, uid, ...written }: Purchase & ReturnType<typeof checkReview>,
  deps: { clock: Clock; ids: Pick<Ids, "short" | "bytes">; reviews: Pick<Reviews, "write"> },
): Promise<void> {
  const tag = tagOf(deps.ids.bytes(TAG_LENGTH));
  const made = { orderId, uid, id: deps.ids.short(), tag, at: deps.clock.now() };
  if (await deps.reviews.write({ ...made, ...written })) return;
  throw new Problem("conflict", { messageKey: "review_closed" });
}

/** Removes the review of a purchase, also of a refunded one. Pressed twice, it is gone as well. */
export async function removeReview(
  { orderId, uid }: Purchase,
  { reviews }: { reviews: Pick<Reviews, "remove"> },
): Promise<void> {
  await reviews.remove(orderId, uid);
}

function invalid(field: string, messageKey: MessageKey): Problem {
  return new Problem("invalid_input", { field, messageKey });
}
