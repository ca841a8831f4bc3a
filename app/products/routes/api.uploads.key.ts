import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { cancelUpload } from "../use-cases/cancel-upload";
import { readUpload } from "../use-cases/read-upload";

/** GET: how far an upload has come. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  return Response.json(await readUpload({ uid, key: params.key ?? "" }, context.ports));
}

/** DELETE: gives it up, and the draft with it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await cancelUpload({ uid, key: params.key ?? "" }, context.ports);
  return new Response(null, { status: 204 });
}
