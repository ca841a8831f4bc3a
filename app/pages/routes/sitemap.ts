import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { sitemapResponse } from "../http/sitemap-response";
import { readSitemapIndex } from "../use-cases/read-sitemap";

/** The index of the sitemap's parts. */
export function loader({ context }: LoaderFunctionArgs) {
  return sitemapResponse(paths.sitemap, "index", () => readSitemapIndex(context.ports), context);
}
