import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { sitemapResponse } from "../http/sitemap-response";
import { parsePart, readSellerPart } from "../use-cases/read-sitemap";

export function loader({ params, context }: LoaderFunctionArgs) {
  const part = parsePart(params.part ?? "");
  const read = () => readSellerPart({ part }, context.ports);
  return sitemapResponse(paths.sitemapSellers(`${part}.xml`), "urls", read, context);
}
