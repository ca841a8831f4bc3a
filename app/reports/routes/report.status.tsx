import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { paths } from "../../lib/paths";
import { reviewPaths } from "../../lib/review-paths";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { usePageError } from "../../ui/use-page-error";
import type { Report, ReportAnswer } from "../rules/report";
import { readReport } from "../use-cases/reports";

export const handle = { script: false };

/**
 * The address of the page is a secret. With "no-referrer" a browser sends `Origin: null` with the forms
 * of the footer, which is refused.
 */
const HEADERS = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const report = await readReport({ token }, context.ports);
  const { appOrigin, supportEmail: mailbox } = context.ports.settings;
  const title = fixedT(request, "page-report")("status.title");
  const address = appOrigin + paths.reportStatus(token);
  return data({ title, report, address, mailbox }, { headers: HEADERS });
}

export default function ReportStatus() {
  const { title, report, address, mailbox } = useLoaderData<typeof loader>();
  const { t } = useTranslation("page-report");
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-8" data-receipt>
      <header className="flex flex-col gap-3">
        <h1>{title}</h1>
        <p className="text-ink-2">{t("status.lead")}</p>
      </header>
      <Answer {...report} mailbox={mailbox} />
      <section className="flex flex-col gap-3">
        <h2 className="text-xl">{t("status.sent")}</h2>
        <dl className="grid gap-4 rounded-lg border border-line bg-card p-6">
          <Fact name={t(report.reviewId === null ? "status.product" : "status.review")}>
            {report.title || t("untitled")}
            <br />
            <a href={reported(report)} className="link font-normal">
              {reported(report)}
            </a>
          </Fact>
          <Fact name={t("status.date")}>
            <LocalTime at={report.createdAt} />
          </Fact>
          <Fact name={t("reason")}>{t(`reasons.${report.reason}`)}</Fact>
          <Fact name={t("text")}>
            <span className="whitespace-pre-line font-normal">{report.text}</span>
          </Fact>
          <Fact name={t("status.email")}>{report.email || t("status.noEmail")}</Fact>
        </dl>
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="text-xl">{t("status.keep")}</h2>
        <p>{t("status.keepText")}</p>
        <p>
          <code className="break-all rounded bg-sunk px-2 py-1 font-mono text-sm">{address}</code>
        </p>
      </section>
    </div>
  );
}

/** Path of what was reported. */
function reported({ productId, reviewId }: Pick<Report, "productId" | "reviewId">): string {
  if (reviewId === null) return paths.buy(productId);
  return `${reviewPaths.productReviews(productId)}#review-${reviewId}`;
}

interface AnswerProps {
  answer: ReportAnswer | null;
  /** Null where the product was reported. */
  reviewId: string | null;
  mailbox: string;
}

function Answer({ answer, reviewId, mailbox }: AnswerProps) {
  const { t } = useTranslation("page-report");
  return (
    <Card>
      <section className="flex flex-col gap-3">
        <h2 className="text-xl">{t(answer ? "status.answered" : "status.waiting")}</h2>
        {answer ? (
          <>
            <p className="font-semibold">
              {t(`${reviewId === null ? "decisions" : "reviewDecisions"}.${answer.decision}`)}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{answer.reason}</p>
            <p className="text-ink-2 text-sm">
              <LocalTime at={answer.at} />
            </p>
            <p className="text-ink-2">{t("status.contest", { mailbox })}</p>
          </>
        ) : (
          <p className="text-ink-2">{t("status.waitingText")}</p>
        )}
      </section>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere min-w-0 font-medium">{children}</dd>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.title, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("page-report");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "status.missing" : "status.failed");
  return <PageError title={title} elsewhere={{ to: paths.contact, text: t("contact") }} />;
}
