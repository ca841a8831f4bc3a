import { data } from "@remix-run/cloudflare";
import { Problem } from "../lib/problem";
import { problemHeaders, problemMessage, problemStatus } from "./problem-response";

export interface FormProblem {
  code: string;
  /** In the user's language. */
  message: string;
  /** The name of the invalid control; null where the error concerns the whole form. */
  field: string | null;
}

/**
 * The response to a form that was refused with a `Problem`: the page shows the form again with
 * `values`. Any other error is rethrown.
 */
export async function formProblem<Values extends Record<string, unknown> = Record<string, string>>(
  error: unknown,
  request: Request,
  values: Values = {} as Values,
) {
  if (!(error instanceof Problem)) throw error;
  const { field = null } = error.detail;
  const message = await problemMessage(error, request);
  const problem: FormProblem = { code: error.code, message, field };
  return data(
    { problem, values },
    { status: problemStatus(error), headers: problemHeaders(error) },
  );
}
