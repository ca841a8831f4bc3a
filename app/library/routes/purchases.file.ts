import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { issueDownload } from "../use-cases/issue-download";

/**
 * To the file, by a link made at this moment: an address that never goes stale. Where there is no
 * right to it or no file, the product's page says so.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const productId = params.productId ?? "";
  try {
    return redirect((await issueDownload({ uid, productId }, context.ports)).downloadUrl);
  } catch (error) {
    if (error instanceof Problem) return redirect(`/acheter/${encodeURIComponent(productId)}`);
    throw error;
  }
}
