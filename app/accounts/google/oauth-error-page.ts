import { data } from "@remix-run/cloudflare";
import { fixedT } from "../../http/locale";
import { problemHeaders, problemMessage, problemStatus } from "../../http/problem-response";
import { Problem } from "../../lib/problem";
import { AFTER_SIGN_IN } from "../../lib/return-path";
import type { Flow } from "./flow";

/**
 * A refusal on the way to Google or back, as these pages show it: words, and the ways on. What is
 * no `Problem` is our own fault: it is logged and said as one that may pass. Throws `not_found` on.
 */
export async function oauthErrorPage(
  error: unknown,
  request: Request,
  intent: Pick<Flow, "purpose" | "to"> | null,
  clearCookie?: string | null,
) {
  if (!(error instanceof Problem)) console.error(error);
  const problem = error instanceof Problem ? error : new Problem("unavailable");
  if (problem.code === "not_found") throw problem;
  const headers = problemHeaders(problem);
  if (clearCookie) headers.append("Set-Cookie", clearCookie);
  const { purpose, to } = intent ?? { purpose: "sign-in", to: AFTER_SIGN_IN };
  const query = new URLSearchParams({ to });
  const fault = {
    title: (await fixedT(request, "google"))("fault.title"),
    message: await problemMessage(problem, request),
    retry: purpose === "sign-in" ? `/auth/google?${query}` : null,
    back: purpose === "sign-in" ? `/login?${query}` : to,
  };
  return data(fault, { status: problemStatus(problem), headers });
}
