import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { reviewPaths } from "../../lib/review-paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Alert } from "../../ui/alert";
import { EmptyState } from "../../ui/empty-state";
import { useTranslation } from "../../ui/translation";
import { reviewTexts } from "../http/review-texts";
import { HiddenNote } from "../ui/hidden-note";
import { ReviewCard } from "../ui/review-list";
import { readReceivedReviews } from "../use-cases/read-reviews";

export const handle = { script: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid: ownerUid } = await requireViewer({ request, context });
  const before = new URL(request.url).searchParams.get("before");
  const { reviews, next } = await readReceivedReviews({ ownerUid, before }, context.ports);
  const textsOf = reviewTexts(request);
  const shown = reviews.map((review) => {
    const { productId, title: product, standing, isHidden, hiddenReason } = review;
    const isReversed = standing === "reversed";
    return { ...textsOf(review), productId, product, isReversed, isHidden, hiddenReason };
  });
  return { title: fixedT(request, "write-review")("received.title"), reviews: shown, next };
}

/** The reviews of a seller's products. */
export default function ReceivedReviews() {
  const { t } = useTranslation("write-review");
  const { title, reviews, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <header className="grid justify-items-start gap-2">
        <h1>{title}</h1>
        <p className="text-ink-2">{t("received.lead")}</p>
        <a href={paths.dashboard} className="link">
          {t("received.back")}
        </a>
      </header>
      {reviews.length === 0 ? (
        <EmptyState title={t("received.none")}>
          <p className="text-ink-2">{t("received.noneText")}</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-6">
          {reviews.map((review) => (
            <li key={review.id} className="grid gap-2">
              <p className="wrap-anywhere">
                <a href={paths.buy(review.productId)} className="link font-semibold">
                  <ProductTitle>{review.product}</ProductTitle>
                </a>
              </p>
              <ReviewCard review={review} heading="h2">
                {review.isHidden && <HiddenNote reason={review.hiddenReason} />}
                {review.isReversed && <Alert tone="warn">{t("received.reversed")}</Alert>}
                <a href={reviewPaths.answerReview(review.id)} className="link w-fit">
                  {t(review.answer ? "received.change" : "received.answer")}
                </a>
              </ReviewCard>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <a href={reviewPaths.receivedReviews + query({ before: next })} className="link">
          {t("received.older")}
        </a>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
