import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { API_PREFIX, AUTH_PREFIX, paths } from "../../lib/paths";
import { PRIVATE_PATHS } from "../../lib/private-paths";
import { sitePaths } from "../../lib/site-paths";

/**
 * Addresses of one user and of programs. Crawlers do not follow links to them; `X-Robots-Tag` also
 * keeps those out of the results that others link to. The exclusion is by prefix.
 */
const DISALLOWED = [
  ...PRIVATE_PATHS,
  paths.take(""),
  paths.report(""),
  paths.login,
  paths.logout,
  paths.download(""),
  paths.theme,
  paths.currency,
  paths.languageHint,
  paths.shopCards,
  AUTH_PREFIX,
  API_PREFIX,
  // The data of pages, which the router loads.
  "/*.data$",
];

/** The robots exclusion protocol (RFC 9309). */
export function loader({ context }: LoaderFunctionArgs) {
  const { appOrigin } = context.ports.settings;
  const rules = DISALLOWED.map((path) => `Disallow: ${path}\n`).join("");
  const text = `User-agent: *\n${rules}\nSitemap: ${appOrigin}${sitePaths.sitemap}\n`;
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
