import { fixedT, readLocale } from "../../http/locale";
import { dateFormat } from "../../lib/intl-format";
import { purchasePaths } from "../../lib/purchase-paths";
import { reviewPaths } from "../../lib/review-paths";
import { starTexts } from "../../products/http/star-texts";
import type { Rating } from "../../products/rules/rating";
import type { RefundRecord } from "../rules/refund-record";
import {
  MAX_EXCERPT_CHARS,
  type PublicReview,
  type ReviewsOfProduct,
  starRow,
} from "../rules/review";
import type { ShownReview, ShownReviews } from "../rules/shown-review";

type Words = ReturnType<typeof wordsOf>;
const wordsOf = (request: Request) => fixedT(request, "reviews");

/** Makes reviews as pages in the language of a request show them. */
export function reviewTexts(request: Request): (review: PublicReview) => ShownReview {
  const t = wordsOf(request);
  const format = dateFormat(readLocale(request), "UTC", { dateStyle: "long" });
  return ({ id, stars, text, name, tag, isRefunded, counts, answer, createdAt }) => ({
    id,
    stars: starRow(stars),
    starsLabel: t("stars", { count: stars }),
    name: name || (tag === null ? t("deleted") : t("buyer", { tag })),
    at: new Date(createdAt).toISOString(),
    day: format.format(createdAt),
    marks: [
      ...(isRefunded ? [{ text: t("refunded"), isWarning: true }] : []),
      ...(counts && !isRefunded ? [] : [{ text: t("uncounted"), isWarning: false }]),
    ],
    text,
    answer,
    answerTitle: t("answer"),
  });
}

/** What the page of a product says of its reviews; null where there is nothing to say. */
export function shownReviews(
  request: Request,
  { count, newest, record, orderId }: ReviewsOfProduct,
  { id: productId, rating }: { id: string; rating: Rating | null },
): ShownReviews | null {
  const t = wordsOf(request);
  const shown = newest.map(reviewTexts(request));
  const list = shown.map((one) => ({ ...one, text: cut(one.text), answer: cut(one.answer) }));
  const said = record && recordText(record, t);
  if (count === 0 && !said && !orderId) return null;
  const isCut = (one: ShownReview, at: number) =>
    one.text !== shown[at]?.text || one.answer !== shown[at]?.answer;
  return {
    title: t("title"),
    path: reviewPaths.productReviews(productId),
    stars: starTexts(request)(rating),
    record: said,
    none: t("none"),
    list,
    whole: t("whole"),
    cut: list.filter(isCut).map(({ id }) => id),
    report: t("report"),
    all: count > list.length ? t("all", { count }) : null,
    own: orderId === null ? null : { path: purchasePaths.writeReview(orderId), text: t("own") },
  };
}

/** The beginning of a long text, cut between two words. */
function cut(text: string): string {
  if (text.length <= MAX_EXCERPT_CHARS) return text;
  return `${text.slice(0, MAX_EXCERPT_CHARS).replace(/\s+\S*$/, "")}…`;
}

function recordText({ sales, refunds, days }: RefundRecord, t: Words): string | null {
  if (sales <= 0) return null;
  if (refunds === 0) return t("noRefunds", { count: sales });
  return t("record", {
    refunds: t("refunds", { count: refunds, sales }),
    fast: t("fast", { count: days }),
  });
}
