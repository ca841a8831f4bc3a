import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { acceptsPage } from "../../http/document-request";
import { clientIpPrefix } from "../../http/rate-limit";
import { query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { purchasePaths } from "../../lib/purchase-paths";
import { parsePosition } from "../../products/http/position";
import { downloadResponse } from "../http/download-response";
import { openDownload } from "../use-cases/open-download";

/**
 * What a download token leads to: the file of its release, a zip of several, or the one at a position. What
 * can't be delivered is a page for people and JSON for programs.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  try {
    const position = params.position === undefined ? null : parsePosition(params.position);
    const input = { token, position, address: clientIpPrefix(request) };
    return await downloadResponse(request, await openDownload(input, context.ports));
  } catch (error) {
    const isNavigation = request.method === "GET" && acceptsPage(request);
    if (!(error instanceof Problem && isNavigation)) throw error;
    // The page of problems would find none of what is too much for today.
    const wait = error.code === "slow_down" ? (error.detail.retryAfterSeconds ?? 1) : null;
    return redirect(purchasePaths.downloadProblem(token) + query({ wait }));
  }
}
