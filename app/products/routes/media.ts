import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isNotModified } from "../http/if-none-match";
import { readImage } from "../use-cases/images";

/** Covers and second images of products, and images of sales pages. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const image = await readImage(params.id ?? "", context.ports);
  const headers = new Headers({
    // An id names one image for ever.
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": image.contentType,
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: image.etag,
  });
  const notModified = isNotModified(request, image.etag);
  if (!notModified) headers.set("Content-Length", String(image.sizeBytes));
  if (!notModified && request.method !== "HEAD") return new Response(image.body, { headers });
  await image.body.cancel();
  return new Response(null, { status: notModified ? 304 : 200, headers });
}
