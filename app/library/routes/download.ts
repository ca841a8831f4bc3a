import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { acceptsPage } from "../../http/document-request";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { fileResponse } from "../http/file-response";
import { openDownload } from "../use-cases/open-download";

/** The file of a download token. What can't be delivered is a page for people and JSON for programs. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  try {
    return await fileResponse(request, await openDownload({ token }, context.ports));
  } catch (error) {
    const isNavigation = request.method === "GET" && acceptsPage(request);
    if (!(error instanceof Problem && isNavigation)) throw error;
    return redirect(paths.downloadProblem(token));
  }
}
