import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { answerJson } from "../../http/problem-response";
import { requireViewerJson } from "../../http/viewer";
import { refreshDownload } from "../use-cases/refresh-download";

/** A fresh download link for a purchase. */
export function action({ request, params, context }: ActionFunctionArgs) {
  return answerJson(request, async () => {
    const { uid } = await requireViewerJson({ request, context });
    const productId = params.productId ?? "";
    return Response.json(await refreshDownload({ uid, productId }, context.ports));
  });
}
