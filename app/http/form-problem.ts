import { data } from "@remix-run/cloudflare";
import type { FormProblem } from "../lib/form";
import { Problem } from "../lib/problem";
import { problemHeaders, problemMessage, problemStatus } from "./problem-response";

/**
 * The response to a form that was refused with a `Problem`: the page shows the form again with
 * `values`. Any other error is rethrown. Forms with fields have it from `answerForm`.
 */
export function formProblem<Values extends object = Record<string, string>>(
  error: unknown,
  request: Request,
  values: Values = {} as Values,
  form?: string,
) {
  if (!(error instanceof Problem)) throw error;
  const { field = null } = error.detail;
  const message = problemMessage(error, request);
  const problem: FormProblem = { code: error.code, message, field };
  return data(
    { problem, values, ...(form && { form }) },
    { status: problemStatus(error), headers: problemHeaders(error) },
  );
}
