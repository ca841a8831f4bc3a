import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { linkToAsked } from "../../products/http/position";
import { issueDownload } from "../use-cases/downloads";

/**
 * Redirects to the file by a new download link, so that this URL does not expire: to the newest
 * version, and with `?version=bought` to the one that was bought; `?position=2` to one of several files.
 * Without a purchase or a file it redirects to the product's page, which explains why.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const productId = params.productId ?? "";
  const wanted = new URL(request.url).searchParams.get("version");
  const version = wanted === "bought" ? "bought" : "newest";
  try {
    const { downloadUrl } = await issueDownload({ uid, productId, version }, context.ports);
    return redirect(linkToAsked(request, downloadUrl));
  } catch (error) {
    if (error instanceof Problem) return redirect(paths.buy(productId));
    throw error;
  }
}
