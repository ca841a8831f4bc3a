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
import { reviewPaths } from "../../lib/review-paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { TextareaField } from "../../ui/field";
import { FORM_ERROR_ID } from "../../ui/form-alert";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { usePageError } from "../../ui/use-page-error";
import { limitReviewWrites } from "../http/limit-review-writes";
import { reviewTexts } from "../http/review-texts";
import { MAX_ANSWER_CHARS } from "../rules/review";
import { ReviewCard } from "../ui/review-list";
import { answerReview, readReviewToAnswer } from "../use-cases/answer-review";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid: ownerUid } = await requireViewer({ request, context });
  const review = await readReviewToAnswer({ id: params.id ?? "", ownerUid }, context.ports);
  const title = fixedT(request, "write-review")("answer.title");
  const { title: product, answer } = review;
  return { title, product, answer, review: { ...reviewTexts(request)(review), answer: "" } };
}

const ANSWER = defineForm({ answer: { rows: 6, maxLength: MAX_ANSWER_CHARS } });

export async function action(args: ActionFunctionArgs) {
  const { params, context } = args;
  const { uid: ownerUid } = await requireViewer(args);
  const review = { id: params.id ?? "", ownerUid };
  await readReviewToAnswer(review, context.ports);
  return answerForm(ANSWER, args, async ({ values }) => {
    await limitReviewWrites(ownerUid, args);
    await answerReview({ ...review, text: values.answer }, context.ports);
    return redirect(reviewPaths.receivedReviews);
  });
}

export default function AnswerReview() {
  const { t } = useTranslation("write-review");
  const { title, product, answer, review } = useLoaderData<typeof loader>();
  const { problem, field } = useForm(ANSWER, { answer });
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6">
      <header className="grid justify-items-start gap-2">
        <h1>{title}</h1>
        <p className="wrap-anywhere text-lg">
          <ProductTitle>{product}</ProductTitle>
        </p>
      </header>
      <ReviewCard review={review} heading="h2" />
      {problem && <Alert id={FORM_ERROR_ID}>{problem.message}</Alert>}
      <Form method="post" aria-label={title} className="grid gap-5" noValidate={Boolean(problem)}>
        <TextareaField label={t("answer.text")} hint={t("answer.hint")} {...field("answer")} />
        <Button type="submit" className="justify-self-start">
          {t("answer.send")}
        </Button>
      </Form>
      <a href={reviewPaths.receivedReviews} className="link">
        {t("answer.back")}
      </a>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("write-review");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "answer.missing" : "failed");
  const list = { to: reviewPaths.receivedReviews, text: t("answer.back") };
  return <PageError title={title} elsewhere={list} />;
}
