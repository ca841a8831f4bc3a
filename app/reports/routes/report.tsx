import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { MAX_EMAIL_CHARS } from "../../accounts/rules/email";
import { answerForm } from "../../http/answer-form";
import { fixedT, readLocale } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByIp } from "../../http/rate-limit";
import { readViewer } from "../../http/viewer";
import { defineForm } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { DAY_MS } from "../../lib/time-zone";
import { reviewTexts } from "../../reviews/http/review-texts";
import { ReviewCard } from "../../reviews/ui/review-list";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { SelectField, TextareaField, TextField } from "../../ui/field";
import { FORM_ERROR_ID } from "../../ui/form-alert";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { usePageError } from "../../ui/use-page-error";
import { MAX_REPORT_CHARS, REPORT_REASONS } from "../rules/report";
import { checkReport, readReported, sendReport } from "../use-cases/reports";

export const handle = { script: false };

/** Per network address: enough for who finds several products, too few to fill the operator's inbox. */
const RATE_LIMIT = { name: "report", limit: 5, windowMs: DAY_MS };

export async function loader(args: LoaderFunctionArgs) {
  const { product, review } = await readThing(args);
  const { supportEmail: mailbox } = args.context.ports.settings;
  const title = fixedT(args.request, "page-report")(review ? "reviewTitle" : "title");
  const shown = review && reviewTexts(args.request)(review);
  return { title, product, review: shown, mailbox };
}

const REPORT = defineForm({
  reason: { required: true },
  text: { required: true, rows: 8, maxLength: MAX_REPORT_CHARS },
  email: { type: "email", autoComplete: "email", maxLength: MAX_EMAIL_CHARS },
});

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { ports } = context;
  const { product, review } = await readThing(args);
  return answerForm(REPORT, args, async ({ values }) => {
    const report = checkReport(values);
    try {
      await limitByIp(args, RATE_LIMIT);
      const { id: productId, title } = product;
      const locale = readLocale(request);
      const of = { productId, title, reviewId: review?.id ?? null };
      const token = await sendReport({ ...report, ...of, locale }, ports);
      return redirect(paths.reportStatus(token));
    } catch (error) {
      throw withMailbox(error, ports.settings.supportEmail);
    }
  });
}

/** The product, and the review of it that the address names. */
async function readThing({ request, params, context }: LoaderFunctionArgs) {
  const { productId: id = "" } = params;
  const viewer = await readViewer({ context });
  const reviewId = new URL(request.url).searchParams.get("review");
  const reported = await readReported({ productId: id, reviewId, viewer }, context.ports);
  return { product: { id, title: reported.title }, review: reported.review };
}

/** Whoever reached a bound can still write to the operator. */
function withMailbox(error: unknown, mailbox: string): unknown {
  if (!(error instanceof Problem) || error.code !== "slow_down") return error;
  return new Problem("slow_down", {
    ...error.detail,
    messageKey: "report_limit",
    params: { mailbox },
  });
}

export default function ReportProduct() {
  const { title, product, review, mailbox } = useLoaderData<typeof loader>();
  const { problem, field } = useForm(REPORT);
  const { t } = useTranslation("page-report");
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-8">
      <header className="flex flex-col gap-3">
        <h1>{title}</h1>
        <p className="wrap-anywhere text-lg">
          <a href={paths.buy(product.id)} className="link font-semibold">
            {product.title || t("untitled")}
          </a>
        </p>
        <p className="text-ink-2">{t(review ? "reviewLead" : "lead")}</p>
      </header>
      {review && <ReviewCard review={review} heading="h2" />}
      {problem && <Alert id={FORM_ERROR_ID}>{problem.message}</Alert>}
      <Form
        method="post"
        aria-label={title}
        className="flex flex-col gap-5"
        noValidate={Boolean(problem)}
      >
        <SelectField label={t("reason")} {...field("reason")}>
          <option value="">{t("choose")}</option>
          {REPORT_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {t(`reasons.${reason}`)}
            </option>
          ))}
        </SelectField>
        <TextareaField label={t("text")} hint={t("textHint")} {...field("text")} />
        <TextField label={t("email")} hint={t("emailHint")} {...field("email")} />
        <p className="text-ink-2 text-sm">{t("goodFaith")}</p>
        <Button type="submit" className="self-start">
          {t("send")}
        </Button>
      </Form>
      <p className="text-ink-2 text-sm">
        {t("mailbox")}{" "}
        <a className="link" href={`mailto:${mailbox}`}>
          {mailbox}
        </a>
      </p>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("page-report");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "missing" : "failed");
  return <PageError title={title} elsewhere={{ to: paths.shop, text: t("shop") }} />;
}
