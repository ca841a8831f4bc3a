import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerJson } from "../../http/problem-response";
import { imageResponse } from "../http/image-response";
import { readImage } from "../use-cases/read-image";

/** Covers and images of products and sales pages. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return answerJson(request, async () =>
    imageResponse(request, await readImage(params["*"] ?? "", context.ports)),
  );
}
