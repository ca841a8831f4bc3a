// @chunk seller-notes
import type { ReactNode } from "react";
import { paths, query } from "../../lib/paths";
import { Badge } from "../../ui/badge";
import type { ShownReview } from "../rules/shown-review";

interface ListProps {
  productId: string;
  reviews: readonly ShownReview[];
  /** The level of the names of buyers. */
  heading: "h2" | "h3";
  /** Text of the link that reports one. */
  report: string;
  /** Added at the end of each. */
  below?: (review: ShownReview) => ReactNode;
}

/** Reviews as everybody sees them, each with a link that reports it. */
export function ReviewList({ productId, reviews, heading, report, below }: ListProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {reviews.map((review) => (
        <li key={review.id} id={`review-${review.id}`}>
          <ReviewCard review={review} heading={heading}>
            {below?.(review)}
            <a
              href={paths.report(productId) + query({ review: review.id })}
              rel="nofollow"
              className="link w-fit text-ink-2 text-sm"
            >
              {report}
            </a>
          </ReviewCard>
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  review: ShownReview;
  heading: "h2" | "h3";
  /** What can be done with it. */
  children?: ReactNode;
}

/** One review with the seller's answer. */
export function ReviewCard({ review, heading: Heading, children }: CardProps) {
  const { stars, starsLabel, name, at, day, marks, text, answer, answerTitle } = review;
  return (
    <article className="grid gap-2 rounded-lg border border-line bg-card p-4">
      <Heading className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-base">
        <span role="img" aria-label={starsLabel}>
          {stars}
        </span>
        <span className="wrap-anywhere min-w-0 font-semibold">{name}</span>
      </Heading>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
        <time dateTime={at}>{day}</time>
        {marks.map((mark) => (
          <Badge key={mark.text} {...(mark.isWarning && { tone: "warn" })}>
            {mark.text}
          </Badge>
        ))}
      </p>
      {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
      {answer && (
        <div className="border-line border-l-2 pl-4">
          <p className="font-semibold text-sm">{answerTitle}</p>
          <p className="wrap-anywhere whitespace-pre-line text-ink-2">{answer}</p>
        </div>
      )}
      {children}
    </article>
  );
}
