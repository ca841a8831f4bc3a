import { data } from "@remix-run/cloudflare";
import { Problem } from "../lib/problem";
import { problemHeaders, problemMessage, problemStatus } from "./problem-response";

export interface FormProblem {
  code: string;
  /** In the visitor's language. */
  message: string;
  /** The control at fault, where it is one. */
  field: string | null;
}

/**
 * A refused form, for the page to show again with the `values` that were typed. Anything but a
 * `Problem` is thrown on.
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
