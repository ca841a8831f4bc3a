import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { refreshDownload } from "../use-cases/downloads";

/** A new download link for a purchase. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  const productId = params.productId ?? "";
  return Response.json(await refreshDownload({ uid, productId }, context.ports));
}
