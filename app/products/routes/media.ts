import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { imageResponse } from "../http/image-response";
import { readImage } from "../use-cases/read-image";

/** Covers and images of products and sales pages. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return imageResponse(request, await readImage(params["*"] ?? "", context.ports));
}
