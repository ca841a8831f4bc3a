import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sitePaths } from "../../lib/site-paths";
import { sitemapResponse } from "../http/sitemap-response";
import { listPages } from "../use-cases/read-sitemap";

export function loader({ context }: LoaderFunctionArgs) {
  return sitemapResponse(sitePaths.sitemapPages, "urls", listPages, context);
}
