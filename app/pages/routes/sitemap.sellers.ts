import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sitePaths } from "../../lib/site-paths";
import { sitemapResponse } from "../http/sitemap-response";
import { parsePart, readSellerPart } from "../use-cases/read-sitemap";

export function loader({ params, context }: LoaderFunctionArgs) {
  const part = parsePart(params.part ?? "");
  const read = () => readSellerPart({ part }, context.ports);
  return sitemapResponse(sitePaths.sitemapSellers(`${part}.xml`), "urls", read, context);
}
