import type { ShownReviews } from "../rules/shown-review";
import { ReviewList } from "./review-list";

/** Below the title of a product: its stars, with a link to the reviews, and the viewer's own. */
export function ReviewsLine({ stars, own }: Pick<ShownReviews, "stars" | "own">) {
  if (!stars && !own) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
      {stars && (
        <a href="#reviews" className="link text-ink" aria-label={stars.label}>
          {stars.short}
        </a>
      )}
      {own && (
        <a href={own.path} className="link">
          {own.text}
        </a>
      )}
    </p>
  );
}

/** The newest reviews of a product, and what its seller refunded. */
export function ReviewsSection({
  productId,
  reviews,
}: {
  productId: string;
  reviews: ShownReviews;
}) {
  const { title, path, record, none, list, whole, cut, report, all } = reviews;
  return (
    <section aria-labelledby="reviews" className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="reviews" className="text-xl">
        {title}
      </h2>
      {record && <p className="text-ink-2 text-sm">{record}</p>}
      {list.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <ReviewList
          productId={productId}
          reviews={list}
          heading="h3"
          report={report}
          below={({ id, name }) =>
            cut.includes(id) && (
              <a
                href={`${path}#review-${id}`}
                className="link w-fit"
                aria-label={`${whole}: ${name}`}
              >
                {whole}
              </a>
            )
          }
        />
      )}
      {all && (
        <a href={path} className="link w-fit">
          {all}
        </a>
      )}
    </section>
  );
}
