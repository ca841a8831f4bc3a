import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { completeUpload } from "../use-cases/complete-upload";

/** POST: joins the parts, verifies the file and publishes its product. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  return Response.json(await completeUpload({ uid, key: params.key ?? "" }, context.ports));
}
