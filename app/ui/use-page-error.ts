import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { type ErrorKind, errorKindOf } from "../lib/error-kind";
import { formatWait } from "../lib/format-wait";
import { useTranslation } from "./translation";

interface ShownError {
  kind: ErrorKind;
  title: string;
  /** What the person can do, with the time to wait where the server gave one. */
  text: string;
  /** By which the error is found in the server's log; null where the server gave none. */
  reference: string | null;
}

/** In an error boundary: the error in the page's language. */
export function usePageError(): ShownError {
  const { t, i18n } = useTranslation("common");
  const error = useRouteError();
  const kind = kindOf(error);
  const seconds = (kind === "busy" && dataOf(error).retryAfterSeconds) || null;
  const text =
    seconds === null
      ? t(`error.${kind}.text`)
      : t("error.busy.textIn", { wait: formatWait(Math.ceil(seconds), i18n.language) });
  return {
    kind,
    title: t(`error.${kind}.title`),
    text,
    reference: dataOf(error).reference ?? null,
  };
}

function kindOf(error: unknown): ErrorKind {
  if (isRouteErrorResponse(error)) return errorKindOf(error.status);
  // In the browser, `fetch` rejects with a TypeError when there is no answer.
  return error instanceof TypeError && typeof document !== "undefined" ? "offline" : "failed";
}

/** Of a `PageProblem`, where the server sent one. */
function dataOf(error: unknown): { retryAfterSeconds?: number | null; reference?: string | null } {
  return (error as { data?: object } | null)?.data ?? {};
}
