import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { contentLength } from "../http/limited-form";
import { receivePart } from "../use-cases/receive-part";

/** PUT: one part as a raw body with its Content-Length. It is streamed to the file store. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  const part = {
    uid,
    key: params.key ?? "",
    partNumber: Number(params.part),
    sizeBytes: contentLength(request),
    body: request.body,
  };
  await receivePart(part, context.ports);
  return new Response(null, { status: 204 });
}
