import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { completeUpload } from "../use-cases/complete-upload";

/**
 * POST: joins the parts and verifies the file; with the last one of its release it is published, unless
 * `?publish=later`.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  const isHeldBack = new URL(request.url).searchParams.get("publish") === "later";
  const input = { uid, key: params.key ?? "", isHeldBack };
  return Response.json(await completeUpload(input, context.ports));
}
