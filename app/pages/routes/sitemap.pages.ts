import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { sitemapResponse } from "../http/sitemap-response";
import { listPages } from "../use-cases/read-sitemap";

export function loader({ context }: LoaderFunctionArgs) {
  return sitemapResponse(paths.sitemapPages, "urls", listPages, context);
}
