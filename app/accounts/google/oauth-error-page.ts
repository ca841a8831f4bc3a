import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { fixedT } from "../../http/locale";
import {
  problemHeaders,
  problemMessage,
  problemOf,
  problemStatus,
} from "../../http/problem-response";
import { googlePaths } from "../../lib/google-paths";
import { paths, query } from "../../lib/paths";
import type { Flow } from "./flow";

/**
 * The data of the error page: a message and links. An error that is no `Problem` is
 * shown as `unavailable`. Rethrows `not_found`.
 */
export function oauthErrorPage(
  error: unknown,
  { request, context }: { request: Request; context: Pick<AppLoadContext, "ports"> },
  intent: Pick<Flow, "purpose" | "to"> | null,
  clearCookie?: string | null,
) {
  const { log } = context.ports;
  const problem = problemOf(error, log);
  if (problem.detail.fault) log("provider_refused", problem.detail.fault);
  if (problem.code === "not_found") throw problem;
  const headers = problemHeaders(problem);
  if (clearCookie) headers.append("Set-Cookie", clearCookie);
  const { purpose, to } = intent ?? { purpose: "sign-in", to: paths.dashboard };
  const page = {
    title: fixedT(request, "google")("fault.title"),
    message: problemMessage(problem, request),
    retry: purpose === "sign-in" ? googlePaths.start + query({ to }) : null,
    back: purpose === "sign-in" ? paths.login + query({ to }) : to,
  };
  return data(page, { status: problemStatus(problem), headers });
}
