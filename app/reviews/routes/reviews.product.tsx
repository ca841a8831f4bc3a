import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { paths, query } from "../../lib/paths";
import { reviewPaths } from "../../lib/review-paths";
import { starTexts } from "../../products/http/star-texts";
import { ProductTitle } from "../../products/ui/product-title";
import { Stars } from "../../products/ui/stars";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { usePageError } from "../../ui/use-page-error";
import { reviewTexts } from "../http/review-texts";
import { ReviewList } from "../ui/review-list";
import { readProductReviews } from "../use-cases/read-reviews";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get("before");
  const page = await readProductReviews(
    { productId: params.productId ?? "", before },
    context.ports,
  );
  const heading = fixedT(request, "reviews")("title");
  const reviews = page.reviews.map(reviewTexts(request));
  return { heading, ...page, reviews, stars: starTexts(request)(page.rating) };
}

/** All reviews of a product. */
export default function ProductReviews() {
  const { t } = useTranslation("reviews");
  const { heading, productId, title, stars, reviews, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <header className="grid justify-items-start gap-2">
        <h1>{heading}</h1>
        <p className="wrap-anywhere text-lg">
          <a href={paths.buy(productId)} className="link font-semibold">
            <ProductTitle>{title}</ProductTitle>
          </a>
        </p>
        {stars && (
          <p>
            <Stars stars={stars} />
          </p>
        )}
      </header>
      {reviews.length === 0 ? (
        <p className="text-ink-2">{t("none")}</p>
      ) : (
        <ReviewList productId={productId} reviews={reviews} heading="h2" report={t("report")} />
      )}
      {next !== null && (
        <a href={reviewPaths.productReviews(productId) + query({ before: next })} className="link">
          {t("older")}
        </a>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: `${data.heading} · ${data.title}`, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("reviews");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "missing" : "failed");
  return <PageError title={title} elsewhere={{ to: paths.shop, text: t("shop") }} />;
}
