import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sitePaths } from "../../lib/site-paths";
import { sitemapResponse } from "../http/sitemap-response";
import { readSitemapIndex } from "../use-cases/read-sitemap";

/** The index of the sitemap's parts. */
export function loader({ context }: LoaderFunctionArgs) {
  return sitemapResponse(
    sitePaths.sitemap,
    "index",
    () => readSitemapIndex(context.ports),
    context,
  );
}
