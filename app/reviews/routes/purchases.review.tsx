import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { defineForm } from "../../lib/form";
import { paths, query } from "../../lib/paths";
import { purchasePaths } from "../../lib/purchase-paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { ConfirmDetails } from "../../ui/confirm-details";
import { TextareaField, TextField } from "../../ui/field";
import { FORM_ERROR_ID } from "../../ui/form-alert";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { usePageError } from "../../ui/use-page-error";
import { limitReviewWrites } from "../http/limit-review-writes";
import { reviewTexts } from "../http/review-texts";
import {
  MAX_PUBLIC_NAME_CHARS,
  MAX_REVIEW_CHARS,
  STARS,
  type StarCount,
  starRow,
} from "../rules/review";
import { HiddenNote } from "../ui/hidden-note";
import { ReviewCard } from "../ui/review-list";
import {
  checkReview,
  readReviewedPurchase,
  removeReview,
  writeReview,
} from "../use-cases/write-review";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const { orderId = "" } = params;
  const purchase = await readReviewedPurchase({ orderId, uid }, context.ports);
  const { review } = purchase;
  const heading = fixedT(request, "write-review")(review ? "change" : "title");
  const done = new URL(request.url).searchParams.get("done");
  return { heading, done, ...purchase, shown: review && reviewTexts(request)(review) };
}

const REVIEW = defineForm({
  stars: { required: true },
  text: { rows: 8, maxLength: MAX_REVIEW_CHARS },
  name: { maxLength: MAX_PUBLIC_NAME_CHARS, autoComplete: "nickname" },
});

export async function action(args: ActionFunctionArgs) {
  const { params, context } = args;
  const { uid } = await requireViewer(args);
  const purchase = { orderId: params.orderId ?? "", uid };
  await readReviewedPurchase(purchase, context.ports);
  const done = (what: "saved" | "removed") =>
    redirect(purchasePaths.writeReview(purchase.orderId) + query({ done: what }));
  return answerForm(REVIEW, args, async ({ data, values }) => {
    const isRemoval = data.get("intent") === "remove";
    const written = isRemoval ? null : checkReview(values);
    await limitReviewWrites(uid, args);
    if (!written) {
      await removeReview(purchase, context.ports);
      return done("removed");
    }
    await writeReview({ ...purchase, ...written }, context.ports);
    return done("saved");
  });
}

export default function WriteReview() {
  const { t } = useTranslation("write-review");
  const { heading, done, title, productId, isLive, review } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6">
      <header className="grid justify-items-start gap-2">
        <h1>{heading}</h1>
        <p className="wrap-anywhere text-lg">
          <a href={paths.buy(productId)} className="link font-semibold">
            <ProductTitle>{title}</ProductTitle>
          </a>
        </p>
      </header>
      {done === "saved" && review && <Alert tone="good">{t("saved")}</Alert>}
      {done === "removed" && !review && <Alert tone="good">{t("removed")}</Alert>}
      {review?.isHidden && <HiddenNote reason={review.hiddenReason} />}
      {isLive ? <ReviewForm /> : <ClosedReview />}
      {review && (
        <ConfirmDetails
          summary={t("remove.open")}
          label={t("remove.open")}
          text={t("remove.text")}
          values={{ intent: "remove" }}
          confirm={t("remove.confirm")}
          isDangerous
        />
      )}
      <a href={paths.purchases} className="link">
        {t("back")}
      </a>
    </div>
  );
}

function ReviewForm() {
  const { t } = useTranslation("write-review");
  const { heading, isRanked, review } = useLoaderData<typeof loader>();
  const { stars, text, name } = review ?? { stars: "", text: "", name: "" };
  const { problem, values, field } = useForm(REVIEW, { stars: String(stars), text, name });
  const isMissing = problem?.field === "stars";
  return (
    <>
      <p className="text-ink-2">{t("lead")}</p>
      {!isRanked && <p className="text-ink-2">{t("uncounted")}</p>}
      {problem && <Alert id={FORM_ERROR_ID}>{problem.message}</Alert>}
      <Form method="post" aria-label={heading} className="grid gap-5" noValidate={Boolean(problem)}>
        <fieldset
          className="grid gap-1"
          {...(isMissing && { "aria-invalid": true, "aria-describedby": FORM_ERROR_ID })}
        >
          <legend className="mb-1.5 font-semibold text-sm">{t("stars")}</legend>
          {[...STARS].reverse().map((one, at) => (
            <label key={one} className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="stars"
                value={one}
                required
                defaultChecked={values.stars === String(one)}
                className="size-5 shrink-0 accent-ink"
                {...(isMissing && at === 0 && { autoFocus: true })}
              />
              <StarRow stars={one} />
            </label>
          ))}
        </fieldset>
        <TextareaField label={t("text")} hint={t("textHint")} {...field("text")} />
        <TextField label={t("name")} hint={t("nameHint")} {...field("name")} />
        <Button type="submit" className="justify-self-start">
          {t(review ? "save" : "send")}
        </Button>
      </Form>
    </>
  );
}

/** One to five stars, in words for screen readers. */
function StarRow({ stars }: { stars: StarCount }) {
  const { t } = useTranslation("reviews");
  return (
    <>
      <span aria-hidden>{starRow(stars)}</span>
      <span className="sr-only">{t("stars", { count: stars })}</span>
    </>
  );
}

/** Of a purchase that was refunded or rolled back: what was written stays, and can't be changed. */
function ClosedReview() {
  const { t } = useTranslation("write-review");
  const { shown } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="text-ink-2">{t(shown ? "closedReview" : "closed")}</p>
      {shown && <ReviewCard review={shown} heading="h2" />}
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.heading, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("write-review");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "missing" : "failed");
  return <PageError title={title} elsewhere={{ to: paths.purchases, text: t("back") }} />;
}
