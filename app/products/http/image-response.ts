import type { StoredObject } from "../ports";

/** The image, or 304 where the browser has it. A key never changes what it holds: cached for ever. */
export async function imageResponse(
  request: Request,
  image: StoredObject & { body: ReadableStream<Uint8Array> },
): Promise<Response> {
  const headers = new Headers({
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": image.contentType,
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: image.etag,
  });
  const known = request.headers.get("If-None-Match")?.split(/\s*,\s*/) ?? [];
  const unchanged = known.some((tag) => tag.replace(/^W\//, "") === image.etag);
  if (!unchanged) headers.set("Content-Length", String(image.sizeBytes));
  if (!unchanged && request.method !== "HEAD") return new Response(image.body, { headers });
  await image.body.cancel();
  return new Response(null, { status: unchanged ? 304 : 200, headers });
}
