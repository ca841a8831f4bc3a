import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { cancelUpload, readUpload } from "../use-cases/uploads";

/** GET: the state of an upload. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  return Response.json(await readUpload({ uid, key: params.key ?? "" }, context.ports));
}

/** DELETE: cancels an upload and removes its draft. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await cancelUpload({ uid, key: params.key ?? "" }, context.ports);
  return new Response(null, { status: 204 });
}
