import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readViewer } from "../../http/viewer";
import { isNotModified } from "../http/if-none-match";
import { readImage } from "../use-cases/images";

/** An id names one image for ever. */
const PUBLIC = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Of a deleted account: each request asks again whether the viewer may see it. */
const FOR_BUYERS = {
  "Cache-Control": "private, no-cache",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Cookie",
};

/** Covers and second images of products, and images of sales pages. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewerUid = async () => (await readViewer({ context }))?.uid ?? null;
  const image = await readImage({ id: params.id ?? "", viewerUid }, context.ports);
  const headers = new Headers({
    ...(image.isPublic ? PUBLIC : FOR_BUYERS),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": image.contentType,
    ETag: image.etag,
  });
  const notModified = isNotModified(request, image.etag);
  if (!notModified) headers.set("Content-Length", String(image.sizeBytes));
  if (!notModified && request.method !== "HEAD") return new Response(image.body, { headers });
  await image.body.cancel();
  return new Response(null, { status: notModified ? 304 : 200, headers });
}
