import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT, readLocale } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { problemHeaders, problemStatus } from "../../http/problem-response";
import { queryNumber } from "../../http/query-number";
import { clientIpPrefix } from "../../http/rate-limit";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { formatWait } from "../../lib/format-wait";
import { paths } from "../../lib/paths";
import { Problem, type ProblemCode } from "../../lib/problem";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { openDownload } from "../use-cases/open-download";

export const handle = { script: false };

/** Files that are looked for in the file store. */
const MAX_LOOKED_AT = 6;

const KINDS: Partial<
  Record<ProblemCode, "unknown" | "expired" | "missing" | "tooLarge" | "tooOften">
> = {
  not_found: "unknown",
  expired: "expired",
  unavailable: "missing",
  conflict: "tooLarge",
  slow_down: "tooOften",
};

/** Why a download fails and what to do. Leads to the file where it works by now. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const retryAfterSeconds = queryNumber(request, "wait");
  try {
    if (retryAfterSeconds) throw new Problem("slow_down", { retryAfterSeconds });
    const download = await openDownload({ token, address: clientIpPrefix(request) }, context.ports);
    const files = download.kind === "file" ? [download.file] : download.files;
    await Promise.all(files.slice(0, MAX_LOOKED_AT).map((file) => file.head()));
    return redirect(paths.download(token));
  } catch (error) {
    const kind = error instanceof Problem && KINDS[error.code];
    if (!kind) throw error;
    const heading = fixedT(request, "download")(`${kind}.title`);
    const headers = { ...TOKEN_HEADERS, ...Object.fromEntries(problemHeaders(error)) };
    const options = { status: problemStatus(error), headers };
    const wait = formatWait(retryAfterSeconds ?? 0, readLocale(request));
    return data({ heading, kind, wait, retry: paths.download(token) }, options);
  }
}

export default function DownloadProblem() {
  const { t } = useTranslation("download");
  const { heading, kind, wait, retry } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid w-full max-w-xl justify-items-start gap-5 py-10">
      <h1>{heading}</h1>
      <p className="text-ink-2">{t(`${kind}.text`, { wait })}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.purchases} reloadDocument>
          {t("purchases")}
        </ButtonLink>
        {kind === "missing" && (
          <ButtonLink to={retry} reloadDocument variant="secondary">
            {t("retry")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.heading, isPrivate: true }, error);
