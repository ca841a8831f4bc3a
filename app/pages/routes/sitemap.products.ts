import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sitePaths } from "../../lib/site-paths";
import { sitemapResponse } from "../http/sitemap-response";
import { parsePart, readProductPart } from "../use-cases/read-sitemap";

export function loader({ params, context }: LoaderFunctionArgs) {
  const part = parsePart(params.part ?? "");
  const read = () => readProductPart({ part }, context.ports);
  return sitemapResponse(sitePaths.sitemapProducts(`${part}.xml`), "urls", read, context);
}
