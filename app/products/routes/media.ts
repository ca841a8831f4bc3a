import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readViewer } from "../../http/viewer";
import { objectResponse } from "../http/object-response";
import { openMedia } from "../use-cases/open-media";

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

/** Covers, pictures and samples of products, and images of sales pages. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewerUid = async () => (await readViewer({ context }))?.uid ?? null;
  const media = await openMedia({ id: params.id ?? "", viewerUid }, context.ports);
  return objectResponse(request, {
    ...media,
    // The store alone has it, and one operation is to be enough.
    sizeBytes: null,
    headers: ({ contentType }) => ({
      ...(media.isPublic ? PUBLIC : FOR_BUYERS),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Content-Type": contentType,
    }),
  });
}
