import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { limitPictures } from "../http/limit-uploads";
import { contentLength } from "../http/limited-form";
import { shownSample } from "../rules/sample";
import { ownProductOrDraft } from "../use-cases/ownership";
import { removeSample, storeSample } from "../use-cases/store-sample";

/**
 * PUT: the sample of a product as a raw body with its Content-Length, and its file name in `?name=`. It is streamed
 * to the file store. DELETE: removes the sample.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const { uid } = await requireViewerJson(args);
  await limitPictures(args, { uid });
  const product = await ownProductOrDraft({ uid, productId: params.pid ?? "" }, context.ports);
  if (request.method === "DELETE") {
    await removeSample(product, context.ports);
    return new Response(null, { status: 204 });
  }
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const { body } = request;
  const incoming = { name, sizeBytes: contentLength(request), body };
  const { size, ...sample } = shownSample(await storeSample(product, incoming, context.ports));
  const { width = null, height = null } = size ?? {};
  return Response.json({ sample: { ...sample, width, height } });
}
