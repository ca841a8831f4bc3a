import { data } from "@remix-run/cloudflare";
import { fixedT } from "../../http/locale";
import { problemHeaders, problemStatus, problemWords } from "../../http/problem-response";
import { Problem } from "../../lib/problem";
import { AFTER_SIGN_IN } from "../../lib/return-path";
import type { Flow } from "./flow";

/**
 * A refusal on the way to Google or back, as these pages show it: words, and the ways on. What is
 * no `Problem` is our own fault: it is logged and said as one that may pass. Throws `not_found` on.
 */
export async function googleFault(
  error: unknown,
  request: Request,
  trip: Pick<Flow, "purpose" | "to"> | null,
  forget?: string | null,
) {
  if (!(error instanceof Problem)) console.error(error);
  const problem = error instanceof Problem ? error : new Problem("unavailable");
  if (problem.code === "not_found") throw problem;
  const headers = problemHeaders(problem);
  if (forget) headers.append("Set-Cookie", forget);
  const { purpose, to } = trip ?? { purpose: "sign-in", to: AFTER_SIGN_IN };
  const query = new URLSearchParams({ to });
  const fault = {
    title: (await fixedT(request, "google"))("fault.title"),
    message: await problemWords(problem, request),
    retry: purpose === "sign-in" ? `/auth/google?${query}` : null,
    back: purpose === "sign-in" ? `/login?${query}` : to,
  };
  return data(fault, { status: problemStatus(problem), headers });
}
