import type { ClientActionFunctionArgs } from "@remix-run/react";
import { pageTranslator } from "./translation";

const SERVICE_UNAVAILABLE = 503;

/**
 * A `clientAction` for a form that a person fills in: where the server can't be reached, the form
 * stays as it is and shows why, in place of an error page. The answer has the shape of `formProblem`;
 * its error status keeps the page from loading its data again.
 *
 * @param form the `name` of its definition, where the page has more than one form
 */
export function keepForm(form?: string) {
  return ({ serverAction }: ClientActionFunctionArgs) =>
    serverAction().catch((error: unknown) => {
      // `fetch` rejects with a TypeError when there is no answer.
      if (!(error instanceof TypeError)) throw error;
      const message = pageTranslator().forNamespaces("common").t("offline.form");
      const problem = { code: "unreachable", message, field: null };
      return Response.json({ problem, form }, { status: SERVICE_UNAVAILABLE });
    });
}
